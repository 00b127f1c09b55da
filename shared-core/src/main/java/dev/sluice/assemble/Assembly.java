package dev.sluice.assemble;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts split events together across batches, partitions and instances, through the state store. Whoever parks the piece
 * that makes a set whole sees all of it in the listing, and completes it; two who see it at once write the same.
 */
public final class Assembly {
    private final ObjectStore state;
    private final Supplier<PieceReader> readers;

    public Assembly(ObjectStore state, Supplier<PieceReader> readers) {
        this.state = state;
        this.readers = readers;
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
        for (HeldPiece piece : event.atHand()) {
            if (!set.park(piece)) {
                event.preferParked(piece.name());
            }
        }
        return join(set, set.list(), event);
    }

    /** Joins an event from the pieces at hand and those that the listing of its set names. */
    @Nullable
    Completed join(ParkedSet set, ParkedSet.Listing listing, SplitEvent event)
            throws IOException, MalformedMessageException {
        event.noteAll(set, listing);
        if (listing.conflict()) {
            throw new MalformedMessageException("conflict", "the segments of this event contradict each other", "");
        }
        SplitEvent.Whole whole = event.join(readers);
        return whole == null ? null : new Completed(whole, listing.reported() ? set : null);
    }

    /** Marks a set as one that can never become an event, once that is in the quarantine. */
    public void markConflict(String stream, SplitEvent event) throws IOException {
        ParkedSet.of(state, stream, event.logicalId()).markConflict();
    }

    PieceReader reader() {
        return readers.get();
    }
}
