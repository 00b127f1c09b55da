/**
 * Reads what was archived: finds the files, tells which records are in them, and merges them per partition. Knows containers
 * and their paths, never what a message in them means.
 */
@NullMarked
package dev.sluice.archive;

import org.jspecify.annotations.NullMarked;
