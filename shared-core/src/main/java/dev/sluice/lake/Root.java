package dev.sluice.lake;

/** The two roots: the lake that readers list, and the state that is ours alone. */
public enum Root {
    LAKE,
    STATE
}
