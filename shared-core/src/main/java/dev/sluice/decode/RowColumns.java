package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;

/** Tells which columns the members of a row are, and that none comes twice. */
final class RowColumns {
    private final List<Column> declared;
    private final Limits limits;
    private final boolean[] seen;
    private int seenDeclared;
    private List<Column> undeclared = List.of();
    private long undeclaredBytes;
    /** The declared column that is likely to come next. */
    private int expected;
    /** Where the declared column stands whose name was read last; behind all of them if it is not declared. */
    private int last;

    RowColumns(List<Column> declared, Limits limits) {
        this.declared = declared;
        this.limits = limits;
        this.seen = new boolean[declared.size()];
    }

    /** Reads the name of a member; its column. To be confirmed by {@link #took}; until then it can be read again. */
    Column next(JsonCursor c) throws MalformedMessageException {
        last = read(c);
        if (last < seen.length) {
            if (seen[last]) {
                throw c.duplicateName();
            }
            return declared.get(last);
        }
        Slice name = c.unescaped();
        for (Column other : undeclared) {
            if (other.name().equals(name)) {
                throw c.duplicateName();
            }
        }
        if (declared.size() + undeclared.size() >= limits.columns()) {
            throw tooMany(limits);
        }
        return Column.undeclared(name);
    }

    /** Notes that the member whose name was read last is there with its value. */
    void took(Column column) {
        if (last < seen.length) {
            seen[last] = true;
            seenDeclared++;
            expected = last + 1;
        } else {
            undeclared = undeclared.isEmpty() ? new ArrayList<>() : undeclared;
            undeclared.add(column);
            undeclaredBytes += column.name().length();
        }
    }

    /** How long the names are that the message does not declare; they are kept. */
    long undeclaredBytes() {
        return undeclaredBytes;
    }

    /** Every declared column was there. */
    boolean areWhole() {
        return seenDeclared == seen.length;
    }

    private int read(JsonCursor c) throws MalformedMessageException {
        if (expected < declared.size() && c.skip(declared.get(expected).member())) {
            return expected;
        }
        c.name();
        Slice name = c.unescaped();
        for (int i = expected; i < declared.size(); i++) {
            if (declared.get(i).name().equals(name)) {
                return i;
            }
        }
        for (int i = 0; i < expected; i++) {
            if (declared.get(i).name().equals(name)) {
                return i;
            }
        }
        return declared.size();
    }

    static MalformedMessageException tooMany(Limits limits) {
        return new MalformedMessageException(
                "too_many_columns", "more than " + limits.columns() + " columns (SLUICE_MAX_COLUMNS)", "");
    }
}
