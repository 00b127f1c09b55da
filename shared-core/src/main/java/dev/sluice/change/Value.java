package dev.sluice.change;

import dev.sluice.text.Slice;
import java.util.Arrays;

/** One value as it stands on the wire; {@code text} is empty for ABSENT and NULL. */
public record Value(WireKind kind, Slice text) {
    public static final Value ABSENT = new Value(WireKind.ABSENT, Slice.EMPTY);

    public boolean isKnown() {
        return kind != WireKind.ABSENT && kind != WireKind.NULL;
    }

    /** The same, in bytes of its own. */
    public Value copy() {
        return of(kind, text.bytes(), text.from(), text.to());
    }

    /** A value that these bytes are copied for, with the quote that closes a string, which readers of escapes look for. */
    public static Value of(WireKind kind, byte[] bytes, int from, int to) {
        byte[] own = Arrays.copyOfRange(bytes, from, Math.min(to + 1, bytes.length));
        return new Value(kind, Slice.of(own, 0, to - from));
    }
}
