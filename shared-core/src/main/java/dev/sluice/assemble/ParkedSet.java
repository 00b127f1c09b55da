package dev.sluice.assemble;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.lake.LakePath;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pieces of one split event in the state store. A parked object is one line of JSON that tells where the piece
 * stood, then the message exactly as it was received. Its name follows from the piece alone, so the same piece delivered
 * again is the same object.
 */
public final class ParkedSet {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String REPORT = "incomplete";

    private final ObjectStore state;
    private final String prefix;

    /** @param prefix key of the set's folder, with its slash */
    public ParkedSet(ObjectStore state, String prefix) {
        this.state = state;
        this.prefix = prefix;
    }

    static ParkedSet of(ObjectStore state, String stream, Slice logicalId) {
        return new ParkedSet(state, LakePath.parkedSet(stream, logicalId));
    }

    /** Parks a piece; when this returns, it is durable. False if it may have been parked before, at another place. */
    boolean park(HeldPiece piece) throws IOException {
        return state.create(prefix + piece.name().text(), content(piece));
    }

    /**
     * What is parked.
     *
     * @param conflict the set was marked as one that can never become an event
     * @param reported the set was reported as incomplete
     */
    public record Listing(List<PieceName> names, boolean conflict, boolean reported) {
        /** What does not look like one of ours is passed over. */
        static Listing of(String prefix, List<ListedObject> objects) {
            List<PieceName> names = new ArrayList<>();
            boolean conflict = false;
            boolean reported = false;
            for (ListedObject object : objects) {
                String name = object.key().substring(prefix.length());
                conflict |= name.equals(LakePath.CONFLICT);
                reported |= name.equals(REPORT);
                PieceName.parse(name).ifPresent(names::add);
            }
            return new Listing(names, conflict, reported);
        }
    }

    Listing list() throws IOException {
        try (Stream<ListedObject> objects = state.list(prefix)) {
            return Listing.of(prefix, objects.toList());
        }
    }

    /** Marks the set as one that can never become an event; everybody sees it in the list. */
    void markConflict() throws IOException {
        state.create(prefix + LakePath.CONFLICT, new byte[0]);
    }

    /** Notes where the set was reported as incomplete. */
    void markReported(String report) throws IOException {
        state.create(prefix + REPORT, report.getBytes(StandardCharsets.UTF_8));
    }

    /** Where the set was reported as incomplete. */
    public String report() throws IOException {
        byte[] content = state.get(prefix + REPORT)
                .orElseThrow(() -> new VanishedException(prefix + REPORT))
                .content();
        return new String(content, StandardCharsets.UTF_8);
    }

    HeldPiece load(PieceName name) throws IOException {
        String key = prefix + name.text();
        byte[] content =
                state.get(key).orElseThrow(() -> new VanishedException(key)).content();
        int line = 0;
        while (line < content.length && content[line] != '\n') {
            line++;
        }
        JsonNode header;
        try {
            header = JSON.readTree(content, 0, line);
        } catch (JsonProcessingException e) {
            throw new IOException(key + " does not begin with a line of ours", e);
        }
        JsonNode time = header.path("broker_time");
        Place place = new Place(
                new Origin(
                        header.path("stream").asText(),
                        header.path("partition").asInt(),
                        header.path("epoch").asInt()),
                new Position(
                        header.path("offset").asLong(),
                        header.path("item").asInt(),
                        header.path("items").asInt(1)),
                time.isNumber() ? time.asLong() : null);
        return new HeldPiece(name, place, Slice.of(content, Math.min(line + 1, content.length), content.length));
    }

    private static byte[] content(HeldPiece piece) throws JsonProcessingException {
        Place place = piece.place();
        byte[] header = JSON.writeValueAsBytes(JSON.createObjectNode()
                .put("stream", place.origin().stream())
                .put("partition", place.origin().partition())
                .put("epoch", place.origin().epoch())
                .put("offset", place.position().offset())
                .put("item", place.position().item())
                .put("items", place.position().items())
                .put("broker_time", place.brokerTime()));
        Slice raw = piece.raw();
        byte[] content = new byte[header.length + 1 + raw.length()];
        System.arraycopy(header, 0, content, 0, header.length);
        content[header.length] = '\n';
        System.arraycopy(raw.bytes(), raw.from(), content, header.length + 1, raw.length());
        return content;
    }
}
