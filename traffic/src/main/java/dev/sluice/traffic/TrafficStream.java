package dev.sluice.traffic;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** One run through the traffic. Holds the tables' rows and the messages of one transaction, no more. */
final class TrafficStream implements Iterator<Generated> {
    /** Late in a month, so that the date folders cross its end. */
    static final long START_MS = Instant.parse("2026-08-29T17:00:00Z").toEpochMilli();

    private static final long DAY_MS = 86_400_000L;
    private static final int LARGEST_TRANSACTION = 12;

    private final TrafficOptions options;
    private final Dice work; // what happens in the databases
    private final Dice noise; // what happens on the way to the broker
    private final Dice ids;
    private final Dice knife; // which events are cut, and where
    private final List<CesDatabase> databases;
    private final CesWriter writer = new CesWriter();
    private final Poison poison = new Poison();
    private final Deque<Generated> ready = new ArrayDeque<>();
    private final Topic topic;
    private int partition;
    private int events;
    private byte @Nullable [] lastBody;

    TrafficStream(long seed, TrafficOptions options) {
        this.options = options;
        this.work = Dice.seeded(seed);
        this.noise = work.another();
        this.ids = work.another();
        this.knife = Dice.seeded(~seed);
        this.databases = Catalog.DATABASES.stream()
                .map(tables -> new CesDatabase(tables, work.another(), options, START_MS))
                .toList();
        this.topic = new Topic(options.partitions(), noise);
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
            commit();
        }
        return ready.remove();
    }

    private void commit() {
        CesDatabase database = databases.get(work.percent(60) ? 0 : 1);
        database.begin(commitTime(), noise.pick(options.generations()));
        int size = 1;
        while (size < LARGEST_TRANSACTION && work.percent(60)) {
            size++;
        }
        for (int i = 0; i < size && events < options.events(); i++) {
            send(database.next());
            events++;
        }
    }

    /** Rises with the events sent; the jitter stays within the share of one event. */
    private long commitTime() {
        long span = options.days() * DAY_MS;
        return START_MS
                + (long) (span * ((double) events / options.events()))
                + work.between(0, span / options.events());
    }

    private void send(ChangeEvent event) {
        long nowMs = event.transaction().commitMs();
        if (noise.chance(options.poisonShare())) {
            sendPoison(nowMs);
        }
        if (knife.chance(options.splitShare())) {
            sendInPieces(event);
            return;
        }
        int target = nextPartition();
        lastBody = writer.write(event, ids.guid());
        send(target, lastBody, nowMs, event, Kind.CHANGE);
        if (noise.chance(options.resendShare())) {
            send(target, writer.write(event, ids.guid()), nowMs, event, Kind.RESEND);
        }
    }

    /** The first piece stands for the event, whose place in the log is that piece's. Any other may be sent again. */
    private void sendInPieces(ChangeEvent event) {
        long nowMs = event.transaction().commitMs();
        int count = knife.percent(60) ? 2 : 3 + knife.below(3);
        List<String> fragments = Fragments.cut(writer.data(event), count, knife);
        List<Integer> order = Fragments.shuffled(fragments.size(), knife);
        for (int piece : order) {
            byte[] body = writer.write(event, ids.guid(), fragments, piece);
            send(nextPartition(), body, nowMs, piece == 0 ? event : null, piece == 0 ? Kind.CHANGE : Kind.PIECE);
            lastBody = body;
        }
        if (knife.percent(25)) {
            int again = 1 + knife.below(fragments.size() - 1);
            send(nextPartition(), writer.write(event, ids.guid(), fragments, again), nowMs, null, Kind.PIECE);
        }
    }

    private void sendPoison(long nowMs) {
        int target = nextPartition();
        switch (noise.below(3)) {
            case 0 -> send(target, Poison.EMPTY, nowMs, null, Kind.EMPTY);
            case 1 -> send(target, poison.foreign(ids.guid(), nowMs), nowMs, null, Kind.POISON);
            default -> {
                byte[] whole = lastBody == null ? poison.foreign(ids.guid(), nowMs) : lastBody;
                send(target, Poison.cutOff(whole, noise), nowMs, null, Kind.POISON);
            }
        }
    }

    private void send(int target, byte[] body, long nowMs, @Nullable ChangeEvent event, Kind kind) {
        SourceMessage message = topic.message(target, body, nowMs);
        ready.add(new Generated(message, event == null ? null : event.row(target, message.offset()), kind));
    }

    private int nextPartition() {
        int target = partition;
        partition = (partition + 1) % options.partitions();
        return target;
    }
}
