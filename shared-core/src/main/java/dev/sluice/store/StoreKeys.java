package dev.sluice.store;

/** What may be a key, the same for every store, so that what one store takes the others take too. */
public final class StoreKeys {
    /** The first segment that belongs to the file store's own files. */
    static final String RESERVED = ".tmp";

    private StoreKeys() {}

    /**
     * Returns the key if it is relative, has no empty, {@code .} or {@code ..} segment, does not start with the segment
     * {@code .tmp}, has no NUL and can be written in UTF-8.
     *
     * @throws IllegalArgumentException otherwise
     */
    public static String requireKey(String key) {
        requirePrefix(key);
        requireSegment(key, key.substring(key.lastIndexOf('/') + 1));
        if (key.equals(RESERVED)) {
            throw reserved(key);
        }
        return key;
    }

    /**
     * Returns the prefix if some key can start with it: as {@link #requireKey}, but what stands behind the last
     * {@code /} is the beginning of a segment and may be anything, or nothing.
     *
     * @throws IllegalArgumentException otherwise
     */
    public static String requirePrefix(String prefix) {
        int start = 0;
        for (int slash = prefix.indexOf('/'); slash >= 0; slash = prefix.indexOf('/', start)) {
            requireSegment(prefix, prefix.substring(start, slash));
            start = slash + 1;
        }
        if (prefix.startsWith(RESERVED + "/")) {
            throw reserved(prefix);
        }
        for (int i = 0; i < prefix.length(); i++) {
            char c = prefix.charAt(i);
            if (c == 0) {
                throw bad(prefix, "NUL at character " + i);
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < prefix.length()
                    && Character.isLowSurrogate(prefix.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw bad(prefix, "a surrogate without its other half at character " + i);
            }
        }
        return prefix;
    }

    /** Orders keys by their UTF-8 bytes, which is by code points; {@link String#compareTo} differs above U+FFFF. */
    public static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                // A surrogate stands for a code point above every other char.
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static void requireSegment(String key, String segment) {
        if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
            throw bad(key, "a segment is '" + segment + "'");
        }
    }

    private static IllegalArgumentException reserved(String key) {
        return bad(key, "the first segment " + RESERVED + " is reserved");
    }

    private static IllegalArgumentException bad(String key, String why) {
        return new IllegalArgumentException(
                "not an object key: '" + key + "': " + why + " (expected names separated by '/', like a/b=1/c.json)");
    }
}
