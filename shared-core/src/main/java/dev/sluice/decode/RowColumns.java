package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which columns the members of a row are, and that none comes twice. */
final class RowColumns {
    /** Up to so many names, looking at each of them is faster than hashing. */
    private static final int FEW = 32;
    /** Columns looked at in vain in one row until it is worth to hash their names. */
    private static final int PATIENCE = 4096;

    private final Limits limits;
    private List<Column> declared = List.of();
    /** The declared columns as members, {@code "name":}. */
    private byte[][] members = {};
    /** Declared columns that were there, a bit for each. */
    private long[] seen = {};

    private int seenDeclared;
    private List<Column> undeclared = List.of();
    /** Names of the undeclared columns, if there are more than a few. */
    private Set<Slice> undeclaredNames = Set.of();

    private long undeclaredBytes;
    private int looks;
    private @Nullable Map<Slice, Integer> places;
    /** The declared column that is likely to come next. */
    private int expected;
    /** Place of the column whose name was read last. */
    private int last;
    /** That column, if it is not declared. */
    private @Nullable Column lastUndeclared;

    RowColumns(Limits limits) {
        this.limits = limits;
    }

    /** Turns to a new row of a table. */
    void begin(List<Column> columns) {
        if (columns != declared) {
            declared = columns;
            members = columns.stream().map(Column::member).toArray(byte[][]::new);
            places = null;
        }
        int words = (columns.size() >> 6) + 1;
        if (seen.length < words) {
            seen = new long[words];
        }
        for (int i = 0; i < words; i++) {
            seen[i] = 0;
        }
        seenDeclared = 0;
        lastUndeclared = null;
        if (!undeclared.isEmpty()) {
            undeclared = List.of();
            undeclaredNames = Set.of();
            undeclaredBytes = 0;
        }
        looks = 0;
        expected = 0;
    }

    /**
     * Reads the name of a member. To be confirmed by {@link #took}; until then it can be read again.
     *
     * @return the place of its column: among the declared ones, or behind them
     */
    int next(JsonCursor c) throws MalformedMessageException {
        int count = declared.size();
        last = read(c);
        if (last < count) {
            if ((seen[last >> 6] & 1L << last) != 0) {
                throw c.duplicateName();
            }
            return last;
        }
        Slice name = c.unescaped();
        if (isUndeclaredTwice(name)) {
            throw c.duplicateName();
        }
        last = count + undeclared.size();
        if (last >= limits.columns()) {
            throw tooMany(limits);
        }
        lastUndeclared = Column.undeclared(name);
        return last;
    }

    /** Notes that the member whose name was read last is there with its value. */
    void took() {
        Column column = lastUndeclared;
        if (column == null) {
            seen[last >> 6] |= 1L << last;
            seenDeclared++;
            expected = last + 1;
            return;
        }
        lastUndeclared = null;
        undeclared = undeclared.isEmpty() ? new ArrayList<>() : undeclared;
        undeclared.add(column);
        if (undeclared.size() == FEW + 1) {
            undeclaredNames = new HashSet<>();
            undeclared.forEach(one -> undeclaredNames.add(one.name()));
        } else if (undeclared.size() > FEW) {
            undeclaredNames.add(column.name());
        }
        undeclaredBytes += column.name().length();
    }

    /** The column whose name was read last. */
    Column column() {
        return lastUndeclared == null ? declared.get(last) : lastUndeclared;
    }

    /** Those that were not declared, in the order in which they came. */
    List<Column> undeclared() {
        return undeclared;
    }

    /** How long the names are that the message does not declare; they are kept. */
    long undeclaredBytes() {
        return undeclaredBytes;
    }

    /** Every declared column was there. */
    boolean areWhole() {
        return seenDeclared == declared.size();
    }

    private int read(JsonCursor c) throws MalformedMessageException {
        if (expected < members.length && c.skipName(members[expected])) {
            return expected;
        }
        c.name();
        Slice name = c.unescaped();
        if (looks > PATIENCE) {
            return places().getOrDefault(name, declared.size());
        }
        for (int i = expected; i < declared.size(); i++) {
            looks++;
            if (declared.get(i).name().equals(name)) {
                return i;
            }
        }
        for (int i = 0; i < expected; i++) {
            looks++;
            if (declared.get(i).name().equals(name)) {
                return i;
            }
        }
        return declared.size();
    }

    /** Where each declared column stands; for a wide row in another order than it was declared. */
    private Map<Slice, Integer> places() {
        if (places == null) {
            places = new HashMap<>(2 * declared.size());
            for (int i = declared.size() - 1; i >= 0; i--) {
                places.put(declared.get(i).name(), i);
            }
        }
        return places;
    }

    private boolean isUndeclaredTwice(Slice name) {
        if (undeclared.size() > FEW) {
            return undeclaredNames.contains(name);
        }
        for (Column other : undeclared) {
            if (other.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    static MalformedMessageException tooMany(Limits limits) {
        return new MalformedMessageException(
                "too_many_columns", "more than " + limits.columns() + " columns (SLUICE_MAX_COLUMNS)", "");
    }
}
