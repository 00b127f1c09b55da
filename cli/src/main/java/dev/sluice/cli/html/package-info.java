/** Pages that need nothing but themselves: escaped HTML, a few kinds of charts, one look. Knows nothing of lakes. */
@NullMarked
package dev.sluice.cli.html;

import org.jspecify.annotations.NullMarked;
