/** Puts events back together that arrived in pieces; keeps the pieces meanwhile. */
@NullMarked
package dev.sluice.assemble;

import org.jspecify.annotations.NullMarked;
