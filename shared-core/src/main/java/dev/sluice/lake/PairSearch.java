package dev.sluice.lake;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks in the lake for the lines of an update whose first half is parked. A crash between parking it and the commit leaves
 * some: the records came again in another batch, which had both halves.
 */
public final class PairSearch {
    /** Made when there is something to look for: it is hundreds of classes that few processes need. */
    private static final class Json {
        private static final ObjectReader LINES = new JsonMapper(LakeObject.JSON)
                .readerFor(JsonNode.class)
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    private final LakeWriter writer;

    public PairSearch(LakeWriter writer) {
        this.writer = writer;
    }

    /**
     * A line of the update.
     *
     * @param hasFirst its row before the update is the one that the first half tells
     */
    public record Found(long offset, boolean hasFirst) {}

    /**
     * The lines that stand in this part of the first half's partition.
     *
     * @param first the first half, told as a delete: its table, time, sequence and row
     * @param line of that delete
     * @param from offset of the first record that counts
     * @param to offset of the last one
     */
    public List<Found> find(NormalizedChange first, Slice line, Origin origin, long from, long to) throws IOException {
        JsonNode wanted = Json.LINES.readTree(line.bytes(), line.from(), line.length());
        Folder folder =
                LakePath.table(first.table(), first.time(), writer.layout().partition());
        ObjectStore lake = writer.store(folder.root());
        List<Found> found = new ArrayList<>();
        for (LakePath.ChainObject object : Chain.list(lake, folder, origin)) {
            if (object.first() > from - LakeWriter.MAX_RUN && object.first() <= to) {
                find(lake, object.key(), wanted, from, to, found);
            }
        }
        return found;
    }

    private void find(ObjectStore lake, String key, JsonNode wanted, long from, long to, List<Found> found)
            throws IOException {
        InputStream content = lake.open(key).orElseThrow(() -> new IOException(key + " was listed and is gone"));
        try (InputStream text = LakeObject.read(content, writer.layout().compression());
                MappingIterator<JsonNode> lines = Json.LINES.readValues(text)) {
            while (lines.hasNext()) {
                JsonNode line = lines.next();
                long offset = line.path("source").path("offset").asLong();
                boolean isOfUpdate = line.path("source")
                        .path("sequence")
                        .equals(wanted.path("source").path("sequence"));
                if (isOfUpdate && offset >= from && offset <= to) {
                    found.add(
                            new Found(offset, wanted.path("before").equals(PairSearch::compare, line.path("before"))));
                }
            }
        }
    }

    /** Zero if two values are the same, though one was written by settings that make numbers text. */
    private static int compare(JsonNode some, JsonNode other) {
        if (some.isNumber() && other.isTextual()) {
            return isText(some.decimalValue(), other.textValue()) ? 0 : 1;
        }
        if (some.isTextual() && other.isNumber()) {
            return compare(other, some);
        }
        return some.equals(other) ? 0 : 1;
    }

    private static boolean isText(BigDecimal number, String text) {
        try {
            return new BigDecimal(text).compareTo(number) == 0;
        } catch (NumberFormatException otherText) {
            return false;
        }
    }
}
