package dev.sluice.decode;

import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.WireKind;
import dev.sluice.text.JsonEscapes;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * A strict JSON reader (RFC 8259) over well-formed UTF-8 bytes that builds nothing: each step leaves the extent of the
 * last token in {@link #from}, {@link #to} and {@link #kind}. Rejects what a lenient reader would let pass: text behind
 * the value, duplicate names, raw control characters, comments, and whatever is over a limit.
 */
final class JsonCursor {
    /** More members in one object than any row, envelope or nested value has; guards the check for duplicate names. */
    private static final int MAX_MEMBERS = 65_536;

    final byte[] bytes;
    final int end;
    private final long start;
    private final Limits limits;
    private int at;

    /** First byte of the last token; of a string, behind the opening quote. */
    int from;
    /** First byte behind the last token; of a string, the closing quote. */
    int to;
    /** Kind of the last value, or of the last name (STRING or ESCAPED_STRING). */
    WireKind kind = WireKind.ABSENT;

    JsonCursor(byte[] bytes, int from, int end, Limits limits) {
        this(bytes, from, end, 0, limits);
    }

    /** @param skipped bytes of the text that stood in front of {@code from}; counted in the places of faults */
    JsonCursor(byte[] bytes, int from, int end, long skipped, Limits limits) {
        this.bytes = bytes;
        this.start = from - skipped;
        this.at = from;
        this.end = end;
        this.limits = limits;
    }

    /** Length of the UTF-8 byte order mark at the start of a text: 3 or 0. */
    static int byteOrderMark(byte[] b, int from, int end) {
        return end - from >= 3 && b[from] == (byte) 0xEF && b[from + 1] == (byte) 0xBB && b[from + 2] == (byte) 0xBF
                ? 3
                : 0;
    }

    /** Steps over a byte order mark, which may stand at the very start of a message. */
    void skipByteOrderMark() {
        at += byteOrderMark(bytes, at, end);
    }

    int position() {
        return at;
    }

    /** Goes on reading at a place that is known to stand between two tokens. */
    void moveTo(int position) {
        at = position;
    }

    Slice token() {
        return Slice.of(bytes, from, to);
    }

    /** The next byte that is not white space, or -1 at the end; stays in front of it. */
    int peek() {
        byte[] b = bytes;
        int i = at;
        while (i < end) {
            byte c = b[i];
            if (c > ' ' || c < 0) {
                at = i;
                return c & 0xFF;
            }
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                at = i;
                return c;
            }
            i++;
        }
        at = i;
        return -1;
    }

    private void expect(int wanted, String what) throws MalformedMessageException {
        int c = peek();
        if (c != wanted) {
            throw unexpected(c, what);
        }
        at++;
    }

    private void begin(int open, String what) throws MalformedMessageException {
        int c = peek();
        if (c != open && c >= 0 && "{[\"tfn-0123456789".indexOf(c) >= 0) {
            throw fault("unexpected_type", "a value of another type where " + what + " was expected", at);
        }
        expect(open, what);
    }

    MalformedMessageException unexpected(int c, String what) {
        if (c < 0) {
            return fault("truncated", "the text ends where " + what + " was expected", end);
        }
        return fault("not_json", "unexpected " + show(c) + " where " + what + " was expected", at);
    }

    /** Punctuation is shown; anything else could be part of a value and is not. */
    private static String show(int c) {
        return "{}[],:\"'/".indexOf(c) >= 0 ? "'" + (char) c + "'" : c < 0x20 ? "control character" : "character";
    }

    MalformedMessageException fault(String code, String reason, int index) {
        return new MalformedMessageException(code, reason, "byte " + (index - start));
    }

    /** Steps into an object; false if it is empty (and is then behind it). */
    boolean beginObject() throws MalformedMessageException {
        begin('{', "an object");
        if (isNext('}', "a member name or '}'")) {
            at++;
            return false;
        }
        return true;
    }

    private boolean isNext(int close, String what) throws MalformedMessageException {
        int c = peek();
        if (c < 0) {
            throw unexpected(c, what);
        }
        return c == close;
    }

    /** Steps into an array; false if it is empty (and is then behind it). */
    boolean beginArray() throws MalformedMessageException {
        begin('[', "an array");
        if (isNext(']', "a value or ']'")) {
            at++;
            return false;
        }
        return true;
    }

    /** Behind a member's value: true if another member follows, false if the object ended. */
    boolean nextMember() throws MalformedMessageException {
        return next('}', "',' or '}'");
    }

    boolean nextElement() throws MalformedMessageException {
        return next(']', "',' or ']'");
    }

    private boolean next(int close, String what) throws MalformedMessageException {
        if (at < end && bytes[at] == ',') {
            at++;
            return true;
        }
        int c = peek();
        if (c == ',') {
            at++;
            return true;
        }
        if (c == close) {
            at++;
            return false;
        }
        throw unexpected(c, what);
    }

    /** Reads a member's name and the colon; the name's extent and kind stay in the token. */
    void name() throws MalformedMessageException {
        string("a member name");
        expect(':', "':'");
    }

    /** Reads a string; the token is its content, escapes checked but not unfolded. */
    void string(String what) throws MalformedMessageException {
        expect('"', what);
        stringContent();
    }

    /** The rest of a string whose opening quote was just read. */
    private void stringContent() throws MalformedMessageException {
        byte[] b = bytes;
        int i = at;
        from = i;
        if (kind != WireKind.STRING) { // to write a reference costs more than to look at it
            kind = WireKind.STRING;
        }
        while (true) {
            i = Utf8Buffer.skipPlain(b, i, end);
            if (i >= end) {
                throw fault("truncated", "the text ends inside a string", end);
            }
            if (b[i] == '"') {
                break;
            }
            if (b[i] != '\\') {
                throw fault("not_json", "a raw control character inside a string", i);
            }
            kind = WireKind.ESCAPED_STRING;
            i = escape(i);
        }
        to = i;
        at = i + 1;
    }

    private int escape(int i) throws MalformedMessageException {
        if (i + 1 < end && JsonEscapes.unescaped(bytes[i + 1]) > 0) {
            return i + 2;
        }
        if (i + 1 < end && bytes[i + 1] == 'u' && JsonEscapes.unit(bytes, i + 2, end) >= 0) {
            return i + 6;
        }
        throw badEscape(i);
    }

    /** An escape that is not valid: one that was begun well and is cut off by the end of the text, or a wrong one. */
    private MalformedMessageException badEscape(int i) {
        boolean cutOff = i + 1 >= end || (bytes[i + 1] == 'u' && i + 6 > end);
        for (int k = i + 2; cutOff && k < end; k++) {
            cutOff = Character.digit(bytes[k], 16) >= 0;
        }
        return cutOff
                ? fault("truncated", "the text ends inside an escape", end)
                : fault("not_json", "an escape that JSON does not have", i);
    }

    /**
     * Reads a string and appends what it stands for.
     *
     * @param skip bytes at the start of its content that are known to be good and are not appended
     */
    void unescapeString(Utf8Buffer out, int skip, String what) throws MalformedMessageException {
        expect('"', what);
        from = at;
        int quote = out.appendUnescaped(bytes, at + skip, end);
        if (quote < 0) {
            throw stringFault(-1 - quote);
        }
        to = quote;
        at = quote + 1;
    }

    /** What is wrong in the content of a string at this byte; behind the text if its closing quote is missing. */
    MalformedMessageException stringFault(int at) {
        return at >= end
                ? fault("truncated", "the text ends inside a string", end)
                : bytes[at] >= 0 && bytes[at] < 0x20
                        ? fault("not_json", "a raw control character inside a string", at)
                        : badEscape(at);
    }

    /** Reads any value, checking all of it; {@code depth} levels are already open around it. */
    void value(int depth) throws MalformedMessageException {
        int c = peek();
        if (c == '{' || c == '[') {
            nested(c, depth);
            return;
        }
        scalar(c);
        if (kind == WireKind.NUMBER && to - from > limits.numberLength()) {
            throw fault(
                    "number_too_long",
                    "a number of more than " + limits.numberLength() + " characters (SLUICE_MAX_NUMBER_LENGTH)",
                    from);
        }
    }

    private void scalar(int c) throws MalformedMessageException {
        switch (c) {
            case '"' -> {
                at++;
                stringContent();
            }
            case 't' -> literal("true", WireKind.TRUE);
            case 'f' -> literal("false", WireKind.FALSE);
            case 'n' -> literal("null", WireKind.NULL);
            default -> {
                if (c != '-' && (c < '0' || c > '9')) {
                    throw unexpected(c, "a value");
                }
                number();
            }
        }
    }

    private MalformedMessageException tooDeep() {
        return fault("too_deep", "more than " + limits.depth() + " nested levels (SLUICE_MAX_DEPTH)", at);
    }

    /**
     * Reads any value as far as JSON's grammar goes, however deep or long, so that an element which is refused for
     * another reason does not take its neighbours with it. What breaks the grammar has no end that could be trusted.
     */
    void skipValue() throws MalformedMessageException {
        BitSet objects = new BitSet();
        int depth = 0;
        try {
            do {
                int c = peek();
                boolean opens = c == '{' || c == '[';
                if (opens) {
                    objects.set(depth, c == '{');
                    at++;
                    depth++;
                    opens = peek() != (c == '{' ? '}' : ']');
                } else {
                    scalar(c);
                }
                while (!opens && depth > 0 && !next(objects.get(depth - 1) ? '}' : ']', "',' or an end")) {
                    depth--;
                }
                if (depth > 0 && objects.get(depth - 1)) {
                    name();
                }
            } while (depth > 0);
        } catch (MalformedMessageException e) {
            throw depth > limits.depth() ? tooDeep() : e;
        }
    }

    /**
     * Steps over an object or array by its brackets and strings alone. It has to be read strictly later, or again from
     * the start if what follows makes no sense.
     */
    void leap() throws MalformedMessageException {
        int i = at;
        int depth = 0;
        do {
            if (i >= end) {
                throw fault("truncated", "the text ends inside an object or array", end);
            }
            switch (bytes[i]) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> i = endOfString(i + 1);
                default -> {}
            }
            i++;
        } while (depth > 0);
        int start = at;
        at = i;
        wasNested(start);
    }

    /** Makes the object or array that began there and was just read the last token. */
    void wasNested(int start) {
        from = start;
        to = at;
        kind = WireKind.NESTED;
    }

    /** The closing quote of the string whose content begins at {@code i}. */
    private int endOfString(int i) throws MalformedMessageException {
        int next = Utf8Buffer.skipPlain(bytes, i, end);
        while (next < end && bytes[next] != '"') {
            next = Utf8Buffer.skipPlain(bytes, next + (bytes[next] == '\\' ? 2 : 1), end);
        }
        if (next >= end) {
            throw fault("truncated", "the text ends inside a string", end);
        }
        return next;
    }

    private void literal(String word, WireKind what) throws MalformedMessageException {
        from = at;
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end) {
                throw fault("truncated", "the text ends inside a literal", end);
            }
            if (bytes[at + i] != word.charAt(i)) {
                throw fault("not_json", "a literal that is not true, false or null", at);
            }
        }
        at += word.length();
        to = at;
        kind = what;
    }

    private void number() throws MalformedMessageException {
        int i = at;
        from = i;
        if (bytes[i] == '-') {
            i++;
        }
        int whole = i;
        i = digits(i);
        if (i > whole + 1 && bytes[whole] == '0') {
            throw fault("not_json", "a number with a leading zero", whole);
        }
        if (i < end && bytes[i] == '.') {
            i = digits(i + 1);
        }
        if (i < end && (bytes[i] == 'e' || bytes[i] == 'E')) {
            i++;
            if (i < end && (bytes[i] == '+' || bytes[i] == '-')) {
                i++;
            }
            i = digits(i);
        }
        to = i;
        at = i;
        kind = WireKind.NUMBER;
    }

    private int digits(int start) throws MalformedMessageException {
        int i = start;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        if (i == start) {
            throw i >= end
                    ? fault("truncated", "the text ends inside a number", end)
                    : fault("not_json", "a digit is missing in a number", i);
        }
        return i;
    }

    private void nested(int open, int depth) throws MalformedMessageException {
        if (depth >= limits.depth()) {
            throw tooDeep();
        }
        int begin = at;
        if (open == '{') {
            if (beginObject()) {
                members(depth + 1);
            }
        } else if (beginArray()) {
            do {
                value(depth + 1);
            } while (nextElement());
        }
        wasNested(begin);
    }

    private void members(int depth) throws MalformedMessageException {
        Set<String> seen = new HashSet<>();
        do {
            name();
            seeOnce(seen);
            value(depth);
        } while (nextMember());
    }

    /** Notes the name just read; the same name twice in one object has no meaning that can be trusted. */
    void seeOnce(Set<String> seen) throws MalformedMessageException {
        if (!seen.add(text())) {
            throw duplicateName();
        }
        if (seen.size() > MAX_MEMBERS) {
            throw fault("too_many_members", "more than " + MAX_MEMBERS + " members in one object", from);
        }
    }

    MalformedMessageException duplicateName() {
        return fault("duplicate_name", "the same member name twice in one object", from);
    }

    /** Steps over exactly these bytes if they come next. */
    boolean skip(byte[] expected) {
        if (at < end && bytes[at] <= ' ') {
            peek();
        }
        int to = at + expected.length;
        if (to > end || !Utf8.same(bytes, at, expected, 0, expected.length)) {
            return false;
        }
        from = at;
        at = to;
        return true;
    }

    /** Steps over exactly this name and its colon, {@code "name":}, if they come next. */
    boolean skipName(byte[] member) {
        boolean skipped = skip(member);
        from += skipped ? 1 : 0; // a name begins behind its quote
        return skipped;
    }

    /** Steps over the object or array that comes next, if it is this one; an empty text is none. */
    boolean skipNested(byte[] known) {
        if (known.length == 0 || !skip(known)) {
            return false;
        }
        to = at;
        kind = WireKind.NESTED;
        return true;
    }

    /** The last string or name as text, escapes unfolded. */
    String text() {
        return unescaped().toString();
    }

    /** The last string or name, escapes unfolded: the wire's own bytes if there is none in it, else a copy. */
    Slice unescaped() {
        if (kind != WireKind.ESCAPED_STRING) {
            return token();
        }
        Utf8Buffer out = new Utf8Buffer(to - from);
        out.appendUnescaped(bytes, from, to + 1);
        return out.slice(0);
    }

    /** Nothing but white space may follow the value. */
    void expectEnd() throws MalformedMessageException {
        if (peek() >= 0) {
            throw fault("trailing_text", "more text behind the end of the JSON value", at);
        }
    }
}
