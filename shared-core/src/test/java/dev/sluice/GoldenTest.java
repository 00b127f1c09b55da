package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Real input, exact output: every folder below {@code golden} that holds an input is a case. A new bug report is a new
 * folder, no Java changes. A case is one batch of stream local, partition 0, epoch 1: {@code input.*} is its only
 * record, at offset 0; or {@code input-0.*}, {@code input-1.*} and so on are the records at these offsets. Control lines
 * stand in {@code control.jsonl}, if there are any.
 */
class GoldenTest {
    @Test
    void thereAreCases() {
        assertThat(Golden.cases()).hasSizeGreaterThan(160);
    }

    @TestFactory
    List<DynamicTest> everyInputGivesExactlyTheExpectedLines() {
        return Golden.cases().stream()
                .map(folder -> dynamicTest(folder, () -> check(folder)))
                .toList();
    }

    private static void check(String folder) {
        byte[] expected = Golden.file(folder + "/expected.jsonl");
        String outcomes = text(Golden.file(folder + "/outcomes.txt"));

        Normalized actual = Normalized.of(Golden.inputs(folder).toArray(byte[][]::new));

        assertThat(text(actual.bytes())).isEqualTo(text(expected));
        assertThat(actual.bytes()).isEqualTo(expected);
        assertThat(String.join("\n", actual.outcomes()) + "\n").isEqualTo(outcomes);
        assertThat(text(actual.control()))
                .isEqualTo(Golden.has(folder + "/control.jsonl") ? text(Golden.file(folder + "/control.jsonl")) : "");
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
