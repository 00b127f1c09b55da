package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchmarkUpdatesTest {
    private static final List<byte[]> BODIES = CesTraffic.benchmarkUpdates(7, 10_000);

    /** 1,792 to 1,850 bytes is 1.75 to 1.85 KB whether a KB has 1,000 or 1,024. */
    @Test
    void theMeanSizeIsOnePointEightKilobytes() {
        double mean = BODIES.stream().mapToInt(body -> body.length).average().orElseThrow();
        assertThat(mean).isBetween(1_792.0, 1_850.0);
        assertThat(BODIES).allMatch(body -> body.length > 1_700 && body.length < 1_950);
    }

    @Test
    void noTwoMessagesAreAlike() {
        assertThat(BODIES.stream().map(body -> new String(body, StandardCharsets.UTF_8)))
                .doesNotHaveDuplicates();
        assertThat(BODIES).hasSize(10_000);
    }

    @Test
    void everyMessageIsAnUpdateWithBothImagesOfEightColumns() throws IOException {
        for (byte[] body : BODIES) {
            Wire wire = Wire.of(body);
            assertThat(wire.attribute("operation")).isEqualTo("UPD");
            assertThat(wire.columns()).hasSize(8);
            Map<String, String> old = Wire.image(wire.old());
            Map<String, String> current = Wire.image(wire.current());
            assertThat(old).containsOnlyKeys(wire.columns());
            assertThat(current).containsOnlyKeys(wire.columns()).isNotEqualTo(old);
        }
    }

    @Test
    void theColumnsHaveMixedTypes() throws IOException {
        List<String> types = new ArrayList<>();
        Wire.of(BODIES.get(0))
                .source()
                .get("cols")
                .forEach(column -> types.add(column.get("type").textValue()));
        assertThat(types)
                .containsExactly(
                        "int",
                        "nvarchar(80)",
                        "nvarchar(400)",
                        "decimal(18,4)",
                        "datetime2(7)",
                        "bit",
                        "bigint",
                        "varchar(100)");
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAShorterListIsItsBeginning() {
        assertThat(CesTraffic.benchmarkUpdates(7, 50)).containsExactlyElementsOf(BODIES.subList(0, 50));
        assertThat(CesTraffic.benchmarkUpdates(8, 50)).doesNotContainAnyElementsOf(BODIES.subList(0, 50));
    }
}
