/** Where objects live: the port {@link dev.sluice.store.ObjectStore}, its file store, and the URLs that name a store. */
@NullMarked
package dev.sluice.store;

import org.jspecify.annotations.NullMarked;
