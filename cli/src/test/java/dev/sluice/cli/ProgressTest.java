package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
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
}
