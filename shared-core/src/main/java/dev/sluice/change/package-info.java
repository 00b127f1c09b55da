/** A row change as every dialect tells it: columns, images as slices of the wire's bytes, and where it came from. */
@NullMarked
package dev.sluice.change;

import org.jspecify.annotations.NullMarked;
