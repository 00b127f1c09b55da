/** Bytes of text: slices, UTF-8 checks, JSON string escapes. Knows nothing of messages or rows. */
@NullMarked
package dev.sluice.text;

import org.jspecify.annotations.NullMarked;
