package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void theBarEndsFullAndFitsInALine() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();

        try (Progress progress = Progress.bar(new PrintStream(shown, true, UTF_8), "demo", "changes", 3)) {
            progress.step(2);
            progress.step();
        }

        String[] states = shown.toString(UTF_8).split("\r", -1);
        assertThat(states[states.length - 1]).contains("100%").contains("3/3 changes");
        assertThat(states).allMatch(state -> state.stripTrailing().length() <= 80);
    }

    @Test
    void nothingIsShownWithoutATerminal() {
        try (Progress progress = Progress.none()) {
            progress.step();
        }
    }

    private static String shown(Function<PrintStream, PartitionProgress> open) {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (PartitionProgress progress = open.apply(new PrintStream(shown, true, UTF_8))) {
            progress.step("orders/0", 3);
            progress.step("orders/1", 2);
            progress.step("orders/0", 1);
        }
        return shown.toString(UTF_8);
    }

    @Test
    void eachPartitionHasABarOfItsOwn() {
        String shown =
                shown(err -> PartitionProgress.bars(err, "replay", "records", Map.of("orders/0", 4L, "orders/1", 8L)));

        List<String> states = Arrays.stream(shown.split("[\\r\\n]", -1))
                .map(state -> state.replaceAll("\u001b\\[\\d+[A-Z]", "").stripTrailing())
                .toList();
        assertThat(states)
                .anyMatch(state -> state.contains("replay") && state.contains("6/12 records"))
                .anyMatch(state -> state.contains("orders/0") && state.contains("4/4 records"))
                .anyMatch(state -> state.contains("orders/1") && state.contains("2/8 records"))
                .allMatch(state -> state.length() <= 80);
    }

    @Test
    void manyPartitionsShareOneBar() {
        Map<String, Long> sizes = new HashMap<>();
        for (int partition = 0; partition < 32; partition++) {
            sizes.put("orders/" + partition, 4L);
        }
        assertThat(shown(err -> PartitionProgress.bars(err, "replay", "records", sizes)))
                .contains("6/128 records")
                .doesNotContain("orders");
    }

    @Test
    void withoutATerminalALineTellsWhichPartitionIsDone() {
        assertThat(shown(err ->
                        PartitionProgress.lines(err, "replay", "records", Map.of("orders/0", 4L, "orders/1", 8L))))
                .isEqualTo("replay: orders/0 is done, 4 records\n");
    }
}
