package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates blocks in one go, each into an array of its own. */
final class BlockInflater {
    /** Longer blocks are left to a stream. */
    static final int LONGEST = 8 << 20;

    private static final int USUAL_RATIO = 6;

    private final Inflater inflater;
    /** Blocks of a file are much of a length. */
    private int guess;

    BlockInflater(Inflater inflater) {
        this.inflater = inflater;
    }

    /**
     * Inflates all of a block. Of the array that is returned at most an eighth is waste.
     *
     * @return empty if the block is too long
     * @throws IOException if the bytes are no deflated ones, or more than these
     */
    Optional<Slice> inflate(byte[] stored) throws IOException {
        inflater.reset();
        inflater.setInput(stored);
        byte[] inflated = new byte[guess == 0 ? Math.min(LONGEST, 1 + USUAL_RATIO * stored.length) : guess];
        int size = 0;
        while (!inflater.finished()) {
            if (size == inflated.length) {
                if (size == LONGEST) {
                    return Optional.empty();
                }
                inflated = Arrays.copyOf(inflated, Math.min(LONGEST, 2 * size));
            }
            int more = inflateInto(inflated, size);
            if (more == 0 && !inflater.finished()) {
                throw new IOException("the deflated bytes of a block end early");
            }
            size += more;
        }
        if (inflater.getRemaining() > 0) {
            throw new IOException("bytes are left in a block");
        }
        guess = Math.min(LONGEST, size + size / 16 + 1);
        boolean isWide = inflated.length - size > size / 8;
        return Optional.of(Slice.of(isWide ? Arrays.copyOf(inflated, size) : inflated, 0, size));
    }

    private int inflateInto(byte[] inflated, int from) throws IOException {
        try {
            return inflater.inflate(inflated, from, inflated.length - from);
        } catch (DataFormatException e) {
            throw new IOException("the bytes of a block are no deflated ones", e);
        }
    }
}
