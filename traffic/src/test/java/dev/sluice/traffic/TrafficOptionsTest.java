package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficOptionsTest {
    @Test
    void eachOptionIsChangedAlone() {
        TrafficOptions changed = TrafficOptions.plain()
                .withPartitions(2)
                .withEvents(3)
                .withDays(4)
                .withRowsPerTable(5)
                .withGenerations(CesGeneration.B, CesGeneration.A)
                .withResendShare(0.1)
                .withPoisonShare(0.2)
                .withKeyChangeShare(0.3)
                .withSparseShare(0.4)
                .withNoBeforeShare(0.5)
                .withSplitShare(0.6);
        assertThat(changed)
                .isEqualTo(new TrafficOptions(
                        2, 3, 4, 5, List.of(CesGeneration.B, CesGeneration.A), 0.1, 0.2, 0.3, 0.4, 0.5, 0.6));
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        TrafficOptions plain = TrafficOptions.plain();
        assertThatThrownBy(() -> plain.withPartitions(0)).hasMessage("partitions is 0 (expected 1 or more)");
        assertThatThrownBy(plain::withGenerations).hasMessage("generations is 0 (expected 1 or more)");
        assertThatThrownBy(() -> plain.withSparseShare(1.5)).hasMessage("sparseShare is 1.5 (expected 0 to 1)");
        assertThatThrownBy(() -> plain.withPoisonShare(Double.NaN)).hasMessage("poisonShare is NaN (expected 0 to 1)");
    }
}
