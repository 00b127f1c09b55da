package dev.sluice.killed;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.text.Slice;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.DataWorksOptions;
import dev.sluice.traffic.DataWorksTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.SourceMessage;
import dev.sluice.traffic.TrafficOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of the traffic, with topics of its own: what all processes read, for it is the same in each. Waves follow each
 * other without end, so nobody has to read all of the traffic to find the place where it was.
 */
public record Wave(long seed, int number) {
    private static final int PARTITIONS = 2;
    private static final TrafficOptions CES = TrafficOptions.defaults()
            .withPartitions(PARTITIONS)
            .withEvents(800)
            .withResendShare(0)
            .withPoisonShare(0.02)
            .withKeyChangeShare(0.05)
            .withSplitShare(0.04);
    private static final DataWorksOptions DATAWORKS = DataWorksOptions.defaults()
            .withPartitions(PARTITIONS)
            .withEvents(400)
            .withPoisonShare(0.02);

    /** The log of one partition; offsets begin with 0. */
    public record Log(StreamPartition source, List<Generated> records) {
        String name() {
            return source.stream() + "-" + source.partition();
        }

        /**
         * Some of its records.
         *
         * @param to the first that is not delivered
         */
        public List<Delivery> deliveries(int from, int to) {
            List<Delivery> deliveries = new ArrayList<>();
            for (Generated record : records.subList(from, to)) {
                SourceMessage message = record.message();
                deliveries.add(new Delivery(message.offset(), Slice.of(message.body()), message.brokerTimeMs()));
            }
            return deliveries;
        }
    }

    /** The logs of all partitions. */
    public List<Log> logs() {
        List<Log> logs = new ArrayList<>();
        logs.addAll(logs("ces-" + number, CesTraffic.seeded(seed + number).with(CES)));
        logs.addAll(logs(
                "dataworks-" + number, DataWorksTraffic.seeded(seed + number).with(DATAWORKS)));
        return logs;
    }

    private static List<Log> logs(String stream, Iterable<Generated> traffic) {
        List<Log> logs = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            logs.add(new Log(new StreamPartition(stream, partition, "broker/" + stream), new ArrayList<>()));
        }
        for (Generated generated : traffic) {
            logs.get(generated.message().partition()).records.add(generated);
        }
        return logs;
    }

    /** The number of the wave that a log of this name belongs to. */
    static int numberOf(String log) {
        return Integer.parseInt(log.substring(log.indexOf('-') + 1, log.lastIndexOf('-')));
    }
}
