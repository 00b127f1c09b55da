package dev.sluice.archive;

import dev.sluice.archive.EventDataReader.Event;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** A block of a file, in front of its next record. */
interface Block {
    /** One without records. */
    Block NONE = new Whole(List.of());

    /**
     * The next record; there are as many as the block says.
     *
     * @param wanted tells by the sequence number whether the body is; else it may be there, and may change
     */
    Event read(LongPredicate wanted) throws IOException;

    /** True if it is known that the numbers of the records go up by one. */
    boolean isConsecutive(long first);

    /** Sees to it that the block is whole: nothing is left in it, and the marker stands behind. */
    void end() throws IOException;

    /** A block in memory that was found to be whole. */
    final class Whole implements Block {
        private final List<Event> events;
        private int next;

        private Whole(List<Event> events) {
            this.events = events;
        }

        /** Reads all the records, whose bodies are parts of the data; good as long as these are. */
        static Whole of(Slice data, long count, EventDataReader reader) throws IOException {
            RecordBytes.OfArray bytes = new RecordBytes.OfArray(data);
            List<Event> events = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                events.add(reader.read(bytes, sequence -> true));
            }
            if (!bytes.isAtEnd()) {
                throw new IOException("bytes are left in a block");
            }
            return new Whole(events);
        }

        List<Event> events() {
            return events;
        }

        @Override
        public boolean isConsecutive(long first) {
            long expected = first;
            for (Event event : events) {
                if (event.sequence() != expected++) {
                    return false;
                }
            }
            return true;
        }

        /** A copy of the body: whoever keeps it shall not keep the block. */
        @Override
        public Event read(LongPredicate wanted) {
            Event event = events.get(next++);
            return wanted.test(event.sequence()) ? event.alone() : event;
        }

        @Override
        public void end() {}
    }
}
