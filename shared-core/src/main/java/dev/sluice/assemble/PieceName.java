package dev.sluice.assemble;

import dev.sluice.change.Segment;
import dev.sluice.lake.LakePath;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tells one piece of a set from another: two pieces that claim one index but differ are two.
 *
 * @param hash 16 hex digits of the SHA-256 of the fragment
 */
public record PieceName(int index, boolean last, String hash) implements Comparable<PieceName> {
    private static final String LAST = "-last";
    private static final Pattern FORM = Pattern.compile("(\\d{6})(-last)?-([0-9a-f]{16})");

    static PieceName of(Segment segment) {
        return new PieceName(segment.index(), segment.last(), LakePath.fragmentHash(segment.fragment()));
    }

    /** {@code <index, 6 digits>[-last]-<hash>}. */
    String text() {
        return String.format(Locale.ROOT, "%06d", index) + (last ? LAST : "") + "-" + hash;
    }

    /** Reads what {@link #text} wrote; empty for any other text. */
    static Optional<PieceName> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new PieceName(Integer.parseInt(matcher.group(1)), matcher.group(2) != null, matcher.group(3)));
    }

    @Override
    public int compareTo(PieceName other) {
        int byIndex = Integer.compare(index, other.index);
        int byLast = byIndex == 0 ? Boolean.compare(last, other.last) : byIndex;
        return byLast == 0 ? hash.compareTo(other.hash) : byLast;
    }
}
