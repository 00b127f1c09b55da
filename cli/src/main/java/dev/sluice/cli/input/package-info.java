/** From the INPUT arguments of a command to records: files, folders and stdin, cut into message bodies. */
@NullMarked
package dev.sluice.cli.input;

import org.jspecify.annotations.NullMarked;
