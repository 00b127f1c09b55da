package dev.sluice.decode;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.WireKind;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The member names an object may have, each with a number. A {@link Reader} walks an object: the names usually come in
 * the order given here, or in that of the object before, so the next expected one is compared first, as a whole, without
 * looking at single characters.
 */
final class Names {
    static final int UNKNOWN = -1;
    private static final int[] AS_GIVEN = {};

    private final byte[][] names;
    private final byte[][] members;

    private Names(byte[][] names, byte[][] members) {
        this.names = names;
        this.members = members;
    }

    static Names of(String... names) {
        byte[][] plain = new byte[names.length][];
        byte[][] members = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            plain[i] = new Utf8Buffer(32).append(names[i]).toBytes();
            members[i] = new Utf8Buffer(32).appendQuoted(names[i]).append(':').toBytes();
        }
        return new Names(plain, members);
    }

    int size() {
        return names.length;
    }

    String name(int which) {
        return new String(names[which], StandardCharsets.UTF_8);
    }

    Reader reader() {
        return new Reader(this, AS_GIVEN);
    }

    /** One that expects the names of an object in the order of the one before. */
    Reader learningReader() {
        int[] following = new int[names.length + 1];
        for (int i = 0; i < following.length; i++) {
            following[i] = i;
        }
        return new Reader(this, following);
    }

    int find(JsonCursor c) {
        if (c.kind == WireKind.ESCAPED_STRING) {
            byte[] text = c.unescaped().copy();
            for (int i = 0; i < names.length; i++) {
                if (Arrays.equals(names[i], text)) {
                    return i;
                }
            }
            return UNKNOWN;
        }
        int length = c.to - c.from;
        for (int i = 0; i < names.length; i++) {
            byte[] name = names[i];
            if (name.length == length
                    && name[0] == c.bytes[c.from]
                    && Arrays.equals(name, 0, length, c.bytes, c.from, c.to)) {
                return i;
            }
        }
        return UNKNOWN;
    }

    /** Reads the names of objects and sees that none comes twice in one. At most 64 known names. */
    static final class Reader {
        private final Names names;
        /** The name that followed each, and in front of them the first one; empty for the order given. */
        private final int[] following;

        private long seen;
        private int last = UNKNOWN;
        private @Nullable Set<String> others;

        private Reader(Names names, int[] following) {
            this.names = names;
            this.following = following;
        }

        /** Turns to another object. */
        void begin() {
            seen = 0;
            last = UNKNOWN;
            others = null;
        }

        /** Notes names that were read in another way. */
        void sawUpTo(int count) {
            seen |= (1L << count) - 1;
            last = count - 1;
        }

        /** Reads a name and its colon at the cursor, which is inside the object; the number of the name, or UNKNOWN. */
        int next(JsonCursor cursor) throws MalformedMessageException {
            int which = following.length == 0 ? last + 1 : following[last + 1];
            if (which == names.members.length || !cursor.skipName(names.members[which])) {
                cursor.name();
                which = names.find(cursor);
                if (which == UNKNOWN) {
                    others = others == null ? new HashSet<>() : others;
                    cursor.seeOnce(others);
                    return UNKNOWN;
                }
                if (following.length > 0) {
                    following[last + 1] = which;
                }
            }
            if ((seen & 1L << which) != 0) {
                throw cursor.duplicateName();
            }
            seen |= 1L << which;
            last = which;
            return which;
        }
    }
}
