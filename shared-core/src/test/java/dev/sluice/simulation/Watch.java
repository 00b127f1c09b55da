package dev.sluice.simulation;

/** Sees what takes effect in the stores, at the moment it does. */
interface Watch {
    /** An object was created. */
    void created(String root, String key, byte[] content);

    /** An object was replaced or created by a swap. */
    void swapped(String root, String key, byte[] content);

    void deleted(String root, String key);
}
