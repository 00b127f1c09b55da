package dev.sluice.normalize;

import dev.sluice.change.Column;
import dev.sluice.change.RowImage;
import dev.sluice.change.WireKind;
import dev.sluice.text.Utf8Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of one line as objects. Most columns of an update are what they were before, so a value that equals
 * that of the row before is not worked out again: its text is copied from there, with its neighbours if they are equal
 * too.
 */
final class RowText implements RowImage.Visitor {
    private final ValueWriter values;
    private final Flags flags;
    private Utf8Buffer out = new Utf8Buffer(0);
    private Normalizer.Spill spill = Normalizer.Spill.NEVER;
    private boolean isFirst;

    /** The row of the line that was written first, and where the text of each of its values stands. */
    private RowImage.@Nullable InMemory first;

    private int[] textFrom = new int[32];
    private int[] textTo = new int[32];

    RowText(ValueWriter values, Flags flags) {
        this.values = values;
        this.flags = flags;
    }

    /** Turns to a change; the spill is called between two values. */
    void begin(Utf8Buffer buffer, Normalizer.Spill whereto) {
        out = buffer;
        spill = whereto;
    }

    /** Begins a line, whose rows have nothing to do with those before. */
    void beginLine() {
        first = null;
    }

    void append(RowImage row) {
        out.append('{');
        isFirst = true;
        if (spill != Normalizer.Spill.NEVER || !(row instanceof RowImage.InMemory image)) {
            row.forEach(this);
        } else if (first == null) {
            appendFirst(image);
        } else {
            appendSecond(image, first);
        }
        out.append('}');
    }

    @Override
    public void value(Column column, WireKind kind, byte[] b, int from, int to) {
        out.append(isFirst ? column.member() : column.nextMember());
        isFirst = false;
        flags.note(column, values.write(column.type(), kind, b, from, to, out));
        spill.written(out);
    }

    private void appendFirst(RowImage.InMemory row) {
        int count = row.count();
        if (textFrom.length < count) {
            textFrom = new int[2 * count];
            textTo = new int[2 * count];
        }
        for (int i = 0; i < count; i++) {
            textFrom[i] = isFirst ? out.length() : out.length() + 1; // behind the comma
            append(row, i);
            textTo[i] = out.length();
        }
        first = row;
    }

    private void append(RowImage.InMemory row, int value) {
        value(row.column(value), row.kind(value), row.bytes(), row.from(value), row.to(value));
    }

    /** Appends text that stands in the output already. */
    private void copy(int from, int to) {
        if (from < to) {
            if (!isFirst) {
                out.append(',');
            }
            isFirst = false;
            out.append(out.bytes(), from, to);
        }
    }

    private void appendSecond(RowImage.InMemory row, RowImage.InMemory before) {
        int next = 0; // value of the row before that is likely to be the same as the next one
        int copyFrom = 0;
        int copyTo = 0;
        for (int i = 0; i < row.count(); i++) {
            boolean same = false;
            int candidate = next;
            if (candidate < before.count() && row.isOfSameColumn(i, before, candidate)) {
                next++;
                same = row.isSame(i, before, candidate);
            }
            if (same && textFrom[candidate] == copyTo + 1) {
                copyTo = textTo[candidate];
                continue;
            }
            copy(copyFrom, copyTo);
            copyTo = 0;
            if (same) {
                copyFrom = textFrom[candidate];
                copyTo = textTo[candidate];
            } else {
                append(row, i);
            }
        }
        copy(copyFrom, copyTo);
    }
}
