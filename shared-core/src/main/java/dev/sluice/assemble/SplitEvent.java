package dev.sluice.assemble;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.lake.LakePath;
import dev.sluice.text.Slice;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pieces of one split event that are at hand, from one batch or from the state store. */
public final class SplitEvent {
    private final Slice logicalId;
    private final NavigableMap<PieceName, HeldPiece> pieces = new TreeMap<>();
    private final Set<PieceName> known = new HashSet<>();
    private final BitSet indexes = new BitSet();
    private int total;
    private int lowestLast = Integer.MAX_VALUE;

    public SplitEvent(Slice logicalId) {
        this.logicalId = logicalId;
    }

    /** Reads an event from all its pieces, in order. */
    public interface Joiner {
        RowChange join(List<Segment> pieces) throws MalformedMessageException;
    }

    /**
     * An event that is whole.
     *
     * @param contentHash 16 hex digits of the SHA-256 of the joined payload
     * @param pieces the ones that it was made of, ascending
     */
    public record Whole(RowChange change, String contentHash, List<HeldPiece> pieces) {
        /** The piece whose place the event takes. */
        public HeldPiece lowest() {
            return pieces.get(0);
        }
    }

    public Slice logicalId() {
        return logicalId;
    }

    public Collection<HeldPiece> pieces() {
        return Collections.unmodifiableCollection(pieces.values());
    }

    /** Adds a piece; false if the very same one is there already. */
    public boolean add(HeldPiece piece) {
        Segment segment = piece.segment();
        indexes.set(segment.index());
        total = Math.max(total, segment.total());
        lowestLast = segment.last() ? Math.min(lowestLast, segment.index()) : lowestLast;
        boolean isNew = known.add(piece.name());
        if (isNew) {
            pieces.put(piece.name(), piece);
        }
        return isNew;
    }

    /** Lets the pieces go; which ones they were stays known. */
    public void release() {
        pieces.clear();
    }

    /** Notes a piece that is known to be parked, without having it here. */
    void note(PieceName name) {
        indexes.set(name.index());
        lowestLast = name.last() ? Math.min(lowestLast, name.index()) : lowestLast;
    }

    /** Notes all pieces of a set that are known to be parked. */
    public void noteAll(ParkedSet.Listing listing) {
        listing.names().forEach(this::note);
    }

    /** The pieces that are not there, for people; see {@link Missing}. */
    public String missing() {
        return Missing.describe(indexes, lowestLast == Integer.MAX_VALUE ? -1 : lowestLast, total);
    }

    int total() {
        return total;
    }

    /**
     * Joins the pieces if they are a whole event.
     *
     * @return null while pieces are missing
     * @throws MalformedMessageException if they can never become one: nothing is missing and no choice of pieces reads
     *     as an event, or several different ones do
     */
    public @Nullable Whole join(Joiner joiner) throws MalformedMessageException {
        if (!mayBeWhole()) {
            return null;
        }
        Candidates candidates = Candidates.of(pieces.keySet(), total);
        if (candidates.tooMany()) {
            throw conflict("more than " + Candidates.MOST + " ways to put the pieces together");
        }
        List<PieceName> found = null;
        Slice foundContent = Slice.EMPTY;
        MalformedMessageException fault = null;
        for (List<PieceName> choice : candidates.choices()) {
            try {
                Slice content = Slice.of(joiner.join(segments(choice)).content().copy());
                if (found != null && !content.equals(foundContent)) {
                    throw conflict("several different events can be put together from the pieces");
                }
                found = choice;
                foundContent = content;
            } catch (MalformedMessageException e) {
                if (e.code().equals("conflict")) {
                    throw e;
                }
                fault = e;
            }
        }
        if (found != null) {
            RowChange change = joiner.join(segments(found));
            return new Whole(change, LakePath.fragmentHash(change.content()), held(found));
        }
        if (fault != null && candidates.fromZero()) {
            throw fault;
        }
        return null;
    }

    /** Cheap enough to ask at every piece: no index is missing between the first and a last one. */
    private boolean mayBeWhole() {
        int first = indexes.nextSetBit(0);
        if (total > 0) {
            return indexes.cardinality() >= total;
        }
        return first <= 1 && indexes.nextClearBit(first) > lowestLast;
    }

    private static MalformedMessageException conflict(String reason) {
        return new MalformedMessageException("conflict", reason, "");
    }

    private List<Segment> segments(List<PieceName> choice) {
        return held(choice).stream().map(HeldPiece::segment).toList();
    }

    private List<HeldPiece> held(List<PieceName> choice) {
        return choice.stream().map(pieces::get).toList();
    }
}
