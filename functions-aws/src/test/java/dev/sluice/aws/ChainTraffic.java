package dev.sluice.aws;

import dev.sluice.killed.Wave;
import dev.sluice.lake.StreamPartition;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.DataWorksOptions;
import dev.sluice.traffic.DataWorksTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import dev.sluice.traffic.MysqlTraffic;
import dev.sluice.traffic.SourceMessage;
import dev.sluice.traffic.SourceRow;
import dev.sluice.traffic.TrafficOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Topics of all dialects. In each partition one record cannot be read and one is a tombstone; events in pieces spread
 * over partitions, and DataWorks has heartbeats.
 */
final class ChainTraffic {
    private static final byte[] NOTHING = {};
    private static final TrafficOptions CES = TrafficOptions.defaults()
            .withDays(1)
            .withResendShare(0)
            .withPoisonShare(0)
            .withKeyChangeShare(0.05)
            .withSplitShare(0.04);

    private final Random random;
    private final List<Wave.Log> logs = new ArrayList<>();

    private ChainTraffic(long seed) {
        this.random = new Random(seed);
    }

    /**
     * The logs of all partitions.
     *
     * @param suffix of the names of the topics
     * @param changes in all of them; pieces, halves and the like come on top
     */
    static List<Wave.Log> logs(String suffix, long seed, int changes) throws IOException {
        ChainTraffic traffic = new ChainTraffic(seed);
        traffic.add(
                "ces.json-" + suffix,
                CesTraffic.seeded(seed).with(CES.withPartitions(2).withEvents(changes / 2)));
        traffic.add(
                "ces.avro-" + suffix,
                inAvro(CesTraffic.seeded(~seed).with(CES.withPartitions(2).withEvents(changes / 5))));
        traffic.add(
                "dataworks-" + suffix,
                DataWorksTraffic.seeded(seed)
                        .with(new DataWorksOptions(2, changes / 5, 1, 500, 0.05, 0.6, 0.03, 0.05, 0)));
        traffic.add("canal-" + suffix, canal(seed, changes / 10));
        return traffic.logs;
    }

    private static List<Generated> inAvro(CesTraffic traffic) throws IOException {
        List<Generated> json = traffic.stream().toList();
        List<byte[]> bodies =
                AvroMessages.of(json.stream().map(one -> one.message().body()).toList());
        List<Generated> avro = new ArrayList<>();
        for (int i = 0; i < bodies.size(); i++) {
            Generated one = json.get(i);
            avro.add(new Generated(withBody(one.message(), bodies.get(i)), one.row(), one.kind()));
        }
        return avro;
    }

    /** Updates of one table in one partition. */
    private static List<Generated> canal(long seed, int updates) {
        List<Generated> canal = new ArrayList<>();
        for (byte[] body : MysqlTraffic.canal(seed, updates, 1)) {
            SourceRow row = new SourceRow("shop..products", "u", Map.of(), Map.of(), Map.of(), "", 0, canal.size());
            canal.add(new Generated(new SourceMessage(0, row.offset(), body, 0), row, Kind.CHANGE));
        }
        return canal;
    }

    private void add(String topic, Iterable<Generated> traffic) {
        Map<Integer, List<Generated>> partitions = new TreeMap<>();
        for (Generated one : traffic) {
            partitions
                    .computeIfAbsent(one.message().partition(), number -> new ArrayList<>())
                    .add(one);
        }
        partitions.forEach((partition, records) ->
                logs.add(new Wave.Log(new StreamPartition(topic, partition, topic), numbered(disturbed(records)))));
    }

    private Collection<Generated> disturbed(List<Generated> records) {
        int at = random.nextInt(records.size());
        SourceMessage near = records.get(at).message();
        records.add(at, new Generated(withBody(near, NOTHING), null, Kind.EMPTY));
        byte[] half = Arrays.copyOf(near.body(), near.body().length / 2);
        records.add(random.nextInt(records.size()), new Generated(withBody(near, half), null, Kind.POISON));
        return records;
    }

    private static SourceMessage withBody(SourceMessage message, byte[] body) {
        return new SourceMessage(message.partition(), message.offset(), body, message.brokerTimeMs());
    }

    private static List<Generated> numbered(Collection<Generated> records) {
        List<Generated> numbered = new ArrayList<>();
        for (Generated one : records) {
            SourceMessage message = one.message();
            numbered.add(new Generated(
                    new SourceMessage(message.partition(), numbered.size(), message.body(), message.brokerTimeMs()),
                    one.row() == null ? null : at(numbered.size(), one.row()),
                    one.kind()));
        }
        return numbered;
    }

    private static SourceRow at(long offset, SourceRow row) {
        return new SourceRow(
                row.table(), row.op(), row.key(), row.before(), row.after(), row.logicalId(), row.partition(), offset);
    }
}
