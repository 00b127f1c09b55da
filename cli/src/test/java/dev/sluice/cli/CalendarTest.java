package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalendarTest {
    private static Map<String, Integer> filled(String... days) {
        List<Map.Entry<String, Integer>> dated = new ArrayList<>();
        for (String day : days) {
            dated.add(Map.entry(day, 1));
        }
        return Calendar.filled(dated, 0, Integer::sum);
    }

    @Test
    void aDayWithoutAnythingStandsBetweenItsNeighbours() {
        assertThat(filled("2026-03-01T05", "2026-02-27", "2026-03-01T06", "-").toString())
                .isEqualTo("{2026-02-27=1, 2026-02-28=0, 2026-03-01=2}");
    }

    @Test
    void tooManyDaysAreMonths() {
        assertThat(filled("2026-01-31", "2026-05-04", "2026-05-05").toString())
                .isEqualTo("{2026-01=1, 2026-02=0, 2026-03=0, 2026-04=0, 2026-05=2}");
    }

    @Test
    void tooManyMonthsAreYears() {
        assertThat(filled("1970-01-01", "2026-05-02"))
                .hasSize(57)
                .containsEntry("1970", 1)
                .containsEntry("2026", 1);
    }

    @Test
    void noDayIsNoChart() {
        assertThat(filled("-", "x")).isEmpty();
    }
}
