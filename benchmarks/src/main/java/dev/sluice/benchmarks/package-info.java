/** Benchmarks, and beside each what a user would pick instead. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
