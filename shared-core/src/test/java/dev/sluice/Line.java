package dev.sluice;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One line of output, whose parts can be looked at as the JSON text they are, digit by digit. */
public record Line(String text) {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(10_000)
                    .build())
            .build();

    /** The JSON text of the member at the end of this path. */
    public String raw(String... path) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            for (String name : path) {
                enter(parser, name);
            }
            int start = (int) parser.currentTokenLocation().getCharOffset();
            parser.finishToken();
            parser.skipChildren();
            return text.substring(start, (int) parser.currentLocation().getCharOffset());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void enter(JsonParser parser, String name) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals(name);
            parser.nextToken();
            if (found) {
                return;
            }
            parser.skipChildren();
        }
        throw new AssertionError("no member " + name);
    }

    public boolean has(String name) {
        return text.contains("\"" + name + "\":");
    }

    public String op() {
        return raw("op").replace("\"", "");
    }

    public String before() {
        return raw("before");
    }

    public String after() {
        return raw("after");
    }

    public String key() {
        return raw("key");
    }

    /** The flags without their quotes. */
    public String flags() {
        return raw("flags").replace("\"", "");
    }

    /** A string member without its quotes. */
    public String string(String... path) {
        String raw = raw(path);
        return raw.substring(1, raw.length() - 1);
    }
}
