/** The command line: {@link dev.sluice.cli.Sluice} and one class per command. Data on stdout, messages on stderr. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
