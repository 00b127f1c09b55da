package dev.sluice.change;

import dev.sluice.text.Slice;

/** One value as it stands on the wire; {@code text} is empty for ABSENT and NULL. */
public record Value(WireKind kind, Slice text) {
    public static final Value ABSENT = new Value(WireKind.ABSENT, Slice.EMPTY);

    public boolean isKnown() {
        return kind != WireKind.ABSENT && kind != WireKind.NULL;
    }
}
