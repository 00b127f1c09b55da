package dev.sluice.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Patterns in which {@code *} stands for any text and {@code ?} for one character. */
public final class Glob {
    private Glob() {}

    public static Pattern pattern(String glob) {
        return Pattern.compile(
                glob.codePoints()
                        .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                        .collect(Collectors.joining()),
                Pattern.DOTALL);
    }
}
