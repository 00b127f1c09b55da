package dev.sluice.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitsTest {
    /** With another text all ledgers would take the next version for one that reads messages in another way. */
    @Test
    void theTextThatLedgersHashStaysAsItIs() {
        assertThat(new Limits(1, 2, 3, 4, 5, 6, 7, 8))
                .hasToString("Limits[recordBytes=1, items=2, depth=3, numberLength=4, columns=5, segments=6,"
                        + " eventBytes=7, valueBytes=8]");
    }
}
