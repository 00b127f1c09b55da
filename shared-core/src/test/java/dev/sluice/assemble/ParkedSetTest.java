package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lake.LakePath;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.CountingObjectStore.Call;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pieces of one event in the state store, as one who parks them and as a sweep sees them. */
class ParkedSetTest {
    private static final Instant START = Instant.parse("2026-05-06T07:08:09Z");
    private static final Slice EVENT = Slice.of("event");
    private static final String PREFIX = LakePath.parkedSet("hub", EVENT);
    private static final String HASH = "0123456789abcdef";

    private Instant now = START;
    private final MemoryObjectStore memory = new MemoryObjectStore(() -> now);
    private final CountingObjectStore state = new CountingObjectStore(memory);
    private final ParkedSet set = ParkedSet.of(state, "hub", EVENT);
    private final ParkedSets sets = new ParkedSets(state, new Assembly(state, () -> {
        throw new AssertionError("nothing is to be read here");
    }));

    static Place place(long offset) {
        return new Place(new Origin("hub", 3, 1), new Position(offset, 0, 1), null);
    }

    private static PieceName name(int index) {
        return new PieceName(index, false, HASH);
    }

    private static HeldPiece piece(int index, long offset) {
        return new HeldPiece(name(index), place(offset), Slice.of("piece " + index));
    }

    private List<ParkedSets.Entry> entries() throws IOException {
        List<ParkedSets.Entry> entries = new ArrayList<>();
        sets.forEach(entries::add);
        return entries;
    }

    @Test
    void aPieceIsParkedWhereItStoodFirst() throws IOException {
        assertThat(set.park(piece(2, 7))).isTrue();
        assertThat(set.park(piece(2, 9))).isFalse();

        HeldPiece loaded = set.load(name(2));

        assertThat(loaded.name()).isEqualTo(name(2));
        assertThat(loaded.place()).isEqualTo(place(7));
        assertThat(loaded.raw().toString()).isEqualTo("piece 2");
        assertThatThrownBy(() -> set.load(name(3)))
                .isInstanceOf(VanishedException.class)
                .hasMessage(PREFIX + "000003-" + HASH
                        + " was listed and is gone; a sweep may have removed it, the next try tells");
    }

    @Test
    void theListingHasPiecesAndMarksAndPassesOverAllElse() throws IOException {
        assertThat(set.list()).isEqualTo(new ParkedSet.Listing(List.of(), false, false));

        set.park(piece(1, 7));
        memory.create(PREFIX + "something-else", new byte[0]);
        assertThat(set.list()).isEqualTo(new ParkedSet.Listing(List.of(name(1)), false, false));

        set.markReported("quarantine/dépôt");
        assertThat(set.list()).isEqualTo(new ParkedSet.Listing(List.of(name(1)), false, true));
        assertThat(set.report()).isEqualTo("quarantine/dépôt");

        set.markConflict();
        set.park(piece(0, 8));
        assertThat(set.list()).isEqualTo(new ParkedSet.Listing(List.of(name(0), name(1)), true, true));
    }

    @Test
    void aReportThatIsGoneHasVanished() {
        assertThatThrownBy(set::report)
                .isInstanceOf(VanishedException.class)
                .hasMessageStartingWith(PREFIX + "incomplete was listed and is gone");
    }

    @Test
    void aSweepSeesWhenTheFirstAndTheLastObjectWereWritten() throws IOException {
        set.park(piece(1, 7));
        now = START.minusSeconds(5);
        set.park(piece(2, 8));
        now = START.plusSeconds(9);
        set.park(piece(3, 9));
        now = START.plusSeconds(7);
        set.markConflict();

        assertThat(entries())
                .containsExactly(new ParkedSets.Entry(
                        PREFIX,
                        List.of(
                                PREFIX + name(1).text(),
                                PREFIX + name(2).text(),
                                PREFIX + name(3).text(),
                                PREFIX + "conflict"),
                        new ParkedSet.Listing(List.of(name(1), name(2), name(3)), true, false),
                        START.minusSeconds(5),
                        START.plusSeconds(9)));
    }

    @Test
    void everySetIsVisitedOnItsOwn() throws IOException {
        set.park(piece(1, 7));
        ParkedSet.of(state, "hub", Slice.of("another")).park(piece(2, 8));
        memory.create("parking", new byte[0]);

        assertThat(entries())
                .extracting(entry -> entry.folder() + entry.listing().names())
                .containsExactlyInAnyOrder(
                        PREFIX + List.of(name(1)), LakePath.parkedSet("hub", Slice.of("another")) + List.of(name(2)));
    }

    @Test
    void theLowestPieceIsTheFirstByItsIndex() throws IOException {
        set.park(piece(10, 1));
        set.park(piece(9, 2));

        assertThat(sets.lowest(entries().get(0)).name()).isEqualTo(name(9));
        assertThat(sets.piece(entries().get(0), name(10)).place()).isEqualTo(place(1));
    }

    @Test
    void marksAloneAreNoEvent() throws Exception {
        set.markReported("there");

        ParkedSets.Entry entry = entries().get(0);

        assertThat(sets.event(entry)).isNull();
        assertThat(sets.report(entry)).isEqualTo("there");
        sets.markConflict(entry);
        assertThat(set.list().conflict()).isTrue();
    }

    @Test
    void aSweepMarksASetAsReported() throws IOException {
        set.park(piece(1, 7));

        assertThat(sets.markReported(entries().get(0), "there")).isEqualTo("there");
        assertThat(sets.markReported(entries().get(0), "elsewhere"))
                .as("the first sweep's word counts")
                .isEqualTo("there");

        assertThat(set.report()).isEqualTo("there");
    }

    /** A mark alone would look like a set without pieces. */
    @Test
    void theMarksOfASetAreRemovedInFrontOfItsPieces() throws IOException {
        set.park(piece(0, 7));
        set.park(piece(1, 8));
        set.markConflict();
        set.markReported("there");
        ParkedSets.Entry entry = entries().get(0);
        state.reset();

        sets.remove(entry);

        assertThat(state.calls())
                .containsExactly(
                        new Call(StoreOperation.DELETE, PREFIX + "incomplete"),
                        new Call(StoreOperation.DELETE, PREFIX + "conflict"),
                        new Call(StoreOperation.DELETE, PREFIX + name(1).text()),
                        new Call(StoreOperation.DELETE, PREFIX + name(0).text()));
    }
}
