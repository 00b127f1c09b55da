package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long something new may be begun. */
class DeadlineTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void untilTheLastNanosecondThereIsTime() throws IOException {
        time.pass(Duration.ofSeconds(100));
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), time);
        assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(10));

        time.pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(deadline.left()).isEqualTo(Duration.ofNanos(1));
        deadline.requireTime();
        for (int i = 0; i < 2; i++) {
            time.pass(Duration.ofNanos(1));
            assertThatIOException()
                    .isThrownBy(deadline::requireTime)
                    .withMessage("no time is left of 10 s; the batch has to be given again");
        }
        assertThat(deadline.left()).isEqualTo(Duration.ofNanos(-1));
    }

    @Test
    void itTakesNoNoticeOfTheWallsClock() throws IOException {
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), time);
        time.setWall(Duration.ofSeconds(60));

        deadline.requireTime();
        assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void withoutOneThereIsTimeEnough() throws IOException {
        Deadline.NONE.requireTime();
        assertThat(Deadline.NONE.left()).isGreaterThan(Duration.ofDays(365));
        assertThat(Deadline.in(Duration.ofHours(1)).left()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    }
}
