package dev.sluice.change;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.util.Arrays;

/** A column: its name, its type as the source declares it, and the family that decides how its values are written. */
public final class Column {
    private final Slice name;
    private final String declaredType;
    private final SqlType type;
    private final byte[] nextMember;
    private final byte[] member;

    public Column(Slice name, String declaredType, SqlType type) {
        this.name = Slice.of(name.copy());
        this.declaredType = declaredType;
        this.type = type;
        Utf8Buffer next = new Utf8Buffer(name.length() + 8)
                .append(',')
                .appendQuoted(this.name)
                .append(':');
        this.nextMember = next.toBytes();
        this.member = Arrays.copyOfRange(nextMember, 1, nextMember.length);
    }

    /** A column that a row holds without its message declaring it. */
    public static Column undeclared(Slice name) {
        return new Column(name, "", SqlType.UNKNOWN);
    }

    public Slice name() {
        return name;
    }

    public String declaredType() {
        return declaredType;
    }

    public SqlType type() {
        return type;
    }

    /** The name as a JSON member behind another, {@code ,"name":}. */
    public byte[] nextMember() {
        return nextMember;
    }

    /** The name as a JSON member, {@code "name":}. */
    public byte[] member() {
        return member;
    }
}
