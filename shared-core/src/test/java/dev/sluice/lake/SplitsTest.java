package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a range that was split off is waited for, and how long a view of the ledger is young. */
class SplitsTest {
    private static final StreamPartition HUB = new StreamPartition("hub", 3, "namespace/hub");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final VirtualTime time = new VirtualTime();
    private final Splits splits = new Splits(time, PATIENCE);

    private static LedgerRange range(long first, @Nullable Long splitAt) {
        return new LedgerRange(first, null, first - 1, Map.of(), null, splitAt, null);
    }

    private static LedgerEpoch epoch(int number) {
        return LedgerEpoch.start(number, null, 0);
    }

    private void waitOut(long first, @Nullable Long splitAt) throws IOException {
        splits.waitOut(HUB, epoch(1), range(first, splitAt), Deadline.NONE);
    }

    private void assertSlept(Duration... sleeps) {
        assertThat(time.sleeps()).isEqualTo(List.of(sleeps));
    }

    @Test
    void aRangeThatWasNotSplitOffIsNotWaitedFor() throws IOException {
        waitOut(5, null);
        assertSlept();
    }

    @Test
    void aMinuteIsWaitedSinceTheSplitWasSeenFirst() throws IOException {
        long now = time.millis();
        waitOut(5, now);
        assertSlept(Duration.ofSeconds(60));

        waitOut(5, now);
        assertSlept(Duration.ofSeconds(60));
    }

    @Test
    void whatIsLeftOfTheMinuteIsWaited() throws IOException {
        Splits impatient = new Splits(time, Duration.ofSeconds(1));
        LedgerRange range = range(5, time.millis());
        assertThatThrownBy(() -> impatient.waitOut(HUB, epoch(1), range, Deadline.NONE))
                .isInstanceOf(NotYetException.class)
                .hasMessage("stream hub, partition 3 jumped over offsets, or has new rules; it can be written in 60 s,"
                        + " when no owner with the old view can write any more; give the batch again then");
        time.pass(Duration.ofMillis(58_999));
        assertThatThrownBy(() -> impatient.waitOut(HUB, epoch(1), range, Deadline.NONE))
                .isInstanceOf(NotYetException.class);
        time.pass(Duration.ofMillis(1));
        impatient.waitOut(HUB, epoch(1), range, Deadline.NONE);
        assertSlept(Duration.ofSeconds(1));
    }

    /** The clocks of two computers may differ by ten seconds. */
    @Test
    void aSplitThatIsOldByTheWallsClockIsNotWaitedFor() throws IOException {
        waitOut(5, time.millis() - 70_000);
        waitOut(6, time.millis() - 100_000);
        assertSlept();

        waitOut(7, time.millis() - 69_999);
        assertSlept(Duration.ofMillis(1));
    }

    @Test
    void whoWouldHaveToWaitBeyondItsDeadlineIsSentAway() throws IOException {
        LedgerRange range = range(5, time.millis());
        Deadline near = Deadline.in(Duration.ofSeconds(60).minusNanos(1), time);
        assertThatThrownBy(() -> splits.waitOut(HUB, epoch(1), range, near))
                .isInstanceOf(NotYetException.class)
                .hasMessageContaining(" in 60 s,");
        assertSlept();

        splits.waitOut(HUB, epoch(1), range, Deadline.in(Duration.ofSeconds(60), time));
        assertSlept(Duration.ofSeconds(60));
    }

    @Test
    void aClockThatIsBehindMakesTheWaitNoLonger() throws IOException {
        waitOut(5, time.millis() + 3_600_000);
        assertSlept(Duration.ofSeconds(60));
    }

    @Test
    void everySplitIsWaitedForOnItsOwn() throws IOException {
        long now = time.millis();
        waitOut(5, now);
        waitOut(6, now + 60_000);
        waitOut(5, now + 120_000);
        splits.waitOut(HUB, epoch(2), range(5, now + 180_000), Deadline.NONE);
        splits.waitOut(
                new StreamPartition("hub", 4, "namespace/hub"), epoch(2), range(5, now + 240_000), Deadline.NONE);
        Duration minute = Duration.ofSeconds(60);
        assertSlept(minute, minute, minute, minute, minute);
    }

    @Test
    void whoIsInterruptedWhileWaitingDoesNotWriteAndStaysInterrupted() {
        Time interrupting = new Time() {
            @Override
            public long millis() {
                return time.millis();
            }

            @Override
            public long nanos() {
                return time.nanos();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                throw new InterruptedException();
            }
        };

        assertThatThrownBy(() -> new Splits(interrupting, PATIENCE)
                        .waitOut(HUB, epoch(1), range(5, time.millis()), Deadline.NONE))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("interrupted while waiting for owners with an old view");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void theComputersTimeIsThatOfItsClocks() {
        assertThat(Time.SYSTEM.millis()).isGreaterThan(time.millis() - 31_536_000_000L);
        assertThat(Time.SYSTEM.nanos()).isNotEqualTo(0);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Time.SYSTEM.sleep(Duration.ofHours(1))).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aViewIsYoungForTwentySecondsByBothClocks() {
        Ledger ledger = Ledger.start("namespace/hub", "a1", null, 0);
        KnownLedger known = new KnownLedger(ledger, "1", time.millis(), time.nanos());
        assertThat(known.isFresh(time)).isTrue();
        time.pass(Duration.ofSeconds(20));
        assertThat(known.isFresh(time)).isTrue();
        time.pass(Duration.ofMillis(1));
        assertThat(known.isFresh(time)).isFalse();

        KnownLedger byWall = new KnownLedger(ledger, "1", time.millis(), time.nanos());
        time.setWall(Duration.ofSeconds(20));
        assertThat(byWall.isFresh(time)).isTrue();
        time.setWall(Duration.ofMillis(1));
        assertThat(byWall.isFresh(time)).isFalse();

        KnownLedger setBack = new KnownLedger(ledger, "1", time.millis(), time.nanos());
        time.pass(Duration.ofSeconds(21));
        time.setWall(Duration.ofSeconds(-21));
        assertThat(setBack.isFresh(time)).isFalse();
    }
}
