package dev.sluice.archive;

/** Offsets one behind the other, both ends included. */
public record Stretch(long first, long last) {
    boolean holds(long offset) {
        return offset >= first && offset <= last;
    }
}
