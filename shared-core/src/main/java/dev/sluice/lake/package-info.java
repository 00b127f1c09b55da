/** The lake's layout and the commit protocol that fills it: a chain of objects and a ledger. */
@NullMarked
package dev.sluice.lake;

import org.jspecify.annotations.NullMarked;
