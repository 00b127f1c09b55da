/** Tells what became of an event or a record, as the lake and its state say. */
@NullMarked
package dev.sluice.explain;

import org.jspecify.annotations.NullMarked;
