package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.function.LongPredicate;

/** The records of a plain file, see {@link FileGlance}. A block is checked before the first of its records is given. */
final class GlancedEvents implements Events {
    private final String key;
    private final Contents.Run run;
    private final FileBlocks blocks;

    private Block block = Block.NONE;
    private boolean isRead;
    /** Records of the file up to the end of the block that was begun. */
    private long through;

    private long number;

    private GlancedEvents(String key, Contents.Run run, FileBlocks blocks) {
        this.key = key;
        this.run = run;
        this.blocks = blocks;
    }

    /**
     * In front of the first record of a block.
     *
     * @param run all records of the file
     * @param from blocks whose records are all in front of this offset are passed over
     */
    static GlancedEvents open(ObjectStore store, String key, Contents.Run run, long from) throws IOException {
        GlancedEvents events;
        try {
            events = new GlancedEvents(key, run, FileBlocks.open(store, key));
        } catch (DamagedFileException e) {
            throw Events.changed(key, e);
        }
        boolean opened = false;
        try {
            events.passOver(from);
            opened = true;
            return events;
        } finally {
            if (!opened) {
                events.close();
            }
        }
    }

    private void passOver(long from) throws IOException {
        try {
            begin();
            while (through < run.count() && run.first() + through <= from) {
                blocks.skip();
                number = through;
                begin();
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public Event next(LongPredicate wanted) throws IOException, MistakenGlanceException {
        if (number == through) {
            try {
                begin();
            } catch (IOException e) {
                throw failure(e);
            }
        }
        if (!isRead) {
            read();
        }
        number++;
        return block.read(wanted);
    }

    private void begin() throws IOException {
        if (!blocks.begin()) {
            throw new IOException("the file ends early");
        }
        through += blocks.count();
        isRead = false;
    }

    private void read() throws IOException, MistakenGlanceException {
        IOException damage = null;
        try {
            block = blocks.read();
            isRead = block.isConsecutive(run.first() + number);
        } catch (IOException e) {
            damage = failure(e);
        }
        if (isRead) {
            return;
        }
        if (through == run.count()) { // the glance read this one
            throw damage == null ? Events.changed(key, null) : damage;
        }
        throw new MistakenGlanceException();
    }

    /** The store's, or that of a file that has other blocks than the glance found. */
    private IOException failure(IOException e) throws IOException {
        blocks.bytes().throwFailure();
        return Events.changed(key, e);
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
