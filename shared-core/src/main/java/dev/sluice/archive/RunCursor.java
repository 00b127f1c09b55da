package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.pipeline.Delivery;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the records of a run that was found in a file. */
final class RunCursor implements Closeable {
    private final String key;
    private final Contents.Run run;
    private final LongPredicate wanted;
    private final Events events;

    private long number;
    private @Nullable ArchivedRecord current;

    private RunCursor(String key, Contents.Run run, LongPredicate wanted, Events events) {
        this.key = key;
        this.run = run;
        this.wanted = wanted;
        this.events = events;
    }

    /**
     * In front of the first record.
     *
     * @param wanted offsets of the records that are; the others are passed over
     */
    static RunCursor open(ScannedFile file, Contents.Run run, LongPredicate wanted) throws IOException {
        return new RunCursor(file.key(), run, wanted, file.source().open());
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
            Event event = events.next(isOurs ? sequence -> sequence < 0 || wanted.test(sequence) : sequence -> false);
            number++;
            requireSame(event);
            if (isOurs && wanted.test(event.sequence())) {
                Delivery delivery = new Delivery(event.sequence(), event.body(), event.time());
                current = new ArchivedRecord(key, events.number(), delivery);
                return true;
            }
        }
        return false;
    }

    private void requireSame(Event event) throws IOException {
        boolean isFirst = number == run.skipped() + 1;
        boolean isLast = number == run.skipped() + run.count();
        if ((isFirst && event.sequence() != run.first()) || (isLast && event.sequence() != run.last())) {
            throw Events.changed(key, null);
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
