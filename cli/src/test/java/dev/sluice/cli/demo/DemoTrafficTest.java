package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.traffic.Kind;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTrafficTest {
    @Test
    void bothStreamsComeInTheOrderOfTheBrokersWithAQuarterOfTheChangesFromDataWorks() {
        Map<DemoStream, Integer> changes = new EnumMap<>(DemoStream.class);
        DemoStream last = DemoStream.CES;
        int turns = 0;
        for (DemoTraffic.Sent sent : new DemoTraffic(3, 1001)) {
            if (sent.generated().kind() == Kind.CHANGE) {
                changes.merge(sent.stream(), 1, Integer::sum);
            }
            turns += sent.stream() == last ? 0 : 1;
            last = sent.stream();
        }
        assertThat(changes).containsExactly(Map.entry(DemoStream.CES, 751), Map.entry(DemoStream.DATAWORKS, 250));
        assertThat(turns).isGreaterThan(50);
    }
}
