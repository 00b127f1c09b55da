package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** Words of commands that people copy. */
final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private Shell() {}

    /** A word that a shell takes for what it says, whatever is in it. */
    static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    /** A command: its words, and options as they were given, each part with spaces inside or empty. */
    static String command(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    /** Options to be typed again; those that were not given are left out. */
    static String again(List<OptionSpec> options) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : options) {
            Object value = option.getValue();
            if (value != null) {
                words.add(option.longestName() + " " + word(value.toString()));
            }
        }
        return String.join(" ", words);
    }
}
