/** Replay and verify beside DuckDB and Spark, which do the same job with SQL. */
@NullMarked
package dev.sluice.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
