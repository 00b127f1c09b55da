package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private static final List<SourceMessage> LOG = LongStream.range(0, 1_000)
            .mapToObj(offset -> new SourceMessage(2, offset, new byte[] {(byte) offset}, offset * 10))
            .toList();

    @Test
    void theBatchesJoinedAreTheLog() {
        List<List<SourceMessage>> batches = Batches.cut(LOG, new SplittableRandom(1), 7);
        assertThat(batches.stream().flatMap(List::stream)).containsExactlyElementsOf(LOG);
    }

    @Test
    void batchesHaveAllSizesFromOneToTheMaximum() {
        List<List<SourceMessage>> batches = Batches.cut(LOG, new SplittableRandom(1), 7);
        assertThat(batches.stream().map(List::size).collect(Collectors.toSet())).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void theSeedDecidesTheCuts() {
        List<List<SourceMessage>> batches = Batches.cut(LOG, new SplittableRandom(1), 7);
        assertThat(Batches.cut(LOG, new SplittableRandom(1), 7)).isEqualTo(batches);
        assertThat(Batches.cut(LOG, new SplittableRandom(2), 7)).isNotEqualTo(batches);
    }

    @Test
    void anEmptyLogHasNoBatches() {
        assertThat(Batches.cut(List.of(), new SplittableRandom(1), 7)).isEmpty();
    }

    @Test
    void aMaximumBelowOneIsRefused() {
        assertThatThrownBy(() -> Batches.cut(LOG, new SplittableRandom(1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max is 0 (expected 1 or more)");
    }
}
