package dev.sluice.normalize;

import dev.sluice.change.Column;
import dev.sluice.change.Commit;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Marks;
import dev.sluice.change.Operation;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.Table;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes row changes as lines of the normalized event (FORMATS.md; {@code event.schema.json}). The same change, origin
 * and options give the same bytes for ever.
 *
 * <p>Holds scratch space; serves one thread.
 */
public final class Normalizer {
    /** The beginning of a line, up to the value of {@code before}. */
    private static final Map<Operation, byte[]> BEFORE = before();

    private static final byte[] AFTER = ascii(",\"after\":");
    private static final byte[] TRANSACTION = ascii(",\"transaction\":");
    private static final byte[] TRANSACTION_ID = ascii("{\"id\":");
    private static final byte[] TOTAL_ORDER = ascii(",\"total_order\":");
    private static final byte[] END_TRANSACTION = ascii(",\"data_collection_order\":null}");
    private static final byte[] TS_MS = ascii(",\"ts_ms\":");
    private static final byte[] KEY = ascii(",\"key\":");
    private static final byte[] KEY_BEFORE = ascii(",\"key_before\":");
    private static final byte[] PK_NAMES = ascii(",\"pkNames\":[");
    private static final byte[] NO_SCHEMA_ID = ascii(",\"schema_id\":null");
    private static final byte[] FLAGS = ascii(",\"flags\":");
    private static final byte[] END_LINE = ascii("}\n");
    private static final byte[] END_WITHOUT_FLAGS = ascii(",\"flags\":[]}\n");
    private static final byte[] NULL = ascii("null");

    private static Map<Operation, byte[]> before() {
        Map<Operation, byte[]> texts = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            texts.put(operation, ascii("{\"op\":\"" + operation.code() + "\",\"before\":"));
        }
        return texts;
    }

    private final NormalizeOptions options;
    private final ValueWriter values;
    private final OrderText order;
    private final TableTexts tables;
    private final Flags flags = new Flags();
    private final RowText rows;
    private final Utf8Buffer keyBefore = new Utf8Buffer(128);
    private final Utf8Buffer keyAfter = new Utf8Buffer(128);
    private final SourceText source;
    private Commit latestCommit = Commit.at(Slice.EMPTY);
    private Marks latestMarks = Marks.NONE;
    private CommitTime latestTime = CommitTime.UNREADABLE;

    /**
     * One that has not seen any table.
     *
     * @param maxNumberLength characters of the longest number written as a number
     */
    public Normalizer(NormalizeOptions options, Origin origin, int maxNumberLength) {
        this(options, origin, maxNumberLength, new TableTexts(options));
    }

    /** One that goes on with the tables of others. */
    public Normalizer(NormalizeOptions options, Origin origin, int maxNumberLength, TableTexts tables) {
        this.options = options;
        this.tables = tables;
        this.values = new ValueWriter(options, maxNumberLength);
        this.rows = new RowText(values, flags);
        this.order = new OrderText(origin);
        this.source = new SourceText(origin);
    }

    /** Takes what was written so far out of the buffer, if it wants to; called between two values. */
    public interface Spill {
        Spill NEVER = out -> {};

        void written(Utf8Buffer out);
    }

    /** Appends the lines of the change, each with its line feed. */
    public NormalizedChange normalize(RowChange change, Position position, Utf8Buffer out) {
        return normalize(change, position, out, Spill.NEVER);
    }

    /** The same for a change that may be larger than memory. */
    public NormalizedChange normalize(RowChange change, Position position, Utf8Buffer out, Spill spill) {
        Plan plan = plan(change);
        Line line = new Line(change, position, plan);
        rows.begin(out, spill);
        if (plan.lines == 2) {
            write(line, Operation.DELETE, change.before(), null, Part.OLD_KEY, out);
            write(line, Operation.CREATE, null, change.after(), Part.NEW_KEY, out);
        } else {
            Part part = plan.keyChanges ? Part.KEY_CHANGE : Part.WHOLE;
            write(line, change.operation(), change.before(), change.after(), part, out);
        }
        return plan.normalized(change.table());
    }

    /** What {@link #normalize} makes of the change, without writing it. */
    public NormalizedChange describe(RowChange change) {
        return plan(change).normalized(change.table());
    }

    /** What is decided before anything is written. */
    private record Plan(TableText text, CommitTime time, boolean keyChanges, int lines, boolean withoutSchema) {
        private NormalizedChange normalized(Table table) {
            return new NormalizedChange(table, time, lines, withoutSchema ? null : text.schema);
        }
    }

    private Plan plan(RowChange change) {
        Table table = change.table();
        TableText text = tables.of(table);
        values.turnTo(table.connector(), text.zone);
        boolean incomplete = isIncomplete(change) || (table.gaps() && !options.allColumns());
        boolean keyChanges = change.operation() == Operation.UPDATE && change.before() != null && keyChanges(change);
        return new Plan(
                text,
                time(change),
                keyChanges,
                keyChanges && !incomplete ? 2 : 1,
                incomplete || table.columns().isEmpty());
    }

    @SuppressWarnings("ReferenceEquality") // the rows of one message share them
    private CommitTime time(RowChange change) {
        if (change.commit() != latestCommit || change.marks() != latestMarks) {
            latestCommit = change.commit();
            latestMarks = change.marks();
            latestTime = CommitTime.of(latestCommit, latestMarks);
        }
        return latestTime;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Which line of its change a line is. */
    private enum Part {
        WHOLE,
        /** An update that also changes the key, and cannot be told as two lines because an image is partial. */
        KEY_CHANGE,
        OLD_KEY,
        NEW_KEY
    }

    /** What the lines of one change share. */
    private record Line(RowChange change, Position position, Plan plan) {}

    /** A listed column is missing from an image, or the image that the operation needs is missing as a whole. */
    private static boolean isIncomplete(RowChange change) {
        RowImage before = change.before();
        RowImage after = change.after();
        RowImage needed = change.operation() == Operation.DELETE ? before : after;
        return needed == null || isPartial(before) || isPartial(after);
    }

    private static boolean isPartial(@Nullable RowImage image) {
        return image != null && !image.isWhole();
    }

    private void write(
            Line line,
            Operation operation,
            @Nullable RowImage before,
            @Nullable RowImage after,
            Part part,
            Utf8Buffer out) {
        RowChange change = line.change;
        Table table = change.table();
        flags.clear();
        rows.beginLine();
        flags.gaps = table.gaps();
        flags.keyChange = part != Part.WHOLE || (change.unpaired() && operation == Operation.DELETE);
        flags.partial =
                isIncomplete(change) || (operation == Operation.UPDATE && table.gaps() && !options.allColumns());
        boolean withoutBefore = operation == Operation.UPDATE && before == null;
        flags.unpaired = change.unpaired();
        flags.noBefore = withoutBefore && !change.unpaired();
        RowImage keyed = operation == Operation.DELETE ? before : after;

        boolean asCreate = withoutBefore && options.createWithoutBefore();
        out.append(Objects.requireNonNull(BEFORE.get(asCreate ? Operation.CREATE : operation)));
        image(change, before, operation == Operation.DELETE, out);
        out.append(AFTER);
        image(change, after, operation != Operation.DELETE, out);
        source(line, out);
        key(change, keyed, before, part, out);
        order.appendId(change.logicalId(), line.position, suffix(part, "/d", "/c"), out);
        order.appendOrder(
                table.connector(),
                change.logicalId(),
                change.commit(),
                change.marks(),
                line.position,
                suffix(part, ".0", ".1"),
                out);
        out.append(line.plan.withoutSchema ? NO_SCHEMA_ID : line.plan.text.schemaId);
        if (flags.areNone()) {
            out.append(END_WITHOUT_FLAGS);
        } else {
            out.append(FLAGS);
            flags.append(out);
            out.append(END_LINE);
        }
    }

    private static String suffix(Part part, String oldKey, String newKey) {
        return switch (part) {
            case WHOLE, KEY_CHANGE -> "";
            case OLD_KEY -> oldKey;
            case NEW_KEY -> newKey;
        };
    }

    /** An image; the one that the operation needs holds at least the key columns. */
    private void image(RowChange change, @Nullable RowImage image, boolean needed, Utf8Buffer out) {
        if (image != null) {
            rows.append(image);
        } else if (needed) {
            keyObject(change.key(), null, true, out);
            flags.keyIncomplete |= change.key().isEmpty();
        } else {
            out.append(NULL);
        }
    }

    private void source(Line line, Utf8Buffer out) {
        RowChange change = line.change;
        source.append(
                change.table().connector(),
                line.plan.text.names(change.operation() == Operation.READ),
                line.plan.text.zone,
                change.commit(),
                change.marks(),
                line.plan.time,
                line.position,
                out);
        out.append(TRANSACTION);
        transaction(change, out);
        out.append(TS_MS);
        source.appendTimestamp(out);
    }

    private static void transaction(RowChange change, Utf8Buffer out) {
        if (change.commit().lsn().length() == 0) {
            out.append(NULL);
            return;
        }
        out.append(TRANSACTION_ID).appendQuoted(change.commit().lsn()).append(TOTAL_ORDER);
        if (change.commit().sequence() >= 0) {
            out.append(change.commit().sequence());
        } else {
            out.append(NULL);
        }
        out.append(END_TRANSACTION);
    }

    private void key(RowChange change, @Nullable RowImage keyed, @Nullable RowImage before, Part part, Utf8Buffer out) {
        List<KeyColumn> key = change.key();
        out.append(KEY);
        if (key.isEmpty()) {
            out.append(NULL);
        } else {
            keyObject(key, keyed, true, out);
            if (part == Part.KEY_CHANGE) {
                out.append(KEY_BEFORE);
                keyObject(key, before, false, out);
            }
        }
        out.append(PK_NAMES);
        for (int i = 0; i < key.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            byte[] member = key.get(i).column().member();
            out.append(member, 0, member.length - 1);
        }
        out.append(']');
    }

    /**
     * The key columns with their values in the image; what it lacks is left out.
     *
     * @param orBeside what the image lacks is taken as told beside the images, which is not known to be the old key
     */
    private void keyObject(List<KeyColumn> key, @Nullable RowImage image, boolean orBeside, Utf8Buffer out) {
        out.append('{');
        int start = out.length();
        for (KeyColumn part : key) {
            Value inImage = image == null ? Value.ABSENT : image.value(part);
            boolean beside = inImage.kind() == WireKind.ABSENT
                    && orBeside
                    && part.fallback().isKnown();
            Value value = beside ? part.fallback() : inImage;
            if (value.kind() == WireKind.ABSENT) {
                flags.keyIncomplete = true;
                continue;
            }
            if (out.length() > start) {
                out.append(',');
            }
            out.append(part.column().member());
            Slice text = value.text();
            flags.note(
                    part.column(),
                    values.write(part.column().type(), value.kind(), text.bytes(), text.from(), text.to(), out));
        }
        out.append('}');
    }

    /** True when a key column stands in both images, and not with the same value. */
    public boolean keyChanges(RowChange change) {
        RowImage before = change.before();
        RowImage after = change.after();
        if (before == null || after == null) {
            return false;
        }
        boolean changes = false;
        for (KeyColumn part : change.key()) {
            Value old = before.value(part);
            Value current = after.value(part);
            boolean inBoth = old.kind() != WireKind.ABSENT && current.kind() != WireKind.ABSENT;
            changes = changes || (inBoth && !sameValue(part.column(), old, current));
        }
        return changes;
    }

    private boolean sameValue(Column column, Value old, Value current) {
        if (old.kind() == current.kind() && old.text().equals(current.text())) {
            return true;
        }
        keyBefore.clear();
        keyAfter.clear();
        write(column, old, keyBefore);
        write(column, current, keyAfter);
        return keyBefore.slice(0).equals(keyAfter.slice(0));
    }

    private void write(Column column, Value value, Utf8Buffer out) {
        Slice text = value.text();
        values.write(column.type(), value.kind(), text.bytes(), text.from(), text.to(), out);
    }
}
