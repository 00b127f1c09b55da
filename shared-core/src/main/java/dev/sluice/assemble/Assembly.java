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

    /** Reads a parked message again; it was a segment when it was parked. */
    public interface SegmentReader {
        Segment read(Slice raw) throws MalformedMessageException;
    }

    public Assembly(ObjectStore state, SegmentReader reader, SplitEvent.Joiner joiner) {
        this.state = state;
        this.reader = reader;
        this.joiner = joiner;
    }

    /**
     * Parks the pieces of an event, then joins it if the others are parked too.
     *
     * @return null while pieces are missing
     * @throws MalformedMessageException if the set can never become an event; it is then marked so
     */
    public SplitEvent.@Nullable Whole parkAndJoin(String stream, SplitEvent event)
            throws IOException, MalformedMessageException {
        ParkedSet set = ParkedSet.of(state, stream, event.logicalId());
        for (HeldPiece piece : event.pieces()) {
            set.park(piece);
        }
        ParkedSet.Listing listing = set.list();
        if (listing.conflict()) {
            throw new MalformedMessageException("conflict", "the segments of this event contradict each other", "");
        }
        List<PieceName> others = new ArrayList<>(listing.names());
        event.pieces().forEach(piece -> others.remove(piece.name()));
        if (!Candidates.of(listing.names(), event.total()).arePossible()) {
            others.forEach(event::note);
            return null;
        }
        try {
            for (PieceName name : others) {
                ParkedSet.Parked parked = set.load(name);
                event.add(new HeldPiece(
                        reader.read(parked.raw()), parked.origin(), parked.position(), parked.brokerTime()));
            }
            return event.join(joiner);
        } catch (MalformedMessageException e) {
            set.markConflict();
            throw e;
        }
    }
}
