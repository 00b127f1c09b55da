/** The only place that looks at wire bytes: tells the dialect by content and reads it, strictly. */
@NullMarked
package dev.sluice.decode;

import org.jspecify.annotations.NullMarked;
