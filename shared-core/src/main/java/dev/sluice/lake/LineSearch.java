package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Looks for lines of the lake, by their ids and places; a line at a time, and no values. */
public final class LineSearch {
    private static final List<String> FOLDERS = List.of("db=", "_control/");

    private final ObjectStore lake;

    public LineSearch(ObjectStore lake) {
        this.lake = lake;
    }

    /**
     * A line of the lake.
     *
     * @param line its number in the object, from 1
     * @param id without the {@code /d} or {@code /c} of a changed key
     * @param stream where it stood, with partition and offset
     */
    public record Found(String object, int line, String id, String stream, int partition, long offset) {
        boolean isAt(RecordPlace place) {
            return stream.equals(place.origin().stream())
                    && partition == place.origin().partition()
                    && offset == place.offset();
        }
    }

    /** The lines of a record. */
    public List<Found> of(RecordPlace place) throws IOException {
        return search(key -> place.mayBeIn(key) || fileName(key).startsWith("pair-"), line -> line.isAt(place));
    }

    /** The lines with this id; reads all of the lake, for nothing tells where they are. */
    public List<Found> of(String id) throws IOException {
        return search(key -> true, line -> line.id.equals(id));
    }

    /** The lines of an object; none if it is not there. */
    public List<Found> in(String object) throws IOException {
        List<Found> found = new ArrayList<>();
        read(object, line -> true, found);
        return found;
    }

    private static String fileName(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    private List<Found> search(Predicate<String> objects, Predicate<Found> lines) throws IOException {
        List<Found> found = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<ListedObject> listed = lake.list(folder)) {
                for (Iterator<ListedObject> all = listed.iterator(); all.hasNext(); ) {
                    String key = all.next().key();
                    if (objects.test(key)) {
                        read(key, lines, found);
                    }
                }
            } catch (UncheckedIOException e) {
                throw new IOException(folder + " cannot be listed: " + e.getMessage(), e);
            }
        }
        return found;
    }

    private void read(String object, Predicate<Found> wanted, List<Found> found) throws IOException {
        InputStream content = lake.open(object).orElse(null);
        if (content == null) {
            return;
        }
        try (InputStream lines = LakeObject.read(content, Layout.Compression.of(object));
                JsonParser parser = LakeObject.JSON.createParser(lines)) {
            for (int line = 1; parser.nextToken() != null; line++) {
                Found one = line(parser, object, line);
                if (wanted.test(one)) {
                    found.add(one);
                }
            }
        } catch (JsonProcessingException e) {
            throw LakeObject.noJson(object);
        }
    }

    private static Found line(JsonParser parser, String object, int line) throws IOException {
        String id = "";
        String stream = "";
        int partition = -1;
        long offset = -1;
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.END_OBJECT) {
                depth--;
            } else if (token == JsonToken.FIELD_NAME) {
                String member = (depth == 1 ? "" : "source.") + parser.currentName();
                parser.nextToken();
                switch (member) {
                    case "source" -> depth++;
                    case "id" -> id = parser.getText().replaceFirst("/[cd]$", "");
                    case "source.stream" -> stream = parser.getText();
                    case "source.partition" -> partition = parser.getIntValue();
                    case "source.offset" -> offset = parser.getLongValue();
                    default -> parser.skipChildren();
                }
            } else {
                throw new IOException(object + " is not an object of a lake: line " + line + " is no event");
            }
        }
        return new Found(object, line, id, stream, partition, offset);
    }
}
