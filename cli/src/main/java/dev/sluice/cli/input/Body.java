package dev.sluice.cli.input;

import org.jspecify.annotations.Nullable;

/**
 * One record's bytes.
 *
 * @param bytes null if there are too many to be read
 * @param length how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Body(byte @Nullable [] bytes, long length) {}
