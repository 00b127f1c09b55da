/** From a row change to lines of the normalized event. Pure: no clock, no locale, no I/O. */
@NullMarked
package dev.sluice.normalize;

import org.jspecify.annotations.NullMarked;
