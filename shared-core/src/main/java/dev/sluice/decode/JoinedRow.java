package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import dev.sluice.change.Value;
import dev.sluice.decode.EventRows.At;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of a split event: its key is in memory, its values are read whenever they are shown. */
final class JoinedRow implements RowImage {
    private final JoinedRows rows;
    private final At at;
    private final List<KeyColumn> key;
    private final boolean whole;

    private JoinedRow(JoinedRows rows, At at, List<KeyColumn> key, boolean whole) {
        this.rows = rows;
        this.at = at;
        this.key = key;
        this.whole = whole;
    }

    /**
     * Reads the row that {@code event} went to; null if there is none.
     *
     * @param again shows the rows of the same event later
     */
    static @Nullable JoinedRow read(JoinedRows again, At at, EventRows event, ChangeSource source, Limits limits)
            throws IOException, MalformedMessageException {
        List<KeyColumn> key = new ArrayList<>();
        long[] bytes = {0};
        EventRows.Found found = event.read((column, kind, text, from, to) -> {
            if (isKey(source, column)) {
                bytes[0] += to - from;
                if (bytes[0] <= limits.valueBytes()) {
                    key.add(new KeyColumn(column, Value.of(kind, text, from, to)));
                }
            }
        });
        if (bytes[0] > limits.valueBytes()) {
            throw new MalformedMessageException(
                    "value_too_long",
                    "a key of more than " + limits.valueBytes()
                            + " bytes in an event that came in pieces (SLUICE_MAX_VALUE_BYTES)",
                    "");
        }
        return switch (found) {
            case NOTHING -> null;
            case PARTIAL -> new JoinedRow(again, at, key, false);
            case WHOLE -> new JoinedRow(again, at, key, true);
        };
    }

    private static boolean isKey(ChangeSource source, Column column) {
        for (KeyColumn part : source.key()) {
            if (part.isOf(column)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public Value value(KeyColumn wanted) {
        for (KeyColumn part : key) {
            if (wanted.isOf(part.column())) {
                return part.fallback();
            }
        }
        return Value.ABSENT;
    }

    @Override
    public void forEach(Visitor visitor) {
        rows.show(at, visitor);
    }
}
