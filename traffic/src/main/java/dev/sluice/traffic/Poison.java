package dev.sluice.traffic;

import java.util.Arrays;

/** Bodies that are no change events, as hubs shared with others have them. */
final class Poison {
    static final byte[] EMPTY = {};

    private final JsonWriter json = new JsonWriter();

    /** A valid CloudEvent that is not CES's. */
    byte[] foreign(String id, long timeMs) {
        return json.start(JsonWriter.Layout.COMPACT)
                .openObject()
                .name("specversion")
                .string("1.0")
                .name("type")
                .string("org.example.door.opened")
                .name("source")
                .string("urn:door:5")
                .name("id")
                .string(id)
                .name("time")
                .string(SqlText.utc(timeMs))
                .name("datacontenttype")
                .string("text/plain")
                .name("data")
                .string("hall")
                .closeObject()
                .toBytes();
    }

    /** The first quarter to three quarters of the bytes, so possibly half a character at the end. */
    static byte[] cutOff(byte[] whole, Dice dice) {
        int quarter = whole.length / 4;
        return Arrays.copyOf(whole, quarter + dice.below(2 * quarter));
    }
}
