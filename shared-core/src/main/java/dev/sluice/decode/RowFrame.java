package dev.sluice.decode;

import static dev.sluice.decode.Envelope.OLD;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A message around its rows: what stands in front of them, between the two arrays of them, and behind. With one row put
 * in, it is a message that can be tried again by itself.
 *
 * @param oldFirst {@code old} stands in front of the rows
 * @param hasOld there is an array of old rows besides
 */
record RowFrame(Slice front, Slice between, Slice behind, boolean oldFirst, boolean hasOld) {
    static final RowFrame NONE = new RowFrame(Slice.EMPTY, Slice.EMPTY, Slice.EMPTY, false, false);

    /** @param which member that holds the rows */
    static RowFrame of(Members message, int which, Slice text) {
        byte[] b = text.bytes();
        if (which == OLD || !message.isArray(OLD)) {
            return new RowFrame(
                    Slice.of(b, text.from(), message.from(which)),
                    Slice.EMPTY,
                    Slice.of(b, message.to(which), text.to()),
                    false,
                    false);
        }
        boolean oldFirst = message.from(OLD) < message.from(which);
        int first = oldFirst ? OLD : which;
        int second = oldFirst ? which : OLD;
        return new RowFrame(
                Slice.of(b, text.from(), message.from(first)),
                Slice.of(b, message.to(first), message.from(second)),
                Slice.of(b, message.to(second), text.to()),
                oldFirst,
                true);
    }

    long length() {
        return (long) front.length() + between.length() + behind.length();
    }

    Slice around(Slice row, @Nullable Slice old) {
        Utf8Buffer out = new Utf8Buffer((int) length() + row.length() + 64).append(front);
        if (!hasOld) {
            return array(row, out).append(behind).slice(0);
        }
        array(oldFirst ? old : row, out).append(between);
        return array(oldFirst ? row : old, out).append(behind).slice(0);
    }

    private static Utf8Buffer array(@Nullable Slice element, Utf8Buffer out) {
        return element == null
                ? out.append("null")
                : out.append('[').append(element).append(']');
    }
}
