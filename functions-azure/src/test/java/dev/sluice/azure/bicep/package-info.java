/** Judges Bicep without a compiler: the form by a grammar, names and values by the types that the compiler itself uses. */
@NullMarked
package dev.sluice.azure.bicep;

import org.jspecify.annotations.NullMarked;
