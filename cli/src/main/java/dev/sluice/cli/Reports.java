package dev.sluice.cli;

import dev.sluice.cli.input.Place;

/** Tells what a run did, on stderr. */
interface Reports {
    /**
     * An item that could not be read.
     *
     * @param item which one of its record
     * @param where JSON pointer or byte offset, or {@code ""}
     */
    void quarantined(Item item, String code, String reason, String where);

    /** A segment whose other segments did not join it. */
    void incomplete(Item item, int segment, String reason);

    void summary(String command, Tally tally);

    /**
     * One item of a record.
     *
     * @param number from 1
     * @param of how many items the record has
     */
    record Item(Place place, int number, int of) {
        static Item whole(Place place) {
            return new Item(place, 1, 1);
        }
    }
}
