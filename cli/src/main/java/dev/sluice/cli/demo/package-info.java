/** The demo: made-up traffic into a lake on disk, and a query over it. */
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
