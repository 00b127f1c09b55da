package dev.sluice.traffic;

import org.jspecify.annotations.Nullable;

/**
 * A message and what it means.
 *
 * @param row present for {@link Kind#CHANGE} and {@link Kind#RESEND}, null otherwise
 */
public record Generated(SourceMessage message, @Nullable SourceRow row, Kind kind) {}
