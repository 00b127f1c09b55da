package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Long> pauses = new ArrayList<>();
    private long wallMillis = 1_000_000;
    private long nanos;

    private final Attempts attempts =
            new Attempts(LIMIT, Duration.ofSeconds(10), () -> Instant.ofEpochMilli(wallMillis), () -> nanos, millis -> {
                pauses.add(millis);
                pass(Duration.ofMillis(millis));
            });

    @Test
    void whatFailsInPassingIsTriedAgainAfterAGrowingPause() throws Exception {
        List<Boolean> mayHaveHappened = new ArrayList<>();

        assertThat(attempts.<String>run("create 'a'", attempt -> {
                    mayHaveHappened.add(attempt.mayHaveHappened());
                    switch (mayHaveHappened.size()) {
                        case 1, 2 -> throw refused(Duration.ZERO);
                        case 3, 4 -> throw open();
                        default -> {
                            return "done";
                        }
                    }
                }))
                .isEqualTo("done");

        assertThat(mayHaveHappened).containsExactly(false, false, false, true, true);
        assertThat(pauses).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(pauses.get(i)).isBetween(100L << i, 200L << i);
        }
    }

    @Test
    void anythingElseIsNotTriedAgain() {
        IOException forbidden = new IOException("forbidden");
        assertThatThrownBy(() -> attempts.run("create 'a'", attempt -> {
                    throw forbidden;
                }))
                .isSameAs(forbidden);
        assertThat(pauses).isEmpty();
    }

    @Test
    void noTryBeginsAfterTheLimit() {
        List<Duration> times = new ArrayList<>();
        assertThatThrownBy(() -> attempts.run("create 'a'", attempt -> {
                    Duration time = attempt.timeFor(0);
                    times.add(time);
                    pass(time);
                    throw open();
                }))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot create 'a': given up after 3 tries in ")
                .hasMessageEndingWith(": no answer")
                .hasCauseInstanceOf(TransientStoreException.class);

        assertThat(nanos).isLessThanOrEqualTo(LIMIT.toNanos());
        assertThat(times).hasSize(3).startsWith(Duration.ofSeconds(10), Duration.ofSeconds(10));
        assertThat(times.get(2)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aStoreThatAsksForMoreTimeThanThereIsIsNotAskedAgain() {
        assertThatThrownBy(() -> attempts.run("create 'a'", attempt -> {
                    throw refused(Duration.ofSeconds(pauses.isEmpty() ? 7 : 23));
                }))
                .hasMessageContaining("given up after 2 tries in 7000 ms");
        assertThat(pauses).containsExactly(7_000L);
    }

    @Test
    void timePassesByWhicheverClockIsAhead() throws Exception {
        attempts.run("create 'a'", attempt -> {
            assertThat(attempt.timeFor(4_000_000)).isEqualTo(Duration.ofSeconds(12));
            assertThat(attempt.timeFor(Integer.MAX_VALUE)).isEqualTo(LIMIT);
            wallMillis += 25_000; // The machine was frozen.
            assertThat(attempt.timeFor(0)).isEqualTo(Duration.ofSeconds(5));
            nanos += 29_000_000_000L; // Somebody set the wall clock back.
            assertThat(attempt.timeFor(0)).isEqualTo(Duration.ofSeconds(1));
            nanos += 1_000_000_000L;
            assertThatThrownBy(() -> attempt.timeFor(0)).isExactlyInstanceOf(IOException.class);
            return "";
        });
    }

    @Test
    void anInterruptEndsThePause() {
        Attempts interrupted = new Attempts(LIMIT, LIMIT, () -> Instant.EPOCH, () -> 0, millis -> {
            throw new InterruptedException();
        });
        assertThatThrownBy(() -> interrupted.run("create 'a'", attempt -> {
                    throw open();
                }))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        wallMillis += time.toMillis();
    }

    private static TransientStoreException open() {
        return TransientStoreException.open("no answer", new IOException(), Duration.ZERO);
    }

    private static TransientStoreException refused(Duration retryAfter) {
        return TransientStoreException.refused("throttled", new IOException(), retryAfter);
    }
}
