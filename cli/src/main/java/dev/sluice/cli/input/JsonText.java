package dev.sluice.cli.input;

/** What can be told about JSON text without reading it properly. */
final class JsonText {
    private JsonText() {}

    /** Whether the bytes are one JSON value by their brackets and quotes; white space around it does not count. */
    static boolean isWholeValue(byte[] text, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && isSpace(text[from])) {
            from++;
        }
        while (from < to && isSpace(text[to - 1])) {
            to--;
        }
        if (from == to) {
            return false;
        }
        int first = text[from];
        boolean closes = first == '{' || first == '[' || first == '"';
        return closes ? closesAtEnd(text, from, to) : isWord(text, from, to);
    }

    private static boolean closesAtEnd(byte[] text, int from, int to) {
        int depth = 0;
        boolean inString = false;
        for (int i = from; i < to; i++) {
            int c = text[i];
            if (inString && c == '\\') {
                i++;
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == '{' || c == '[')) {
                depth++;
            } else if (!inString && (c == '}' || c == ']')) {
                depth--;
            }
            if (depth == 0 && !inString) {
                return i == to - 1;
            }
        }
        return false;
    }

    /** A number, true, false or null, nearly enough. */
    private static boolean isWord(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if ("-+.0123456789Eaeflnrstu".indexOf(text[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isBlank(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isSpace(text[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** Whether the bytes of an ASCII word stand somewhere in the text. */
    static boolean contains(byte[] text, String word) {
        int first = word.charAt(0);
        for (int i = 0; i <= text.length - word.length(); i++) {
            if (text[i] == first && standsAt(text, i, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean standsAt(byte[] text, int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (text[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
