package dev.sluice.change;

import java.io.Serial;

/**
 * The bytes are not what any supported dialect allows. Never holds a value or a key of a row: the reason tells the shape
 * that was expected, {@code where} tells the place.
 */
public final class MalformedMessageException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String code;
    private final String reason;
    private final String where;

    /** @param where JSON pointer or {@code byte N}; {@code ""} for the whole message */
    public MalformedMessageException(String code, String reason, String where) {
        super(code + ": " + reason + (where.isEmpty() ? "" : " at " + where), null, false, false);
        this.code = code;
        this.reason = reason;
        this.where = where;
    }

    /** A stable word for machines, such as {@code duplicate_name}. */
    public String code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    public String where() {
        return where;
    }

    /** The same fault, seen from one level further out. */
    public MalformedMessageException inside(String pointer) {
        String gap = where.isEmpty() || where.startsWith("/") ? "" : " ";
        return new MalformedMessageException(code, reason, pointer + gap + where);
    }
}
