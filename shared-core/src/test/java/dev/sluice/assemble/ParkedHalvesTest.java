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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The halves of one update in the state store. */
class ParkedHalvesTest {
    private static final Instant START = Instant.parse("2026-05-06T07:08:09Z");
    private static final String PAIR = LakePath.pairHash("d", "s", "t", Slice.of("17"));
    private static final String PREFIX = "pairs/hub/" + PAIR + "/";
    private static final Slice RAW = Slice.of("the half");

    private Instant now = START;
    private final MemoryObjectStore memory = new MemoryObjectStore(() -> now);
    private final CountingObjectStore state = new CountingObjectStore(memory);
    private final ParkedHalves halves = ParkedHalves.of(state, "hub", PAIR);

    private static Place place(int partition, long offset) {
        return new Place(new Origin("hub", partition, 1), new Position(offset, 0, 1), null);
    }

    private static HalfName first(int partition, long offset) {
        return HalfName.of(true, place(partition, offset));
    }

    private static HalfName second(int partition, long offset) {
        return HalfName.of(false, place(partition, offset));
    }

    private void park(int partition, long offset) throws IOException {
        halves.park(place(partition, offset), offset + 5, RAW);
    }

    @Test
    void aHalfIsReadBackAsItWasParked() throws IOException {
        park(0, 3);
        halves.decide(place(0, 9), first(0, 3), RAW);

        ParkedHalves.Half first = halves.load(first(0, 3));
        assertThat(first.name()).isEqualTo(first(0, 3));
        assertThat(first.place()).isEqualTo(place(0, 3));
        assertThat(first.through()).isEqualTo(8);
        assertThat(first.first()).isNull();
        assertThat(first.raw().toString()).isEqualTo("the half");
        ParkedHalves.Half second = halves.load(second(0, 9));
        assertThat(second.name()).isEqualTo(second(0, 9));
        assertThat(second.place()).isEqualTo(place(0, 9));
        assertThat(second.through()).isEqualTo(-1);
        assertThat(second.first()).isEqualTo(first(0, 3));
        assertThatThrownBy(() -> halves.load(first(0, 4)))
                .isInstanceOf(VanishedException.class)
                .hasMessageStartingWith(PREFIX + first(0, 4).text());
    }

    @Test
    void theListingHasTheHalvesInTheOrderOfTheirPlaces() throws IOException {
        park(0, 10_000_000_000L);
        now = START.plusSeconds(5);
        park(0, 3);
        now = START.plusSeconds(9);
        halves.decide(place(1, 7), null, RAW);
        halves.decide(place(0, 7), null, RAW);
        now = START.plusSeconds(7);
        memory.create(PREFIX + "something-else", new byte[0]);

        ParkedHalves.Listing listing = halves.list();

        assertThat(listing.first()).containsExactly(first(0, 3), first(0, 10_000_000_000L));
        assertThat(listing.second()).containsExactly(second(0, 7), second(1, 7));
        assertThat(listing.since(first(0, 3))).isEqualTo(START.plusSeconds(5));
        assertThat(listing.since(first(0, 4))).isEqualTo(START);
        assertThat(listing.oldest()).isEqualTo(START);
        assertThat(listing.newest()).isEqualTo(START.plusSeconds(9));
        assertThat(listing.waiting()).isEqualTo(listing.first());
        assertThat(listing.haveServed()).isFalse();
        assertThat(listing.reported()).isFalse();
    }

    @Test
    void thePartitionsAreInTheOrderOfTheirNumbers() throws IOException {
        park(10, 1);
        park(9, 2);
        halves.decide(place(10, 3), null, RAW);
        halves.decide(place(9, 4), null, RAW);

        assertThat(halves.list().first()).containsExactly(first(9, 2), first(10, 1));
        assertThat(halves.list().second()).containsExactly(second(9, 4), second(10, 3));
    }

    @Test
    void aHalfThatIsAloneIsAnyHalf() throws IOException {
        halves.decide(place(1, 7), null, RAW);
        assertThat(halves.list().any()).isEqualTo(second(1, 7));
        assertThat(halves.list().haveServed()).isFalse();

        park(2, 1);
        assertThat(halves.list().any()).isEqualTo(first(2, 1));
    }

    @Test
    void theLatestFirstHalfInFrontInItsPartitionIsFound() throws IOException {
        park(0, 3);
        park(0, 5);
        park(0, 9);
        park(1, 6);

        ParkedHalves.Listing listing = halves.list();

        assertThat(listing.lastBefore(second(0, 7))).contains(first(0, 5));
        assertThat(listing.lastBefore(second(0, 3))).isEmpty();
        assertThat(listing.lastBefore(second(1, 7))).contains(first(1, 6));
        assertThat(listing.lastBefore(second(2, 7))).isEmpty();
    }

    @Test
    void aFirstHalfServesOneSecondHalf() throws IOException {
        park(0, 3);
        assertThat(halves.takenBy(first(0, 3))).isEmpty();

        state.reset();
        assertThat(halves.take(first(0, 3), second(0, 7))).isTrue();
        assertThat(state.calls())
                .containsExactly(new Call(
                        StoreOperation.CREATE, PREFIX + "taken-" + first(0, 3).text()));
        assertThat(halves.take(first(0, 3), second(0, 8))).isFalse();
        assertThat(halves.take(first(0, 3), second(0, 7))).isTrue();

        assertThat(halves.takenBy(first(0, 3))).contains(second(0, 7));
        assertThat(halves.list().isTaken(first(0, 3))).isTrue();
        assertThat(halves.list().waiting()).isEmpty();
        assertThat(halves.list().haveServed()).isTrue();
    }

    @Test
    void aFirstHalfThatToldTheRestWaitsNoMoreAndIsNotTaken() throws IOException {
        park(0, 3);
        park(0, 5);
        halves.markSettled(first(0, 3));

        ParkedHalves.Listing listing = halves.list();

        assertThat(listing.waiting()).containsExactly(first(0, 5));
        assertThat(listing.isTaken(first(0, 3))).isFalse();
        assertThat(listing.haveServed()).isFalse();
    }

    @Test
    void whatASecondHalfIsToHaveIsDecidedOnce() throws IOException {
        assertThat(halves.decide(place(0, 7), first(0, 3), RAW)).isEqualTo(first(0, 3));
        assertThat(halves.decide(place(0, 7), null, RAW)).isEqualTo(first(0, 3));
        assertThat(halves.decide(place(0, 8), null, RAW)).isNull();
        assertThat(halves.decide(place(0, 8), first(0, 3), RAW)).isNull();
    }

    @Test
    void aSecondHalfThatIsToHaveAFirstOneTakesItWhenItIsLookedFor() throws IOException {
        park(0, 3);
        halves.decide(place(0, 7), first(0, 3), RAW);
        halves.decide(place(0, 8), first(0, 3), RAW);
        halves.decide(place(0, 9), null, RAW);
        ParkedHalves.Listing listing = halves.list();
        assertThat(listing.waiting()).containsExactly(first(0, 3));

        assertThat(halves.unpaired(listing)).containsExactly(second(0, 8), second(0, 9));

        assertThat(listing.waiting()).isEmpty();
        assertThat(halves.takenBy(first(0, 3))).contains(second(0, 7));
    }

    @Test
    void aReportIsFoundAgain() throws IOException {
        park(0, 3);
        assertThatThrownBy(halves::report)
                .isInstanceOf(VanishedException.class)
                .hasMessageStartingWith(PREFIX + "incomplete");

        assertThat(halves.markReported("quarantine/hub/dépôt")).isEqualTo("quarantine/hub/dépôt");
        assertThat(halves.markReported("elsewhere"))
                .as("the first sweep's word counts")
                .isEqualTo("quarantine/hub/dépôt");

        assertThat(halves.list().reported()).isTrue();
        assertThat(halves.report()).isEqualTo("quarantine/hub/dépôt");
    }

    /** Without its marks a first half would wait again. */
    @Test
    void theMarksAreRemovedBehindTheHalves() throws IOException {
        park(0, 3);
        halves.decide(place(0, 7), null, RAW);
        halves.take(first(0, 3), second(0, 7));
        halves.markSettled(first(0, 3));
        halves.markReported("there");
        state.reset();

        halves.remove();

        assertThat(memory.listAll("")).isEmpty();
        assertThat(state.calls().stream()
                        .filter(call -> call.operation() == StoreOperation.DELETE)
                        .map(Call::name)
                        .distinct())
                .containsExactly(
                        PREFIX + second(0, 7).text(),
                        PREFIX + first(0, 3).text(),
                        PREFIX + "incomplete",
                        PREFIX + "settled-" + first(0, 3).text(),
                        PREFIX + "taken-" + first(0, 3).text());
    }

    @Test
    void allUpdatesThatHaveHalvesAreVisited() throws IOException {
        park(0, 3);
        String other = LakePath.pairHash("d", "s", "t", Slice.of("18"));
        ParkedHalves.of(state, "hub", other).decide(place(0, 8), null, RAW);
        String marked = LakePath.pairHash("d", "s", "t", Slice.of("19"));
        ParkedHalves.of(state, "hub", marked).markReported("there");
        memory.create("pairs/hub/" + first(0, 3).text(), "x".getBytes(StandardCharsets.US_ASCII));
        memory.create("pairs/hub/a/b/" + first(0, 3).text(), "x".getBytes(StandardCharsets.US_ASCII));

        List<String> visits = new ArrayList<>();
        ParkedHalves.forEach(state, (pair, parked, listing) -> {
            assertThat(parked.load(listing.any()).raw().toString()).isEqualTo("the half");
            visits.add(pair + listing.first() + listing.second());
        });

        assertThat(visits)
                .containsExactlyInAnyOrder(
                        PAIR + List.of(first(0, 3)) + List.of(), other + List.of() + List.of(second(0, 8)));
    }
}
