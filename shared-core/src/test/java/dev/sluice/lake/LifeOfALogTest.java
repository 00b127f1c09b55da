package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the ledger remembers so that a log that began anew is told from a redelivery, and how far it is. */
class LifeOfALogTest {
    private static LedgerRange range(long first, @Nullable Long last, long through) {
        return new LedgerRange(first, last, through, Map.of(), null, null, null);
    }

    private static LedgerEpoch epoch(long origin, @Nullable Long throughTime, LedgerRange... ranges) {
        return new LedgerEpoch(1, null, origin, throughTime, null, List.of(ranges));
    }

    /** Which records are asked for their times: all up to an offset, and the time they have to have. */
    private static @Nullable String asked(LedgerEpoch epoch, boolean answer) {
        String[] asked = new String[1];
        boolean over = epoch.isOver((through, millis) -> {
            asked[0] = through + " " + millis;
            return answer;
        });
        assertThat(over).isEqualTo(asked[0] != null && answer);
        return asked[0];
    }

    @Test
    void wholeSecondsCountAndTwoOfSlack() {
        assertThat(asked(epoch(0, 4999L, range(0, null, 9)), true)).isEqualTo("9 7000");
        assertThat(asked(epoch(0, 5000L, range(0, null, 9)), false)).isEqualTo("9 8000");
    }

    @Test
    void withoutATimeNothingTellsALaterLife() {
        assertThat(asked(epoch(0, null, range(0, null, 9)), true)).isNull();
        assertThat(asked(epoch(0, -1L, range(0, null, 9)), true)).isNull();
    }

    @Test
    void theRecordsUpToTheHighestThatIsThereAreAsked() {
        // One event, and none.
        assertThat(asked(epoch(10, 5000L, range(10, null, 10)), true)).isEqualTo("10 8000");
        assertThat(asked(epoch(10, 5000L, range(10, null, 9)), true)).isEqualTo("9 8000");
        // A hole that is begun in front of a range that is not.
        assertThat(asked(epoch(10, 5000L, range(15, 19L, 17), range(20, null, 19)), true))
                .isEqualTo("17 8000");
        // What lies between two ranges, or in front of the first one, is finished.
        assertThat(asked(epoch(10, 5000L, range(10, 14L, 9), range(20, null, 19)), true))
                .isEqualTo("19 8000");
        assertThat(asked(epoch(10, 5000L, range(15, 19L, 14), range(20, null, 19)), true))
                .isEqualTo("14 8000");
        assertThat(asked(epoch(10, 5000L, range(11, 19L, 10), range(20, null, 19)), true))
                .isEqualTo("10 8000");
        // Nothing is there at all.
        assertThat(asked(epoch(10, 5000L, range(10, 19L, 9), range(20, null, 19)), true))
                .isEqualTo("9 8000");
    }

    @Test
    void theTimesGoOnWithWhatIsWritten() {
        LedgerEpoch epoch = LedgerEpoch.start(1, null, 0)
                .commit(Map.of(), Map.of(), Map.of(), 500L, 70L)
                .commit(Map.of(), Map.of(), Map.of(), 600L, 80L);

        assertThat(epoch.throughTime()).isEqualTo(600);
        assertThat(epoch.sourceTime()).isEqualTo(80);
    }

    @Test
    void aRecordWithoutATimeMakesTheWholeLifeUntimed() {
        LedgerEpoch start = LedgerEpoch.start(1, null, 0);
        Map<Long, Long> worked = Map.of(0L, 5L);

        LedgerEpoch untimed =
                start.commit(worked, Map.of(), Map.of(), 500L, null).commit(worked, Map.of(), Map.of(), -1L, null);
        assertThat(untimed.throughTime()).isEqualTo(-1);
        assertThat(untimed.commit(worked, Map.of(), Map.of(), 600L, null).throughTime())
                .isEqualTo(-1);
        assertThat(start.commit(worked, Map.of(), Map.of(), null, 7L).throughTime())
                .isNull();
        assertThat(start.commit(worked, Map.of(), Map.of(), null, 7L).sourceTime())
                .isEqualTo(7);
    }

    @Test
    void aRangeThatIsWrittenToWasWaitedFor() {
        LedgerEpoch split = LedgerEpoch.start(1, null, 0).splitOffAt(77);
        assertThat(split.ranges()).extracting(LedgerRange::splitAt).containsExactly(77L);

        assertThat(split.commit(Map.of(), Map.of(), Map.of(), null, null).ranges())
                .extracting(LedgerRange::splitAt)
                .containsExactly(77L);
        assertThat(split.commit(Map.of(0L, 0L), Map.of(), Map.of(), null, null).ranges())
                .extracting(LedgerRange::splitAt)
                .containsOnlyNulls();
    }

    @Test
    void offsetsThatDoNotExistLeaveNoHole() {
        LedgerEpoch epoch = epoch(10, null, range(15, 19L, 16), range(30, null, 39));

        assertThat(epoch.withoutJump(50)).isEqualTo(40);
        assertThat(epoch.withoutJump(40)).isEqualTo(40);
        assertThat(epoch.withoutJump(35)).isEqualTo(35);
        assertThat(epoch.withoutJump(19)).isEqualTo(17);
        assertThat(epoch.withoutJump(20)).isEqualTo(20);
        assertThat(epoch.withoutJump(5)).isEqualTo(5);
    }

    @Test
    void aRangeReachesFromItsFirstToItsLastOffset() {
        LedgerRange hole = range(15, 19L, 16);
        assertThat(List.of(hole.holds(14), hole.holds(15), hole.holds(19), hole.holds(20)))
                .containsExactly(false, true, true, false);
        assertThat(List.of(
                        hole.overlaps(10, 14),
                        hole.overlaps(10, 15),
                        hole.overlaps(16, 17),
                        hole.overlaps(19, 30),
                        hole.overlaps(20, 30)))
                .containsExactly(false, true, true, true, false);
        LedgerRange live = range(30, null, 29);
        assertThat(List.of(live.overlaps(10, 29), live.overlaps(10, 30), live.overlaps(99, 99)))
                .containsExactly(false, true, true);
        assertThat(List.of(range(15, 19L, 18).isFinished(), range(15, 19L, 19).isFinished(), live.isFinished()))
                .containsExactly(false, true, false);
    }

    @Test
    void anotherLifeIsAnEpochOfItsOwn() {
        Ledger ledger = Ledger.start("namespace/hub", "a1", 5L, 100).withNewEpoch(7L, 3, 77);

        assertThat(ledger)
                .isEqualTo(new Ledger(
                        "namespace/hub",
                        new Ledger.Rules("a1", 0),
                        List.of(
                                new LedgerEpoch(1, 5L, 100, null, null, List.of(range(100, null, 99))),
                                new LedgerEpoch(
                                        2,
                                        7L,
                                        3,
                                        null,
                                        null,
                                        List.of(new LedgerRange(3, null, 2, Map.of(), null, 77L, null))))));
        assertThat(ledger.newest().epoch()).isEqualTo(2);
    }

    @Test
    void aLedgerThatCannotBeReadIsToldWithoutItsText() {
        for (String json : List.of("{\"log\":\"secret", "{\"secret\":1}")) {
            assertThatIOException()
                    .isThrownBy(() -> Ledger.parse(json.getBytes(StandardCharsets.UTF_8)))
                    .withMessageStartingWith("the ledger is not readable: ")
                    .withMessageEndingWith("; was it written by a newer version, or by hand?")
                    .satisfies(fault -> assertThat(fault.getCause()).hasMessageNotContaining("Source"));
        }
    }

    // How far it is.

    private final MemoryObjectStore state = new MemoryObjectStore();

    private boolean isCommitted(int epoch, long offset) throws IOException {
        try (LakeWriter writer = LakeWriter.open(
                new MemoryObjectStore(), state, Layout.DEFAULT, new VirtualTime(), Duration.ofSeconds(90))) {
            return writer.isCommitted("hub", 3, epoch, offset);
        }
    }

    @Test
    void aRecordIsCommittedWhenItsLedgerSaysSoOrItsLifeIsOver() throws IOException {
        assertThat(isCommitted(1, 5)).isFalse();

        LedgerEpoch second = new LedgerEpoch(2, null, 0, null, null, List.of(range(0, null, 5)));
        state.create("ledger/hub/3.json", new Ledger("namespace/hub", Ledger.Rules.UNKNOWN, List.of(second)).json());

        assertThat(isCommitted(2, 5)).isTrue();
        assertThat(isCommitted(2, 6)).isFalse();
        assertThat(isCommitted(1, 6)).isTrue();
        assertThat(isCommitted(3, 6)).isFalse();
    }
}
