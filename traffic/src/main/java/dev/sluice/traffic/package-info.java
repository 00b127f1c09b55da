/**
 * Seeded source traffic: what a broker would hold, together with what really happened.
 *
 * <p>This module shares no code with the product on purpose. It feeds the demo, the benchmarks and the tests, and in
 * the tests it is the other opinion: it writes the wire format from its own reading of the vendor's pages.
 */
@NullMarked
package dev.sluice.traffic;

import org.jspecify.annotations.NullMarked;
