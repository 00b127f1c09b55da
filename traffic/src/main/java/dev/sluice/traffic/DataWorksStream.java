package dev.sluice.traffic;

import dev.sluice.traffic.DataWorksWriter.Moment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** One run through the traffic of a DataWorks task. Holds the tables' rows and the messages of one transaction, no more. */
final class DataWorksStream implements Iterator<Generated> {
    private static final long DAY_MS = 86_400_000L;
    private static final int LARGEST_TRANSACTION = 40;

    private final DataWorksOptions options;
    private final Dice work; // what happens in the database
    private final Dice noise; // what happens on the way to the broker
    private final SourceDatabase database;
    private final DataWorksWriter writer = new DataWorksWriter();
    private final Poison poison = new Poison();
    private final Topic topic;
    private final Deque<Generated> ready = new ArrayDeque<>();
    private final int fullRows;
    private long sequence;
    private int events;
    private boolean created;
    private boolean altered;
    private byte @Nullable [] lastBody;

    DataWorksStream(long seed, DataWorksOptions options) {
        this.options = options;
        this.work = Dice.seeded(seed);
        this.noise = work.another();
        this.topic = new Topic(options.partitions(), noise);
        this.database = new SourceDatabase(DataWorksCatalog.TABLES, work.another(), options.rows());
        this.fullRows = options.fullRows();
        // the clock at which the task started, and a counter
        this.sequence = (TrafficStream.START_MS + noise.below(60_000)) * 1_000_000L;
    }

    @Override
    public boolean hasNext() {
        return !ready.isEmpty() || events < options.events();
    }

    @Override
    public Generated next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (ready.isEmpty()) {
            if (events < fullRows) {
                load();
            } else {
                commit();
            }
        }
        return ready.remove();
    }

    private void load() {
        long nowMs = nowMs();
        database.at(nowMs);
        Change row = database.insert();
        send(partitionOf(row), writer.full(row, nowMs), nowMs, row, "r");
        events++;
    }

    private void commit() {
        long nowMs = nowMs();
        database.at(nowMs);
        define(nowMs);
        send(anyPartition(), writer.transaction("TRANSACTION_BEGIN", moment(nowMs)), nowMs, Kind.CONTROL);
        int size = 1;
        while (size < LARGEST_TRANSACTION && work.percent(90)) {
            size++;
        }
        for (int i = 0; i < size && events < options.events(); i++) {
            disturb(nowMs);
            send(database.next(), nowMs);
            events++;
        }
        send(anyPartition(), writer.transaction("TRANSACTION_END", moment(nowMs)), nowMs, Kind.CONTROL);
    }

    /** A table is made after a third of the time, another one altered after two. */
    private void define(long nowMs) {
        if (!created && events >= options.events() / 3) {
            created = true;
            database.create(DataWorksCatalog.CLAIMS);
            ddl("CREATE", DataWorksCatalog.CLAIMS, false, DataWorksCatalog.CLAIMS_MADE, nowMs);
        }
        if (!altered && events >= 2 * (options.events() / 3)) {
            altered = true;
            ddl("ALTER", DataWorksCatalog.ALTERED, true, DataWorksCatalog.PARCELS_ALTERED, nowMs);
        }
    }

    private void ddl(String op, Table table, boolean listsColumns, String statement, long nowMs) {
        byte[] body = writer.ddl(op, table, listsColumns, statement, moment(nowMs));
        send(anyPartition(), body, nowMs, Kind.CONTROL);
    }

    private void send(Change change, long nowMs) {
        int target = partitionOf(change);
        Moment moment = moment(nowMs);
        boolean pair = change.operation() == Operation.UPDATE && noise.chance(options.pairShare());
        if (pair) {
            send(target, writer.firstHalf(change, moment), nowMs, Kind.HALF);
        }
        lastBody = switch (change.operation()) {
            case INSERT -> writer.insert(change, moment);
            case UPDATE -> pair ? writer.secondHalf(change, moment) : writer.update(change, moment);
            case DELETE -> writer.delete(change, moment);
        };
        send(target, lastBody, nowMs, change, change.operation().letter);
    }

    private void disturb(long nowMs) {
        if (noise.chance(options.heartbeatShare())) {
            send(anyPartition(), writer.heartbeat(second(nowMs)), nowMs, Kind.HEARTBEAT);
        }
        if (noise.chance(options.poisonShare())) {
            int target = anyPartition();
            if (noise.percent(30)) {
                send(target, Poison.EMPTY, nowMs, Kind.EMPTY);
            } else if (lastBody == null) {
                send(target, poison.foreign(noise.guid(), nowMs), nowMs, Kind.POISON);
            } else {
                send(target, Poison.cutOff(lastBody, noise), nowMs, Kind.POISON);
            }
        }
    }

    private Moment moment(long nowMs) {
        return new Moment(Long.toString(++sequence), second(nowMs), nowMs + noise.below(900));
    }

    private static long second(long nowMs) {
        return Math.floorDiv(nowMs, 1000L) * 1000L;
    }

    /** Rises with the events sent; the jitter stays within the share of one event. */
    private long nowMs() {
        long span = options.days() * DAY_MS;
        return TrafficStream.START_MS
                + (long) (span * ((double) events / options.events()))
                + work.between(0, span / options.events());
    }

    /** Changes of one key share a partition; a change of the key is sent to that of the old one. */
    private int partitionOf(Change change) {
        Row row = change.before() == null ? change.after() : change.before();
        List<String> key = row == null ? change.key() : row.key(change.table());
        return Math.floorMod(key.hashCode(), topic.partitions());
    }

    private int anyPartition() {
        return noise.below(topic.partitions());
    }

    private void send(int target, byte[] body, long nowMs, Kind kind) {
        ready.add(new Generated(topic.message(target, body, nowMs), null, kind));
    }

    private void send(int target, byte[] body, long nowMs, Change change, String op) {
        SourceMessage message = topic.message(target, body, nowMs);
        ready.add(new Generated(message, change.row(op, "", target, message.offset()), Kind.CHANGE));
    }
}
