package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;

/**
 * Says what becomes of an event which came in pieces: it is in the lake once the object is there. Kept as long as the
 * broker or an archive could bring a piece again.
 *
 * @param object where its lines are, or will be
 * @param hash 16 hex digits of the SHA-256 of the joined payload
 * @param segments the pieces it was made of, ascending
 */
public record DoneMark(String object, String hash, List<Place> segments) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Where a piece stood. */
    public record Place(int index, int partition, int epoch, long offset, int item) {}

    public DoneMark {
        segments = List.copyOf(segments);
    }

    static DoneMark parse(byte[] json) throws IOException {
        try {
            return JSON.readValue(json, DoneMark.class);
        } catch (JsonProcessingException e) {
            throw new IOException(
                    "a mark of a split event is not readable; was it written by a newer version, or by hand?", e);
        }
    }

    byte[] json() {
        try {
            return JSON.writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a mark is always JSON", e);
        }
    }
}
