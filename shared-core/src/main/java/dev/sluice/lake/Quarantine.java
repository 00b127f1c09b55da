package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was set aside, object by object and line by line; never more than one line in memory. Objects are not changed: a
 * line that is settled gets a mark beside its object, {@code <object>.<line>.resolved}, and an object all of whose lines
 * are settled gets {@code <object>.resolved}.
 */
public final class Quarantine {
    private static final String RESOLVED = ".resolved";
    private static final Pattern LINE_MARK = Pattern.compile("\\.(\\d{1,9})\\.resolved");

    private final ObjectStore state;

    public Quarantine(ObjectStore state) {
        this.state = state;
    }

    /**
     * An object of the quarantine.
     *
     * @param settled all of its lines are
     * @param settledLines lines that are, numbered from 1
     */
    public record Stored(String key, boolean settled, Set<Integer> settledLines) {
        public Stored {
            settledLines = Set.copyOf(settledLines);
        }

        boolean isSettled(int line) {
            return settled || settledLines.contains(line);
        }
    }

    /** Takes objects, in the order of their keys. */
    public interface Visitor {
        void visit(Stored object) throws IOException;
    }

    /** Takes entries, in the order of their objects and lines. */
    public interface EntryVisitor {
        void visit(QuarantineEntry entry) throws IOException;
    }

    /** Takes entries with their bytes. */
    public interface BytesVisitor {
        void visit(QuarantineEntry.WithBytes entry) throws IOException;
    }

    /** Visits the objects that may hold what is meant, settled ones too. */
    public void forEach(QuarantineChoice choice, Visitor visitor) throws IOException {
        for (Optional<String> stream : choice.streams()) {
            forEach(stream, object -> {
                if (choice.mayBeIn(object.key())) {
                    visitor.visit(object);
                }
            });
        }
    }

    private void forEach(Optional<String> stream, Visitor visitor) throws IOException {
        String prefix =
                "quarantine/" + stream.map(name -> LakePath.name(name) + "/").orElse("");
        try (Stream<ListedObject> objects = state.list(prefix)) {
            String key = "";
            boolean settled = false;
            Set<Integer> lines = new HashSet<>();
            for (Iterator<ListedObject> all = objects.iterator(); all.hasNext(); ) {
                String next = all.next().key();
                if (!next.endsWith(RESOLVED)) {
                    visit(key, settled, lines, visitor);
                    key = next;
                    settled = false;
                    lines.clear();
                } else if (next.equals(key + RESOLVED)) {
                    settled = true;
                } else if (next.startsWith(key + ".")) { // its marks are listed right behind an object
                    Matcher mark = LINE_MARK.matcher(next.substring(key.length()));
                    if (mark.matches()) {
                        lines.add(Integer.valueOf(mark.group(1)));
                    }
                }
            }
            visit(key, settled, lines, visitor);
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static void visit(String key, boolean settled, Set<Integer> lines, Visitor visitor) throws IOException {
        if (!key.isEmpty()) {
            visitor.visit(new Stored(key, settled, lines));
        }
    }

    /** Reads what stands in an object, but for the bytes. */
    public void read(Stored object, EntryVisitor visitor) throws IOException {
        lines(
                object,
                (parser, line) ->
                        visitor.visit(entry(object, parser, line, false).entry()));
    }

    /** Reads what stands in an object. */
    public void readBytes(Stored object, BytesVisitor visitor) throws IOException {
        lines(object, (parser, line) -> visitor.visit(entry(object, parser, line, true)));
    }

    /** Finds an entry; its bytes come with it. */
    public Optional<QuarantineEntry.WithBytes> find(QuarantineId id) throws IOException {
        Found found = new Found();
        forEach(QuarantineChoice.of(id), object -> {
            if (found.entry == null) {
                readBytes(object, one -> {
                    if (found.entry == null && one.entry().id().equals(id)) {
                        found.entry = one;
                    }
                });
            }
        });
        return Optional.ofNullable(found.entry);
    }

    private static final class Found {
        private QuarantineEntry.@Nullable WithBytes entry;
    }

    /** Says that a line is settled; false if that was said before. */
    public boolean resolve(QuarantineEntry entry) throws IOException {
        return state.create(entry.object() + "." + entry.line() + RESOLVED, new byte[0]);
    }

    /** Says that all lines of an object are settled. */
    public void resolve(String object) throws IOException {
        state.create(object + RESOLVED, new byte[0]);
    }

    private interface LineReader {
        void read(JsonParser parser, int line) throws IOException;
    }

    private void lines(Stored object, LineReader reader) throws IOException {
        InputStream content =
                state.open(object.key()).orElseThrow(() -> new IOException(object.key() + " was there and is gone"));
        try (InputStream lines = LakeObject.read(content, Layout.Compression.of(object.key()));
                JsonParser parser = LakeObject.JSON.createParser(lines)) {
            int line = 0;
            while (parser.nextToken() != null) {
                line++;
                reader.read(parser, line);
            }
        } catch (JsonProcessingException e) {
            throw LakeObject.noJson(object.key());
        }
    }

    private static QuarantineEntry.WithBytes entry(Stored object, JsonParser parser, int line, boolean withBytes)
            throws IOException {
        String code = "";
        String reason = "";
        String where = "";
        String stream = "";
        int partition = 0;
        int epoch = 1;
        long offset = 0;
        int item = 0;
        int items = 1;
        Instant brokerTime = null;
        Slice raw = Slice.EMPTY;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            parser.nextToken();
            switch (member) {
                case "code" -> code = parser.getText();
                case "reason" -> reason = parser.getText();
                case "where" -> where = parser.getText();
                case "stream" -> stream = parser.getText();
                case "partition" -> partition = parser.getIntValue();
                case "epoch" -> epoch = parser.getIntValue();
                case "offset" -> offset = parser.getLongValue();
                case "item" -> item = parser.getIntValue();
                case "items" -> items = parser.getIntValue();
                case "broker_time" ->
                    brokerTime = parser.currentToken() == JsonToken.VALUE_NULL ? null : Instant.parse(parser.getText());
                case "body_base64" -> {
                    if (withBytes) {
                        raw = Slice.of(parser.getBinaryValue());
                    }
                }
                default -> parser.skipChildren();
            }
        }
        QuarantineEntry entry = new QuarantineEntry(
                object.key(),
                line,
                object.isSettled(line),
                code,
                reason,
                where,
                new Origin(stream, partition, epoch),
                new Position(offset, item, items),
                brokerTime);
        return new QuarantineEntry.WithBytes(entry, raw);
    }
}
