package dev.sluice.assemble;

import dev.sluice.lake.LakePath;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The pieces of one split event in the state store. A parked object is one line of JSON that tells where the piece
 * stood, then the message exactly as it was received. Its name follows from the piece alone, so the same piece delivered
 * again is the same object.
 */
public final class ParkedSet {
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
        return state.create(prefix + piece.name().text(), new ParkedRecord(piece.place(), piece.raw()).content());
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

        /** The pieces that are not there, as far as names tell; "" if none is. */
        String missing() {
            BitSet present = new BitSet();
            int last = -1;
            for (PieceName name : names) {
                present.set(name.index());
                last = name.last() ? name.index() : last;
            }
            return names.isEmpty() ? "" : Missing.describe(present, last, 0);
        }
    }

    Listing list() throws IOException {
        return Listing.of(prefix, state.listAll(prefix));
    }

    /** Marks the set as one that can never become an event; everybody sees it in the list. */
    void markConflict() throws IOException {
        state.create(prefix + LakePath.CONFLICT, new byte[0]);
    }

    /** Notes where the set is reported as incomplete; if another sweep did, its word counts. Tells where that is. */
    String markReported(String report) throws IOException {
        return state.create(prefix + REPORT, report.getBytes(StandardCharsets.UTF_8)) ? report : report();
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
        ParkedRecord parked = ParkedRecord.read(key, content);
        return new HeldPiece(name, parked.place(), parked.raw());
    }
}
