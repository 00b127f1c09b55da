package dev.sluice.assemble;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Segment;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts split events together across batches, partitions and instances, through the state store. Whoever parks the piece
 * that makes a set whole sees all of it in the listing, and completes it; two who see it at once write the same.
 */
public final class Assembly {
    private final ObjectStore state;
    private final SegmentReader reader;
    private final SplitEvent.Joiner joiner;
    private final long mostBytes;

    /** Reads a parked message again; it was a segment when it was parked. */
    public interface SegmentReader {
        Segment read(Slice raw) throws MalformedMessageException;
    }

    /** @param mostBytes of all pieces of an event together; they are in memory while they are joined */
    public Assembly(ObjectStore state, SegmentReader reader, SplitEvent.Joiner joiner, long mostBytes) {
        this.mostBytes = mostBytes;
        this.state = state;
        this.reader = reader;
        this.joiner = joiner;
    }

    /**
     * An event that is whole now.
     *
     * @param reported the set, if it was reported as incomplete before; else null
     */
    public record Completed(
            SplitEvent.Whole whole, @Nullable ParkedSet reported) {}

    /**
     * Parks the pieces of an event, then joins it if the others are parked too.
     *
     * @return null while pieces are missing
     * @throws MalformedMessageException if the set can never become an event
     */
    public @Nullable Completed parkAndJoin(String stream, SplitEvent event)
            throws IOException, MalformedMessageException {
        ParkedSet set = ParkedSet.of(state, stream, event.logicalId());
        for (HeldPiece piece : event.pieces()) {
            set.park(piece);
        }
        return join(set, set.list(), event);
    }

    /** Joins an event from the pieces at hand and those that the listing of its set names. */
    @Nullable
    Completed join(ParkedSet set, ParkedSet.Listing listing, SplitEvent event)
            throws IOException, MalformedMessageException {
        if (listing.conflict()) {
            throw new MalformedMessageException("conflict", "the segments of this event contradict each other", "");
        }
        if (listing.names().isEmpty()
                || !Candidates.of(listing.names(), event.total()).arePossible()) {
            listing.names().forEach(event::note);
            return null;
        }
        if (listing.bytes() > mostBytes) {
            throw new MalformedMessageException(
                    "event_too_long",
                    "the segments of one event have " + listing.bytes() + " bytes; at most " + mostBytes
                            + " are joined (SLUICE_MAX_EVENT_BYTES)",
                    "");
        }
        loadOthers(set, listing, event);
        SplitEvent.Whole whole = event.join(joiner);
        return whole == null ? null : new Completed(whole, listing.reported() ? set : null);
    }

    /** Marks a set as one that can never become an event, once that is in the quarantine. */
    public void markConflict(String stream, SplitEvent event) throws IOException {
        ParkedSet.of(state, stream, event.logicalId()).markConflict();
    }

    void loadOthers(ParkedSet set, ParkedSet.Listing listing, SplitEvent event)
            throws IOException, MalformedMessageException {
        List<PieceName> others = new ArrayList<>(listing.names());
        event.pieces().forEach(piece -> others.remove(piece.name()));
        for (PieceName name : others) {
            event.add(load(set, name));
        }
    }

    HeldPiece load(ParkedSet set, PieceName name) throws IOException, MalformedMessageException {
        ParkedSet.Parked parked = set.load(name);
        return new HeldPiece(reader.read(parked.raw()), parked.origin(), parked.position(), parked.brokerTime());
    }
}
