package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.pipeline.Delivery;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the records of a run that was found in a file. */
final class RunCursor implements Closeable {
    private final ScannedFile file;
    private final Contents.Run run;
    private final Stretch wanted;
    private final Events events;

    private long number;
    private @Nullable ArchivedRecord current;

    private RunCursor(ScannedFile file, Contents.Run run, Stretch wanted, Events events) {
        this.file = file;
        this.run = run;
        this.wanted = wanted;
        this.events = events;
        this.number = events.number();
    }

    /**
     * In front of the first record.
     *
     * @param wanted offsets of the records that are; the others are passed over
     */
    static RunCursor open(ScannedFile file, Contents.Run run, Stretch wanted) throws IOException {
        return new RunCursor(file, run, wanted, file.source().open(wanted.first()));
    }

    ScannedFile file() {
        return file;
    }

    /** Records of the file that were read or passed over. */
    long number() {
        return number;
    }

    /** Offset of the record that is at hand. */
    long sequence() {
        return current().delivery().offset();
    }

    ArchivedRecord current() {
        if (current == null) {
            throw new IllegalStateException("at no record of " + file.key());
        }
        return current;
    }

    /** Goes on to the next record that is wanted; false if there is none. */
    boolean advance() throws IOException, MistakenGlanceException {
        boolean isBehindLast = current != null && sequence() >= wanted.last();
        current = null;
        while (!isBehindLast && number < run.skipped() + run.count()) {
            boolean isOurs = number >= run.skipped();
            Event event = events.next(isOurs ? sequence -> sequence < 0 || wanted.holds(sequence) : sequence -> false);
            number++;
            requireSame(event);
            if (isOurs && event.sequence() > wanted.last()) {
                return false;
            }
            if (isOurs && wanted.holds(event.sequence())) {
                Delivery delivery = new Delivery(event.sequence(), event.body(), event.time());
                current = new ArchivedRecord(file.key(), events.number(), delivery);
                return true;
            }
        }
        return false;
    }

    private void requireSame(Event event) throws IOException {
        boolean isFirst = number == run.skipped() + 1;
        boolean isLast = number == run.skipped() + run.count();
        if ((isFirst && event.sequence() != run.first()) || (isLast && event.sequence() != run.last())) {
            throw Events.changed(file.key(), null);
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
