package dev.sluice.archive;

import dev.sluice.archive.KafkaEvent.Entry;
import dev.sluice.store.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file of JSON, one event after the other. An event counts only if all of it can be read, and a record only
 * if its place in a log is known; the others are counted. Memory holds an event.
 */
final class EventRecords implements Closeable {
    private final String key;
    private final JsonDocuments documents;
    private final Tally notEvents = new Tally();
    private final Tally givenUp = new Tally();
    private final Tally unplaced = new Tally();
    private Iterator<Entry> event = List.<Entry>of().iterator();
    private String cluster = "";
    private long values;
    private long number;

    /** How many there are of something, and which was the first. */
    private static final class Tally {
        private long count;
        private long first;

        void add(long which) {
            first = count == 0 ? which : first;
            count++;
        }
    }

    private EventRecords(String key, JsonDocuments documents) {
        this.key = key;
        this.documents = documents;
    }

    static EventRecords open(ObjectStore store, String key) throws IOException {
        InputStream in = store.open(key).orElseThrow(() -> new NoSuchFileException(key));
        return new EventRecords(key, new JsonDocuments(in, isLines(key), JsonDocuments.LONGEST));
    }

    /** True if the name promises a JSON value per line, maybe none. */
    static boolean isLines(String key) {
        return key.endsWith(".jsonl") || key.endsWith(".ndjson");
    }

    /** The next record that has a place, null behind the last one. */
    @Nullable
    Entry next() throws IOException {
        while (true) {
            while (event.hasNext()) {
                Entry entry = event.next();
                number++;
                if (entry.isPlaced()) {
                    return entry;
                }
                unplaced.add(number);
            }
            byte[] value = documents.next();
            if (value == null) {
                return null;
            }
            values++;
            read(value);
        }
    }

    private void read(byte[] value) {
        if (value.length > JsonDocuments.LONGEST) {
            notEvents.add(values);
            return;
        }
        try {
            KafkaEventParser parser = KafkaEventParser.parse(new ByteArrayInputStream(value));
            if (parser.isKafka()) {
                KafkaEvent read = parser.event();
                cluster = read.cluster();
                event = read.records().iterator();
            } else {
                (parser.givenUp().isEmpty() ? notEvents : givenUp).add(values);
            }
        } catch (IOException e) { // of the bytes; there is no store behind them
            notEvents.add(values);
        }
    }

    /** Of the record that was read last: its number in the file, from 1. */
    long number() {
        return number;
    }

    /** Of the record that was read last: ARN or brokers of its cluster. */
    String cluster() {
        return cluster;
    }

    /** What was found to be wrong so far; of the whole file, once all of it was read. */
    List<ArchiveFault> faults() {
        List<ArchiveFault> faults = new ArrayList<>();
        if (values == 0 && !isLines(key)) {
            faults.add(new ArchiveFault(key, "not_an_event", "there is no JSON in it"));
        }
        if (notEvents.count > 0) {
            faults.add(new ArchiveFault(
                    key,
                    "not_an_event",
                    notEvents.count + " of its " + values + " JSON values, the first is value " + notEvents.first
                            + ", are no whole Kafka event of Lambda and no on-failure object with one; messages without"
                            + " their places in a log are for sluice normalize"));
        }
        if (givenUp.count > 0) {
            faults.add(new ArchiveFault(
                    key,
                    "no_records",
                    givenUp.count + " of its " + values + " JSON values, the first is value " + givenUp.first
                            + ", tell of records that were given up, and do not hold them"));
        }
        if (unplaced.count > 0) {
            faults.add(new ArchiveFault(
                    key,
                    "no_position",
                    unplaced.count + " of its records, the first is record " + unplaced.first
                            + ", have no topic, partition or offset that can be read"));
        }
        return faults;
    }

    @Override
    public void close() throws IOException {
        documents.close();
    }
}
