/** Emulators of cloud stores as processes, and a proxy that loses, delays and forges their answers. For tests only. */
@NullMarked
package dev.sluice.servers;

import org.jspecify.annotations.NullMarked;
