package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongPredicate;

/** The records of whole blocks of an Avro file. */
final class BlockEvents implements Events {
    /**
     * Whole blocks, one behind the other.
     *
     * @param start byte of the file
     */
    record Extent(long start, long count) {}

    private final String key;
    private final FileBlocks blocks;
    private final Iterator<Extent> extents;

    private Block block = Block.NONE;
    private long blocksLeft;
    private long inBlock;
    private long number;

    private BlockEvents(String key, FileBlocks blocks, Iterator<Extent> extents) {
        this.key = key;
        this.blocks = blocks;
        this.extents = extents;
    }

    /** In front of the first record. */
    static BlockEvents open(ObjectStore store, String key, List<Extent> extents) throws IOException {
        try {
            return new BlockEvents(key, FileBlocks.open(store, key), extents.iterator());
        } catch (DamagedFileException e) {
            throw Events.changed(key, e);
        }
    }

    @Override
    public Event next(LongPredicate wanted) throws IOException {
        try {
            while (inBlock == 0) {
                nextBlock();
            }
            Event event = block.read(wanted);
            number++;
            if (--inBlock == 0) {
                block.end();
            }
            return event;
        } catch (IOException e) {
            blocks.bytes().throwFailure();
            throw Events.changed(key, e);
        }
    }

    private void nextBlock() throws IOException {
        if (blocksLeft == 0) {
            if (!extents.hasNext()) {
                throw new IOException("no block is left");
            }
            Extent extent = extents.next();
            blocks.bytes().goTo(extent.start());
            blocksLeft = extent.count();
        }
        if (!blocks.begin()) {
            throw new IOException("the file ends early");
        }
        blocksLeft--;
        block = blocks.read();
        inBlock = blocks.count();
        if (inBlock == 0) {
            block.end();
        }
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
