package dev.sluice.archive;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.RecordArchive;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps each batch as a file in the schema of Event Hubs Capture, created once and never changed.
 *
 * <p>A file is named by its first record. Where it is there already, somebody kept these records before, perhaps cut in
 * another way: what it lacks goes into a file of its own, named by the first of these. So nothing is ever missing, and a
 * batch that comes again writes nothing. Batches that were cut anew can leave a record in two files, with equal bodies; a
 * replay takes it once. To rule that out would take what the lake has a ledger for.
 */
public final class ArchiveWriter implements RecordArchive {
    private final ObjectStore store;

    public ArchiveWriter(ObjectStore store) {
        this.store = store;
    }

    @Override
    public void keep(StreamPartition source, int epoch, List<Delivery> records) throws IOException {
        List<Delivery> left = records;
        while (!left.isEmpty()) {
            Delivery first = left.get(0);
            List<Delivery> content = left;
            String key = ArchiveLayout.own(source, epoch, first.offset(), first.brokerTime());
            if (store.createStreaming(key, out -> EventDataWriter.write(out, key, content))) {
                return;
            }
            Set<Long> there = offsets(key);
            if (!there.contains(first.offset())) {
                throw new IOException(key + " does not hold the record of its name");
            }
            left = content.stream()
                    .filter(record -> !there.contains(record.offset()))
                    .toList();
        }
    }

    private Set<Long> offsets(String key) throws IOException {
        Set<Long> offsets = new HashSet<>();
        try (FileBlocks blocks = FileBlocks.open(store, key)) {
            while (blocks.begin()) {
                Block block = blocks.read();
                for (long i = 0; i < blocks.count(); i++) {
                    offsets.add(block.read(sequence -> false).sequence());
                }
                block.end();
            }
        } catch (DamagedFileException e) {
            throw new IOException(key + " is there, and is no file of an archive: " + e.getMessage(), e);
        }
        return offsets;
    }
}
