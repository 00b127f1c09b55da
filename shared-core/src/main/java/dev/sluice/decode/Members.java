package dev.sluice.decode;

import static dev.sluice.change.WireKind.ABSENT;
import static dev.sluice.change.WireKind.ESCAPED_STRING;
import static dev.sluice.change.WireKind.NESTED;
import static dev.sluice.change.WireKind.NULL;
import static dev.sluice.change.WireKind.STRING;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Value;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.Arrays;

/**
 * Which of its known members an object has, and where; a member that is null counts as absent. Objects and arrays among
 * them are leapt over, for they may have to be read in another order, unless a reader knows enough to read them where
 * they stand; {@link #checkUnread} reads what nobody else did.
 */
final class Members {
    /** A longer value is not kept. */
    private static final int LONGEST_KEPT = 64 << 10;

    private static final WireKind[] KINDS = WireKind.values();

    /** Reads a value on the way, if what it needs is known by then. */
    interface EarlyReader {
        EarlyReader NONE = (before, which, c) -> false;

        /**
         * Reads all of the object or array at the cursor.
         *
         * @param before the members in front of it
         * @return false if it has to be read later; the cursor may stand anywhere then
         */
        boolean read(Members before, int which, JsonCursor c);
    }

    private final Names.Reader names;
    private final EarlyReader early;
    private final long repeating;
    private final byte[][] good;
    /** Members that are there, a bit for each. */
    private long present;
    /** What they are; not references, which cost more to write into an object that lives long. */
    private final byte[] kinds;

    private final int[] from;
    private final int[] to;
    private byte[] bytes = new byte[0];
    private long unread;
    private boolean leapt;

    Members(Names names) {
        this(names, EarlyReader.NONE, 0);
    }

    /**
     * Members of which some usually are, byte for byte, what they were in the object before: if that was good, they need
     * not be read again.
     *
     * @param repeating a bit for each of them
     */
    Members(Names names, EarlyReader early, long repeating) {
        this.names = names.learningReader();
        this.early = early;
        this.repeating = repeating;
        this.good = new byte[repeating == 0 ? 0 : names.size()][0];
        this.kinds = new byte[names.size()];
        this.from = new int[names.size()];
        this.to = new int[names.size()];
    }

    /** Forgets what was there. */
    void begin(byte[] message) {
        names.begin();
        bytes = message;
        unread = 0;
        leapt = false;
        present = 0;
    }

    /** Reads the object at the cursor; {@code depth} levels are open around it. */
    void read(JsonCursor c, int depth) throws MalformedMessageException {
        begin(c.bytes);
        if (c.beginObject()) {
            do {
                take(next(c), c, depth + 1);
            } while (c.nextMember());
        }
    }

    /** Reads the name of the next member. */
    int next(JsonCursor c) throws MalformedMessageException {
        return names.next(c);
    }

    /** Takes the value at the cursor as that of a member. */
    void take(int which, JsonCursor c, int depth) throws MalformedMessageException {
        int first = c.peek();
        if (which == Names.UNKNOWN || (first != '{' && first != '[')) {
            c.value(depth);
        } else if (!repeats(which) || !c.skipNested(good[which])) {
            leapt = true;
            nested(which, c);
        }
        if (which != Names.UNKNOWN) {
            set(which, c.kind, c.from, c.to);
        }
    }

    private void nested(int which, JsonCursor c) throws MalformedMessageException {
        int start = c.position();
        if (early.read(this, which, c)) {
            c.wasNested(start);
        } else {
            c.moveTo(start);
            c.leap();
            unread |= 1L << which;
        }
    }

    void set(int which, WireKind kind, int start, int end) {
        if (kind == NULL) {
            return;
        }
        present |= 1L << which;
        kinds[which] = code(kind);
        from[which] = start;
        to[which] = end;
    }

    /** True when values were passed, perhaps without a look at what is in them. */
    boolean hasLeapt() {
        return leapt;
    }

    /** Goes to a value that was leapt over, to read it. */
    void open(int which, JsonCursor c) {
        c.moveTo(from[which]);
        markRead(which);
    }

    private void markRead(int which) {
        unread &= ~(1L << which);
    }

    /** Notes that a value, if it is there, is good JSON: it was read, here or in an equal message. */
    void markGood(int which) {
        boolean news = isUnread(which);
        markRead(which);
        if (news && repeats(which) && to[which] - from[which] <= LONGEST_KEPT) {
            good[which] = Arrays.copyOfRange(bytes, from[which], to[which]);
        }
    }

    private boolean repeats(int which) {
        return (repeating & 1L << which) != 0;
    }

    boolean isUnread(int which) {
        return (unread & 1L << which) != 0;
    }

    boolean hasUnread() {
        return unread != 0;
    }

    /** Reads the values that were leapt over and not opened: what is ignored has to be good JSON too. */
    void checkUnread(JsonCursor c, int depth) throws MalformedMessageException {
        for (int which = 0; unread != 0; which++) {
            if ((unread & 1L << which) != 0) {
                c.moveTo(from[which]);
                c.value(depth);
                markGood(which);
            }
        }
    }

    @SuppressWarnings("EnumOrdinal") // it leaves this object as a kind only
    private static byte code(WireKind kind) {
        return (byte) kind.ordinal();
    }

    boolean has(int which) {
        return (present & 1L << which) != 0;
    }

    WireKind kind(int which) {
        return has(which) ? KINDS[kinds[which]] : ABSENT;
    }

    boolean isString(int which) {
        return kind(which) == STRING || kind(which) == ESCAPED_STRING;
    }

    boolean isObject(int which) {
        return kind(which) == NESTED && bytes[from[which]] == '{';
    }

    boolean isArray(int which) {
        return kind(which) == NESTED && bytes[from[which]] == '[';
    }

    /** True for true, also as text. */
    boolean isTrue(int which) {
        return kind(which) == WireKind.TRUE || text(which).isWord("true");
    }

    int from(int which) {
        return from[which];
    }

    int to(int which) {
        return to[which];
    }

    /** The value as it stands on the wire, a string without its quotes. */
    Slice slice(int which) {
        return has(which) ? Slice.of(bytes, from[which], to[which]) : Slice.EMPTY;
    }

    Value value(int which) {
        return isString(which) ? new Value(STRING, text(which)) : new Value(kind(which), slice(which));
    }

    /** The member's text, escapes unfolded; empty if it is absent or no string. */
    Slice text(int which) {
        return switch (kind(which)) {
            case STRING -> slice(which);
            case ESCAPED_STRING -> {
                Utf8Buffer out = new Utf8Buffer(to[which] - from[which]);
                out.appendUnescaped(bytes, from[which], to[which] + 1);
                yield out.slice(0);
            }
            case ABSENT, NULL, NUMBER, TRUE, FALSE, NESTED -> Slice.EMPTY;
        };
    }

    /** The text of a string, the literal of a number; else empty. */
    Slice scalar(int which) {
        return kind(which) == WireKind.NUMBER ? slice(which) : text(which);
    }

    /** A number from 0, native or as text; -1 if it is none. */
    long integer(int which) {
        return kind(which) == ESCAPED_STRING
                ? CesAttributes.integer(value(which))
                : CesAttributes.integer(kind(which), bytes, from[which], to[which]);
    }
}
