package dev.sluice.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * Looks in the lake for the line of an update whose first half is parked. Only a crash between parking it and the commit
 * leaves one: the records came again in another batch, which had both halves.
 */
public final class PairSearch {
    private static final ObjectReader LINES = new JsonMapper(LakeObject.JSON).readerFor(JsonNode.class);

    private final LakeWriter writer;

    public PairSearch(LakeWriter writer) {
        this.writer = writer;
    }

    /**
     * The offset of the update's second half.
     *
     * @param first what the first half tells of its table and time
     * @param origin of the first half
     * @param offset of the first half; the second one stands behind it, within a run
     * @param sequence that both halves have
     */
    public OptionalLong find(NormalizedChange first, Origin origin, long offset, String sequence) throws IOException {
        Folder folder =
                LakePath.table(first.table(), first.time(), writer.layout().partition());
        ObjectStore lake = writer.store(folder.root());
        for (LakePath.ChainObject object : Chain.list(lake, folder, origin)) {
            if (Math.abs(object.first() - offset) <= LakeWriter.MAX_RUN) {
                OptionalLong found = find(lake, object.key(), offset, sequence);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong find(ObjectStore lake, String key, long offset, String sequence) throws IOException {
        InputStream content = lake.open(key).orElseThrow(() -> new IOException(key + " was listed and is gone"));
        try (InputStream text = LakeObject.read(content, writer.layout().compression());
                MappingIterator<JsonNode> lines = LINES.readValues(text)) {
            while (lines.hasNext()) {
                JsonNode line = lines.next();
                JsonNode source = line.path("source");
                if (source.path("offset").asLong() > offset
                        && source.path("sequence").asText().equals(sequence)) {
                    return OptionalLong.of(source.path("offset").asLong());
                }
            }
        }
        return OptionalLong.empty();
    }
}
