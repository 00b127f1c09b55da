package dev.sluice.assemble;

import dev.sluice.change.JoinedChange;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of the pieces of one split event: some are at hand, others are parked and loaded when they are needed. */
public final class SplitEvent {
    /** What is wrong whatever stands in front. */
    private static final Set<String> TOO_LONG = Set.of("event_too_long", "value_too_long");

    private final Slice logicalId;
    private final NavigableSet<PieceName> names = new TreeSet<>();
    private final BitSet indexes = new BitSet();
    private PieceStock stock = new PieceStock();
    private boolean released;
    private int total;
    private int lowestLast = Integer.MAX_VALUE;

    public SplitEvent(Slice logicalId) {
        this.logicalId = Slice.of(logicalId.copy());
    }

    /**
     * An event that is whole.
     *
     * @param contentHash SHA-256 of the joined payload, 64 hex digits
     * @param pieces the ones that it was made of, ascending
     */
    public record Whole(RowChange change, String contentHash, List<PlacedPiece> pieces) {
        /** The piece whose place the event takes. */
        public PlacedPiece lowest() {
            return pieces.get(0);
        }
    }

    /** A piece, and where it stood. */
    public record PlacedPiece(PieceName name, Place place) {}

    public Slice logicalId() {
        return logicalId;
    }

    /** The pieces that are known, ascending. */
    public List<PieceName> names() {
        return List.copyOf(names);
    }

    /**
     * Adds a piece that is at hand; false if the very same one is known already.
     *
     * @param announced how many pieces the event has, 0 if that is not told
     */
    public boolean add(HeldPiece piece, int announced) {
        total = Math.max(total, announced);
        boolean isNew = note(piece.name());
        if (isNew && !released) {
            stock.add(piece);
        }
        return isNew;
    }

    /** Lets the pieces go; which ones they were stays known. */
    public void release() {
        released = true;
        stock = new PieceStock();
    }

    private boolean note(PieceName name) {
        indexes.set(name.index());
        lowestLast = name.last() ? Math.min(lowestLast, name.index()) : lowestLast;
        return names.add(name);
    }

    /** Notes all pieces of a set that are known to be parked. */
    void noteAll(ParkedSet set, ParkedSet.Listing listing) {
        stock.othersAreIn(set);
        listing.names().forEach(this::note);
    }

    /** Forgets the copy that is at hand: another one was parked before, and its place counts. */
    void preferParked(PieceName name) {
        stock.preferParked(name);
    }

    List<HeldPiece> atHand() {
        List<HeldPiece> pieces = new ArrayList<>();
        for (PieceName name : names) {
            HeldPiece piece = stock.atHand(name);
            if (piece != null) {
                pieces.add(piece);
            }
        }
        return pieces;
    }

    /** The pieces that are not there, for people; see {@link Missing}. */
    public String missing() {
        return Missing.describe(indexes, lowestLast == Integer.MAX_VALUE ? -1 : lowestLast, total);
    }

    /** A piece that is at hand or parked. */
    public HeldPiece piece(PieceName name) throws IOException {
        return stock.piece(name);
    }

    /**
     * Joins the pieces if they are a whole event.
     *
     * @return null while pieces are missing
     * @throws MalformedMessageException if they can never become one: nothing is missing and no choice of pieces reads
     *     as an event, or several different ones do
     */
    public @Nullable Whole join(Supplier<PieceReader> readers) throws IOException, MalformedMessageException {
        if (!mayBeWhole()) {
            return null;
        }
        Candidates candidates = Candidates.of(names, total);
        if (candidates.tooMany()) {
            throw conflict("more than " + Candidates.MOST + " ways to put the pieces together");
        }
        List<PieceName> found = null;
        JoinedChange joined = null;
        MalformedMessageException fault = null;
        for (List<PieceName> choice : candidates.choices()) {
            JoinedChange next;
            try {
                PieceReader reader = readers.get();
                next = reader.join(new Chosen(choice, stock, reader));
            } catch (MalformedMessageException e) {
                fault = e;
                continue;
            }
            if (joined != null && !joined.contentHash().equals(next.contentHash())) {
                throw conflict("several different events can be put together from the pieces");
            }
            found = choice;
            joined = next;
        }
        if (found != null && joined != null) {
            return new Whole(joined.change(), joined.contentHash(), placed(found));
        }
        if (fault != null && (candidates.fromZero() || TOO_LONG.contains(fault.code()))) {
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
        return first >= 0 && first <= 1 && indexes.nextClearBit(first) > lowestLast;
    }

    private static MalformedMessageException conflict(String reason) {
        return new MalformedMessageException("conflict", reason, "");
    }

    private List<PlacedPiece> placed(List<PieceName> choice) {
        return choice.stream()
                .map(name -> new PlacedPiece(name, stock.place(name)))
                .toList();
    }

    /** Pieces in an order that may be that of the event. */
    private record Chosen(List<PieceName> choice, PieceStock stock, PieceReader reader) implements Pieces {
        @Override
        public int count() {
            return choice.size();
        }

        @Override
        public Segment load(int which) throws IOException, MalformedMessageException {
            return reader.read(stock.piece(choice.get(which)).raw());
        }
    }
}
