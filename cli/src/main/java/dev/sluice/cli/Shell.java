package dev.sluice.cli;

import java.util.regex.Pattern;

/** Words of commands that people copy. */
final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private Shell() {}

    /** A word that a shell takes for what it says, whatever is in it. */
    static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
