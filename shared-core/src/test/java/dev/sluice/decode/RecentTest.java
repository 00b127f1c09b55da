package dev.sluice.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.text.Slice;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentTest {
    private static Slice text(int number, int length) {
        return Slice.of(("%05d".formatted(number) + "x".repeat(length - 5)));
    }

    /** How many of the texts with these numbers are known. */
    private static long known(Recent<Integer> recent, int count, int length) {
        return IntStream.range(0, count)
                .filter(number -> recent.find(text(number, length)) != null)
                .count();
    }

    @Test
    void whatWasNotNeededForLongestIsForgotten() {
        Recent<Integer> recent = new Recent<>();
        recent.remember(text(0, 10), 0);
        for (int number = 1; number < 300; number++) {
            recent.remember(text(number, 10), number);
            assertThat(recent.find(text(0, 10))).isZero();
        }

        assertThat(recent.find(text(1, 10))).isNull();
        assertThat(known(recent, 300, 10)).isEqualTo(256);
    }

    /** 256 descriptions of wide tables would take 128 MiB. */
    @Test
    void longTextsTakeABoundedNumberOfBytes() {
        Recent<Integer> recent = new Recent<>();
        for (int round = 0; round < 2; round++) {
            for (int number = 0; number < 40; number++) {
                recent.remember(text(number, 512 << 10), number);
            }
        }

        assertThat(known(recent, 40, 512 << 10)).isEqualTo(8);
        recent.remember(text(40, (512 << 10) + 1), 40);
        assertThat(recent.find(text(40, (512 << 10) + 1))).isNull();
    }

    @Test
    void theSameTextAgainCountsOnce() {
        Recent<Integer> recent = new Recent<>();
        for (int time = 0; time < 20; time++) {
            recent.remember(text(0, 512 << 10), time);
        }
        recent.remember(text(1, 10), 1);

        assertThat(recent.find(text(0, 512 << 10))).isEqualTo(19);
    }
}
