package dev.sluice.assemble;

import dev.sluice.change.Segment;
import dev.sluice.lake.LakePath;
import java.io.IOException;
import java.util.Locale;

/**
 * What tells one piece of a set from another: two pieces that claim one index but differ are two.
 *
 * @param hash 16 hex digits of the SHA-256 of the fragment
 */
record PieceName(int index, boolean last, String hash) implements Comparable<PieceName> {
    private static final String LAST = "-last";

    static PieceName of(Segment segment) {
        return new PieceName(segment.index(), segment.last(), LakePath.fragmentHash(segment.fragment()));
    }

    /** {@code <index, 6 digits>[-last]-<hash>}. */
    String text() {
        return String.format(Locale.ROOT, "%06d", index) + (last ? LAST : "") + "-" + hash;
    }

    /** Reads what {@link #text} wrote. */
    static PieceName parse(String text) throws IOException {
        try {
            int hash = text.lastIndexOf('-');
            String front = text.substring(0, hash);
            boolean last = front.endsWith(LAST);
            String index = last ? front.substring(0, front.length() - LAST.length()) : front;
            return new PieceName(Integer.parseInt(index), last, text.substring(hash + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("'" + text + "' is not the name of a parked piece; was it put there by hand?", e);
        }
    }

    @Override
    public int compareTo(PieceName other) {
        int byIndex = Integer.compare(index, other.index);
        int byLast = byIndex == 0 ? Boolean.compare(last, other.last) : byIndex;
        return byLast == 0 ? hash.compareTo(other.hash) : byLast;
    }
}
