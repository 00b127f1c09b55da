package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** What stands in an object of the lake: lines, compressed or not. */
final class LakeObject {
    /** Reads whatever a line can hold. */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final int BUFFER = 8192;

    private LakeObject() {}

    static byte[] encode(Slice lines, Layout.Compression compression) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(lines.length() / 4 + 64);
        write(all -> all.write(lines.bytes(), lines.from(), lines.length()), out, compression);
        return out.toByteArray();
    }

    /** Writes lines as the content of an object; leaves the stream open. */
    static void write(ObjectStore.Content lines, OutputStream out, Layout.Compression compression) throws IOException {
        if (compression == Layout.Compression.NONE) {
            lines.writeTo(out);
            return;
        }
        try (GZIPOutputStream gzip = new GZIPOutputStream(new Unclosed(out), BUFFER)) {
            lines.writeTo(gzip);
        }
    }

    /** Stays open when what is written to it is closed. */
    private static final class Unclosed extends FilterOutputStream {
        private Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() {}
    }

    /** The lines in the content of an object; closed with it, and if it is not compressed as it should be. */
    static InputStream read(InputStream content, Layout.Compression compression) throws IOException {
        if (compression == Layout.Compression.NONE) {
            return content;
        }
        try {
            return new GZIPInputStream(content, BUFFER);
        } catch (IOException e) {
            content.close();
            throw e;
        }
    }

    static byte[] decode(byte[] content, Layout.Compression compression) throws IOException {
        try (InputStream lines = read(new ByteArrayInputStream(content), compression)) {
            return lines.readAllBytes();
        }
    }

    /**
     * The offsets of all events in the lines, ascending.
     *
     * @throws IOException if a line is not one of ours
     */
    static NavigableSet<Long> offsets(byte[] lines) throws IOException {
        NavigableSet<Long> offsets = new TreeSet<>();
        int start = 0;
        for (int i = 0; i < lines.length; i++) {
            if (lines[i] == '\n') {
                offsets.add(offset(lines, start, i - start));
                start = i + 1;
            }
        }
        if (start < lines.length || offsets.isEmpty()) {
            throw new IOException("it does not end with a line");
        }
        return offsets;
    }

    /** Where an event stands, as its line says. */
    record Place(int partition, long offset) {}

    /**
     * Where the first event in the lines stands.
     *
     * @throws IOException if the first line is not one of ours
     */
    static Place firstPlace(InputStream lines) throws IOException {
        Integer partition = null;
        try (JsonParser parser = JSON.createParser(lines)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isSource = parser.currentName().equals("source");
                parser.nextToken();
                if (!isSource) {
                    parser.skipChildren();
                    continue;
                }
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    if (name.equals("partition")) {
                        partition = parser.getIntValue();
                    } else if (name.equals("offset") && partition != null) {
                        return new Place(partition, parser.getLongValue());
                    }
                }
            }
        }
        throw new JsonParseException(null, "its first line has no place");
    }

    /** {@code source.offset} of an event or control line, {@code offset} of a quarantine line. */
    private static long offset(byte[] lines, int start, int length) throws IOException {
        try (JsonParser parser = JSON.createParser(lines, start, length)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("offset")) {
                    return parser.getLongValue();
                }
                if (!name.equals("source") || value != JsonToken.START_OBJECT) {
                    parser.skipChildren();
                }
            }
        }
        throw new IOException("its last line has no offset");
    }
}
