package dev.sluice.store;

/** The calls of {@link ObjectStore}, for decorators to tell apart. */
public enum StoreOperation {
    CREATE,
    GET,
    COMPARE_AND_SWAP,
    LIST,
    DELETE
}
