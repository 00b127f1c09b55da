package dev.sluice.simulation;

import dev.sluice.store.StoreOperation;

/**
 * A call that an owner makes of a store.
 *
 * @param root {@code lake} or {@code state}
 * @param streaming whether a creation is one of an object of any length
 * @param key the key, or the prefix of a {@code LIST}
 */
public record StoreCall(Work work, String root, StoreOperation operation, boolean streaming, String key) {
    /** What the owner is at meanwhile. */
    public enum Work {
        /** Takes a batch in, live or from an archive. */
        BATCH,
        /** Goes over what is parked. */
        SWEEP,
        /** Cuts a partition of the log, for a replay. */
        SPLIT
    }

    /** Is told of each call, one at a time. */
    public interface Listener {
        void called(StoreCall call);
    }
}
