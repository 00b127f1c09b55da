package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Real input, exact output: every folder below {@code golden} that holds an input is a case. A new bug report is a new
 * folder, no Java changes. Each input is one record of stream local, partition 0, epoch 1, offset 0.
 */
class GoldenTest {
    private static List<Path> cases() throws IOException, URISyntaxException {
        Path root = Path.of(
                Objects.requireNonNull(GoldenTest.class.getResource("/golden")).toURI());
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.getFileName().toString().startsWith("input."))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreCases() throws Exception {
        assertThat(cases()).hasSizeGreaterThan(48);
    }

    @TestFactory
    List<DynamicTest> everyInputGivesExactlyTheExpectedLines() throws Exception {
        return cases().stream()
                .map(input -> dynamicTest(input.getParent().getFileName().toString(), () -> check(input)))
                .toList();
    }

    private static void check(Path input) throws IOException {
        Path folder = input.resolveSibling("");
        byte[] expected = Files.readAllBytes(folder.resolve("expected.jsonl"));
        List<String> outcomes = Files.readAllLines(folder.resolve("outcomes.txt"));

        Normalized actual = Normalized.of(Files.readAllBytes(input));

        assertThat(new String(actual.bytes(), StandardCharsets.UTF_8))
                .isEqualTo(new String(expected, StandardCharsets.UTF_8));
        assertThat(actual.bytes()).isEqualTo(expected);
        assertThat(actual.outcomes()).isEqualTo(outcomes);
    }
}
