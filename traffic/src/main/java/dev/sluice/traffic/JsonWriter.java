package dev.sluice.traffic;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON, and JSON as a string within JSON, into one buffer that is used again for the next text. Calls follow the
 * grammar; nothing checks that they do.
 */
final class JsonWriter {
    /** White space as the samples have it. */
    enum Layout {
        COMPACT(":", ",", null),
        ONE_LINE(": ", ", ", null),
        TWO_SPACES(": ", ",", "  "),
        TABS(": ", ",", "\t");

        private final String colon;
        private final String comma;
        private final @Nullable String indent;

        Layout(String colon, String comma, @Nullable String indent) {
            this.colon = colon;
            this.comma = comma;
            this.indent = indent;
        }
    }

    /** Where a text stands: how many strings are around it, and how it is laid out. */
    private static final class Level {
        final int strings;
        final @Nullable Level outer;
        Layout layout = Layout.COMPACT;
        int depth;
        boolean first;
        private @Nullable Level inner;

        Level(int strings, @Nullable Level outer) {
            this.strings = strings;
            this.outer = outer;
        }

        /** Made once and kept. */
        Level inner() {
            if (inner == null) {
                inner = new Level(strings + 1, this);
            }
            return inner;
        }

        Level begin(Layout newLayout) {
            layout = newLayout;
            depth = 0;
            first = true;
            return this;
        }
    }

    private final Utf8Buffer out = new Utf8Buffer();
    private final boolean bareSolidus;
    private final Level outermost = new Level(0, null);
    private Level level = outermost;

    /** Escapes each solidus, as SQL Server does. */
    JsonWriter() {
        this(false);
    }

    private JsonWriter(boolean bareSolidus) {
        this.bareSolidus = bareSolidus;
    }

    /** Leaves a solidus as it is, as most do. For texts that hold no text as a string. */
    static JsonWriter withBareSolidus() {
        return new JsonWriter(true);
    }

    /** Forgets what was written. */
    JsonWriter start(Layout layout) {
        out.clear();
        level = outermost.begin(layout);
        return this;
    }

    /** Begins a string that holds a JSON text; its value comes next. This is how CES nests rows and data. */
    JsonWriter openText(Layout layout) {
        raw('"');
        level = level.inner().begin(layout);
        return this;
    }

    JsonWriter closeText() {
        level = Objects.requireNonNull(level.outer, "no text is open");
        return raw('"');
    }

    JsonWriter openObject() {
        return open('{');
    }

    JsonWriter closeObject() {
        return close('}');
    }

    JsonWriter openArray() {
        return open('[');
    }

    JsonWriter closeArray() {
        return close(']');
    }

    /** Begins an element of an array; its value comes next. */
    JsonWriter element() {
        if (!level.first) {
            raw(level.layout.comma);
        }
        level.first = false;
        return breakLine();
    }

    /** Begins a member of an object; its value comes next. */
    JsonWriter name(String name) {
        return element().string(name).raw(level.layout.colon);
    }

    JsonWriter string(String text) {
        raw('"');
        out.append(text, bareSolidus ? Utf8Buffer.BARE_SOLIDUS : level.strings + 1);
        return raw('"');
    }

    JsonWriter stringOrNull(@Nullable String text) {
        return text == null ? raw("null") : string(text);
    }

    /** A number, a truth value or null as it stands. */
    JsonWriter literal(String text) {
        return raw(text);
    }

    JsonWriter number(long value) {
        return raw(Long.toString(value));
    }

    JsonWriter bool(boolean value) {
        return raw(value ? "true" : "false");
    }

    byte[] toBytes() {
        return out.toBytes();
    }

    private JsonWriter open(char bracket) {
        level.depth++;
        level.first = true;
        return raw(bracket);
    }

    private JsonWriter close(char bracket) {
        level.depth--;
        if (!level.first) {
            breakLine();
        }
        level.first = false;
        return raw(bracket);
    }

    private JsonWriter breakLine() {
        if (level.layout.indent != null) {
            raw('\n');
            for (int i = 0; i < level.depth; i++) {
                raw(level.layout.indent);
            }
        }
        return this;
    }

    private JsonWriter raw(char ascii) {
        out.append(ascii, level.strings);
        return this;
    }

    private JsonWriter raw(String text) {
        out.append(text, level.strings);
        return this;
    }
}
