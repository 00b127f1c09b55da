package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.archive.ScannedFile.Blocks;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.ObjectStore;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the records of a run that was found in a file. */
final class RunCursor implements Closeable {
    private final String key;
    private final Contents.Run run;
    private final LongPredicate wanted;
    private final FileBlocks blocks;
    private final Iterator<Blocks> extents;

    private long blocksLeft;
    private long inBlock;
    private long number;
    private @Nullable ArchivedRecord current;

    private RunCursor(String key, Contents.Run run, LongPredicate wanted, FileBlocks blocks, Iterator<Blocks> extents) {
        this.key = key;
        this.run = run;
        this.wanted = wanted;
        this.blocks = blocks;
        this.extents = extents;
    }

    /**
     * In front of the first record.
     *
     * @param wanted offsets of the records that are; the others are passed over
     */
    static RunCursor open(ObjectStore store, ScannedFile file, Contents.Run run, LongPredicate wanted)
            throws IOException {
        FileBlocks blocks;
        try {
            blocks = FileBlocks.open(store, file.key());
        } catch (DamagedFileException e) {
            throw changed(file.key(), e);
        }
        return new RunCursor(file.key(), run, wanted, blocks, file.whole().iterator());
    }

    private static IOException changed(String key, @Nullable Exception cause) {
        return new IOException(key + ": not what it was a moment ago; run the command again", cause);
    }

    /** Offset of the record that is at hand. */
    long sequence() {
        return current().delivery().offset();
    }

    ArchivedRecord current() {
        if (current == null) {
            throw new IllegalStateException("at no record of " + key);
        }
        return current;
    }

    /** Goes on to the next record that is wanted; false if there is none. */
    boolean advance() throws IOException {
        current = null;
        while (number < run.skipped() + run.count()) {
            boolean isOurs = number >= run.skipped();
            Event event = read(isOurs ? sequence -> sequence < 0 || wanted.test(sequence) : sequence -> false);
            requireSame(event);
            if (isOurs && wanted.test(event.sequence())) {
                current = new ArchivedRecord(key, number, new Delivery(event.sequence(), event.body(), event.time()));
                return true;
            }
        }
        return false;
    }

    private void requireSame(Event event) throws IOException {
        boolean isFirst = number == run.skipped() + 1;
        boolean isLast = number == run.skipped() + run.count();
        if ((isFirst && event.sequence() != run.first()) || (isLast && event.sequence() != run.last())) {
            throw changed(key, null);
        }
    }

    private Event read(LongPredicate withBody) throws IOException {
        try {
            while (inBlock == 0) {
                nextBlock();
            }
            Event event = blocks.read(withBody);
            number++;
            if (--inBlock == 0) {
                blocks.end();
            }
            return event;
        } catch (IOException e) {
            blocks.bytes().throwFailure();
            throw changed(key, e);
        }
    }

    private void nextBlock() throws IOException {
        if (blocksLeft == 0) {
            if (!extents.hasNext()) {
                throw new IOException("no block is left");
            }
            Blocks extent = extents.next();
            blocks.bytes().goTo(extent.start());
            blocksLeft = extent.count();
        }
        if (!blocks.begin()) {
            throw new IOException("the file ends early");
        }
        blocksLeft--;
        inBlock = blocks.count();
        if (inBlock == 0) {
            blocks.end();
        }
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
