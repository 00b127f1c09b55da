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

    /**
     * A split event that is not whole.
     *
     * @param item its first segment
     * @param set names it in the state store
     * @param missing the segments that are not there, such as {@code 1, 3-7 and the last}
     */
    void incomplete(Item item, String set, String missing, String reason);

    /**
     * A file that is wrong as a whole or in part.
     *
     * @param code a stable word for machines
     */
    void file(String file, String code, String reason);

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
