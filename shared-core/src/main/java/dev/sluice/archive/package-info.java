/**
 * Reads what was archived, and gives it to the pipeline again. Stands above the pipeline, beside the handlers: it knows
 * containers and their paths, never what a message in them means.
 */
@NullMarked
package dev.sluice.archive;

import org.jspecify.annotations.NullMarked;
