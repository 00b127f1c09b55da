package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates blocks in one go, one after the other into the same array. */
final class BlockInflater {
    /** Longer blocks are left to a stream. */
    static final int LONGEST = 8 << 20;

    private static final int USUAL_RATIO = 6;

    private final Inflater inflater;
    private byte[] inflated = new byte[0];

    BlockInflater(Inflater inflater) {
        this.inflater = inflater;
    }

    /**
     * Inflates all of a block.
     *
     * @return good until the next call; empty if the block is too long
     * @throws IOException if the bytes are no deflated ones, or more than these
     */
    Optional<Slice> inflate(byte[] stored) throws IOException {
        inflater.reset();
        inflater.setInput(stored);
        if (inflated.length == 0) {
            inflated = new byte[Math.min(LONGEST, 1 + USUAL_RATIO * stored.length)];
        }
        int size = 0;
        while (!inflater.finished()) {
            if (size == inflated.length) {
                if (size == LONGEST) {
                    return Optional.empty();
                }
                inflated = Arrays.copyOf(inflated, Math.min(LONGEST, 2 * size));
            }
            int more = inflateBehind(size);
            if (more == 0 && !inflater.finished()) {
                throw new IOException("the deflated bytes of a block end early");
            }
            size += more;
        }
        if (inflater.getRemaining() > 0) {
            throw new IOException("bytes are left in a block");
        }
        return Optional.of(Slice.of(inflated, 0, size));
    }

    private int inflateBehind(int size) throws IOException {
        try {
            return inflater.inflate(inflated, size, inflated.length - size);
        } catch (DataFormatException e) {
            throw new IOException("the bytes of a block are no deflated ones", e);
        }
    }
}
