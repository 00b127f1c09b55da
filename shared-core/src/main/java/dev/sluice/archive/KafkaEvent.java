package dev.sluice.archive;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event that a Kafka event source mapping hands to AWS Lambda, of MSK or of brokers of one's own; or what the mapping gave
 * up, with the event in it as text (an S3 object) or as it is (a record of a Kafka topic).
 *
 * @param cluster its ARN, or the list of its brokers
 * @param records in the order of the event
 */
public record KafkaEvent(String cluster, List<Entry> records) {
    public KafkaEvent {
        records = List.copyOf(records);
    }

    /**
     * A record as it stands there.
     *
     * @param topic "" if nothing tells
     * @param partition -1 if nothing tells
     * @param offset -1 if nothing tells
     * @param body null for a tombstone; what is no base64, as it stands there
     * @param brokerTime milliseconds since 1970, null unless the broker set it
     */
    public record Entry(
            String topic,
            long partition,
            long offset,
            @Nullable Slice body,
            @Nullable Long brokerTime) {
        /** True if topic and partition are known. */
        public boolean hasPartition() {
            return !topic.isEmpty() && partition >= 0 && partition <= Integer.MAX_VALUE;
        }

        /** True if its place in the log is known. */
        public boolean isPlaced() {
            return hasPartition() && offset >= 0;
        }
    }

    /**
     * Reads an event as a stream: a value is decoded from base64 once, into the bytes that the pipeline works on.
     *
     * @throws IOException if it is no Kafka event
     */
    public static KafkaEvent read(InputStream event) throws IOException {
        KafkaEventParser parser = KafkaEventParser.parse(event);
        if (!parser.isKafka()) {
            throw new IOException(
                    parser.givenUp().isEmpty()
                            ? "this is no event of a Kafka event source mapping (expected eventSource aws:kafka or"
                                    + " aws:SelfManagedKafka, and records)"
                            : "the records that were given up (" + parser.givenUp()
                                    + ") are not in this object; replay them from an archive");
        }
        return parser.event();
    }
}
