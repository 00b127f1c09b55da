package dev.sluice.cli;

import dev.sluice.cli.input.Fault;
import dev.sluice.cli.input.KafkaRecord;
import dev.sluice.cli.input.Place;
import dev.sluice.cli.input.RecordReader;
import dev.sluice.cli.input.Records;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Feeds records into a lake, in batches that fit in memory. */
final class LakeFeed implements Records {
    /** A record beyond the limit of the settings is read all the same, so that the quarantine has its bytes. */
    static final int LONGEST_KEPT = 1 << 30;

    private static final int MOST_RECORDS = 10_000;
    private static final long MOST_BYTES = 16 << 20;

    private final ChangePipeline pipeline;
    private final StreamPartition local;
    private final Outcomes outcomes;

    private final List<Delivery> waiting = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private long waitingBytes;
    private long offset;

    /** @param stream of the records without coordinates */
    LakeFeed(ChangePipeline pipeline, String stream, Outcomes outcomes) {
        this.pipeline = pipeline;
        this.local = new StreamPartition(stream, 0, stream);
        this.outcomes = outcomes;
    }

    void run(RecordReader reader) throws IOException {
        while (reader.next(this)) {
            if (waiting.size() >= MOST_RECORDS || waitingBytes >= MOST_BYTES) {
                processWaiting();
            }
        }
        processWaiting();
    }

    private void processWaiting() throws IOException {
        process(local, waiting, places);
        waiting.clear();
        places.clear();
        waitingBytes = 0;
    }

    private void process(StreamPartition source, List<Delivery> records, List<Place> recordPlaces) throws IOException {
        if (!records.isEmpty()) {
            outcomes.add(source.stream(), recordPlaces, pipeline.process(new Batch(source, records)));
        }
    }

    @Override
    public void plain(Place place, byte[] body) {
        waiting.add(new Delivery(offset++, Slice.of(body), null));
        places.add(place);
        waitingBytes += body.length;
    }

    @Override
    public void tooLong(Place place, long length) throws IOException {
        throw new IOException(place.input() + ":" + place.record() + ": a record of " + length
                + " bytes is too long to be kept in the quarantine; take it out of the input");
    }

    @Override
    public void faulty(Place place, Fault fault) {
        outcomes.add(place, fault);
    }

    /** As one batch, or as several where the offsets do not ascend, which a broker would never do. */
    @Override
    public void kafka(List<KafkaRecord> records) throws IOException {
        KafkaRecord first = records.get(0);
        StreamPartition source = new StreamPartition(first.topic(), first.partition(), first.log());
        int from = 0;
        for (int i = 1; i <= records.size(); i++) {
            if (i == records.size()
                    || records.get(i).offset() <= records.get(i - 1).offset()) {
                List<KafkaRecord> batch = records.subList(from, i);
                process(
                        source,
                        batch.stream().map(KafkaRecord::delivery).toList(),
                        batch.stream().map(KafkaRecord::place).toList());
                from = i;
            }
        }
    }
}
