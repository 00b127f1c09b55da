package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** Which items of a partition's log have lines in objects of a folder, as the lines themselves say. */
final class FolderItems {
    private final TreeMap<Long, Set<String>> names = new TreeMap<>();

    /**
     * A line's item: the offset of its record, and what tells it from others of the record. That is its {@code id}, the
     * same for both lines of a changed key, or the number of a quarantined item.
     */
    private record Item(long offset, String name) {
        static Item of(Slice line) throws IOException {
            Long offset = null;
            String name = null;
            try (JsonParser parser = LakeObject.JSON.createParser(line.bytes(), line.from(), line.length())) {
                parser.nextToken();
                while ((offset == null || name == null) && parser.nextToken() == JsonToken.FIELD_NAME) {
                    String member = parser.currentName();
                    parser.nextToken();
                    switch (member) {
                        case "source" -> offset = offsetIn(parser);
                        case "offset" -> offset = parser.getLongValue();
                        case "id" -> name = parser.getText().replaceFirst("/[cd]$", "");
                        case "item" -> name = parser.getText();
                        default -> parser.skipChildren();
                    }
                }
            }
            if (offset == null || name == null) {
                throw new IOException("one of its lines has no place");
            }
            return new Item(offset, name);
        }

        private static long offsetIn(JsonParser source) throws IOException {
            long offset = -1;
            while (source.nextToken() == JsonToken.FIELD_NAME) {
                boolean isOffset = source.currentName().equals("offset");
                source.nextToken();
                if (isOffset) {
                    offset = source.getLongValue();
                } else {
                    source.skipChildren();
                }
            }
            return offset;
        }
    }

    void addLine(Slice line) throws IOException {
        Item item = Item.of(line);
        names.computeIfAbsent(item.offset, offset -> new HashSet<>()).add(item.name);
    }

    /** Adds those of another object that stand behind this offset. */
    void addBehind(long offset, FolderItems others) {
        others.names
                .tailMap(offset, false)
                .forEach((at, more) ->
                        names.computeIfAbsent(at, key -> new HashSet<>()).addAll(more));
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** How many records have lines. */
    int size() {
        return names.size();
    }

    long last() {
        return names.lastKey();
    }

    /** @param lines of one item */
    boolean hold(Slice lines) throws IOException {
        Item item = Item.of(lines);
        return names.getOrDefault(item.offset, Set.of()).contains(item.name);
    }
}
