package dev.sluice.cli.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The JSON that AWS Lambda hands to a function for records of Kafka. They keep the coordinates they have in it.
 *
 * @param read the records that could be read, in the order of the event
 * @param faulty the others
 */
record LambdaEvent(List<KafkaRecord> read, List<Faulty> faulty) {
    /** MSK; self-managed Kafka, which the vendor's pages spell in two ways. */
    private static final Set<String> SOURCES = Set.of("aws:kafka", "SelfManagedKafka", "aws:SelfManagedKafka");

    record Faulty(Place place, Fault fault) {}

    /**
     * Reads the body if it is such an event.
     *
     * @param first place of the first record
     */
    static Optional<LambdaEvent> read(byte[] body, Place first) throws IOException {
        if (!JsonText.contains(body, "\"eventSource\"") || !JsonText.contains(body, "\"records\"")) {
            return Optional.empty();
        }
        LambdaEventReader reader = new LambdaEventReader(first);
        try {
            reader.read(body);
        } catch (JsonProcessingException e) {
            return Optional.empty(); // the decoder tells what is wrong with it
        }
        return SOURCES.contains(reader.eventSource()) && reader.hasRecords()
                ? Optional.of(reader.event())
                : Optional.empty();
    }

    int records() {
        return read.size() + faulty.size();
    }

    void tell(Records receiver) throws IOException {
        int from = 0;
        for (int i = 1; i <= read.size(); i++) {
            if (i == read.size() || !read.get(i).isOfPartition(read.get(from))) {
                receiver.kafka(new ArrayList<>(read.subList(from, i)));
                from = i;
            }
        }
        for (Faulty one : faulty) {
            receiver.faulty(one.place(), one.fault());
        }
    }
}
