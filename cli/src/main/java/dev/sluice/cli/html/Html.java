package dev.sluice.cli.html;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * HTML that is XML too. All text and all attributes are escaped here, and there is no way around it: names of tables and
 * streams are the source's.
 */
public final class Html {
    private static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder out = new StringBuilder(1 << 14);
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element, which {@link #close} ends.
     *
     * @param attributes names and values in turns
     */
    public Html open(String tag, String... attributes) {
        begin(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    public Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (open.size() <= 3) {
            out.append('\n');
        }
        return this;
    }

    /** An element with nothing in it. */
    public Html empty(String tag, String... attributes) {
        begin(tag, attributes).append("/>");
        return this;
    }

    /** An element with text in it. */
    public Html leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    public Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** The same for names that may be long: it can break behind what stands between their words. */
    public Html breakable(String text) {
        int start = 0;
        for (int i = 1; i < text.length() - 1; i++) {
            if ("./=_".indexOf(text.charAt(i)) >= 0) {
                text(text.substring(start, i + 1)).empty("wbr");
                start = i + 1;
            }
        }
        return text(text.substring(start));
    }

    private StringBuilder begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            if (!attributes[i + 1].isEmpty() || !attributes[i].equals("class")) {
                out.append(' ').append(attributes[i]).append("=\"");
                out.append(escaped(attributes[i + 1])).append('"');
            }
        }
        return out;
    }

    /** Text that is text wherever it stands, and cannot turn what stands around it. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> {
                    if (isHarmless(c)) {
                        escaped.appendCodePoint(c);
                    } else {
                        escaped.append(REPLACEMENT);
                    }
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isHarmless(int c) {
        boolean turnsText = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        boolean isNone = (c & 0xFFFE) == 0xFFFE;
        return !Character.isISOControl(c) && !turnsText && !isHalf && !isNone;
    }

    /** The document so far. */
    String document() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return "<!DOCTYPE html>\n" + out;
    }
}
