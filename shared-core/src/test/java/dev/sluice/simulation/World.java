package dev.sluice.simulation;

import dev.sluice.assemble.VanishedException;
import dev.sluice.lake.NotYetException;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Everything of one seed: the source, the stores, the owners, time. */
final class World {
    static final String STREAM = "hub";
    static final String LAKE = "lake";
    static final String STATE = "state";
    /** 2026-05-06T07:08:20Z. */
    static final long START = 1_778_051_300_000L;

    final Random random;
    /** Draws replays of one table; null where there are none. */
    final @Nullable Random ofTables;
    /** Draws replays that are cut into stretches; null where there are none. */
    final @Nullable Random ofSplits;

    final Story story;
    final Scheduler scheduler;
    final Scenario scenario;
    final Source source;
    final Oracle watch;
    final Faults faults;
    final MemoryObjectStore lake = new MemoryObjectStore(this::now);
    final MemoryObjectStore state = new MemoryObjectStore(this::now);
    final List<Owner> owners = new ArrayList<>();
    final Set<Rec> lacking = new HashSet<>();
    final StoreCall.Listener calls;
    private final List<Settings> settings;
    /** Who has written more than the ledger. */
    final Set<String> writing = new HashSet<>();

    private int started;
    private int delivered;

    World(long seed, boolean told, Executor threads, StoreCall.Listener calls) {
        this(random(seed), null, new Random(seed * 0xD1B54A32D192ED03L), told, threads, calls);
    }

    /**
     * What this seed makes of a scenario.
     *
     * @param faults that befall it
     */
    World(long seed, Scenario scenario, Faults faults, boolean told, Executor threads) {
        this(random(seed), new Plan(scenario, faults), null, told, threads, call -> {});
    }

    private record Plan(Scenario scenario, Faults faults) {}

    private static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    private World(
            Random random,
            @Nullable Plan plan,
            @Nullable Random ofTables,
            boolean told,
            Executor threads,
            StoreCall.Listener calls) {
        this.random = random;
        this.calls = calls;
        this.ofTables = ofTables != null && ofTables.nextInt(8) == 0 ? ofTables : null;
        story = new Story(told);
        scheduler = new Scheduler(random, threads);
        story.begin(scheduler);
        scenario = plan == null ? Scenario.of(random) : plan.scenario;
        this.ofSplits = ofTables != null && scenario.jumps() && ofTables.nextInt(4) == 0
                ? new Random(ofTables.nextLong())
                : null;
        source = new Source(scenario, random);
        settings = settings(scenario);
        watch = new Oracle(source, new Expectations(source, settings));
        faults = plan == null ? Faults.of(random) : plan.faults;
        story.add("%s", scenario);
        for (List<Log> lives : source.partitions) {
            for (Log log : lives) {
                story.add("partition %d, life %d: %s", log.partition, log.epoch, log.records);
            }
        }
    }

    private static List<Settings> settings(Scenario scenario) {
        Map<String, String> all = new HashMap<>();
        all.put("SLUICE_COMPRESSION", scenario.gzip() ? "gzip" : "none");
        all.put("SLUICE_PARKED_TTL", "10m");
        all.put("SLUICE_PARKED_GRACE", "6h");
        if (scenario.sparse()) {
            all.put("SLUICE_SPARSE_TOPICS", STREAM);
        }
        List<Settings> settings = new ArrayList<>();
        settings.add(Settings.of(all));
        all.put("SLUICE_INTEGERS", "string");
        settings.add(Settings.of(all));
        if (scenario.newRules()) {
            all.put("SLUICE_MAX_COLUMNS", "2");
            settings.add(Settings.of(all));
        }
        return settings;
    }

    Instant now() {
        return Instant.ofEpochMilli(START).plusNanos(scheduler.nanos());
    }

    /** True for the objects that only an owner with a fresh view may write. */
    static boolean isChain(String root, String key) {
        return (root.equals(LAKE) ? !key.startsWith("_") || key.startsWith("_control/") : key.startsWith("quarantine/"))
                && key.contains("/" + STREAM + "-");
    }

    Owner newOwner() {
        int variant = random.nextInt(3) > 0 ? 0 : random.nextInt(settings.size());
        Owner owner = new Owner(
                String.valueOf((char) ('A' + started++ % 26)) + (started > 26 ? started / 26 : ""),
                this,
                settings.get(variant),
                random.nextInt(9000) - 4500,
                Duration.ofSeconds(random.nextInt(4) == 0 ? 5 : 90));
        owners.add(owner);
        story.add("owner %s starts, settings %d", owner.name(), variant);
        return owner;
    }

    /** Records of one log on their way through an owner. */
    final class Batched {
        final String name;
        final Owner owner;
        final Log log;
        final List<Rec> records;
        boolean finished;

        boolean acknowledged;

        Batched(Owner owner, Log log, List<Rec> records) {
            this.name = ":" + log.partition + "." + delivered++;
            this.owner = owner;
            this.log = log;
            this.records = List.copyOf(records);
        }

        /** True when its view of the ledger is settled, for its only run; what it does not know yet, it will notice. */
        boolean hasBegun() {
            return records.size() <= 4 && writing.contains(owner.name() + name);
        }
    }

    Batched deliver(Owner owner, Log log, List<Rec> records) {
        Batched batched = new Batched(owner, log, records);
        story.add("%s gets %s", owner.name(), offsets(records));
        Batch batch = batch(log, records);
        owner.begin(
                batched.name,
                () -> {
                    owner.pipeline().process(batch);
                    owner.requireAlive();
                    story.add("%s acknowledges %s", owner.name(), offsets(records));
                    watch.acknowledge(records);
                    batched.acknowledged = true;
                    batched.finished = true;
                },
                failure -> {
                    failed(owner, failure);
                    batched.finished = true;
                });
        return batched;
    }

    /** Somebody replays the changes of one table. */
    void writeTable(Owner owner, Log log, List<Rec> records, String table) {
        story.add("%s gets %s, for %s alone", owner.name(), offsets(records), table);
        Batch batch = batch(log, records);
        owner.begin(
                ":" + log.partition + "." + delivered++,
                () -> owner.pipeline().processTables(batch, of -> of.name().equals(table)),
                failure -> failed(owner, failure));
    }

    /** Somebody is about to replay these stretches side by side. */
    void split(Owner owner, Log log, List<Long> starts) {
        story.add("%s splits %d at %s", owner.name(), log.partition, starts);
        owner.begin(
                " split" + delivered++, () -> owner.split(partition(log), starts), failure -> failed(owner, failure));
    }

    private static StreamPartition partition(Log log) {
        return new StreamPartition(STREAM, log.partition, "namespace/hub");
    }

    private static Batch batch(Log log, List<Rec> records) {
        return new Batch(
                partition(log),
                records.stream()
                        .map(rec -> new Delivery(rec.offset(), rec.draft().body, rec.brokerTime()))
                        .toList());
    }

    void sweep(Owner owner) {
        story.add("%s sweeps", owner.name());
        owner.begin(" sweep", () -> owner.sweep(now()), failure -> failed(owner, failure));
    }

    private void failed(Owner owner, Throwable failure) {
        story.add("%s gives up: %s", owner.name(), failure);
        String message = String.valueOf(failure.getMessage());
        boolean expected = failure instanceof Owner.Died
                || failure instanceof NotYetException
                || failure instanceof VanishedException
                || (failure instanceof IOException
                        && (message.contains(SimulatedStore.FAILURE)
                                || message.contains("got another shape meanwhile")));
        if (!expected) {
            watch.violated(owner.name() + " fails with " + failure + " at "
                    + List.of(failure.getStackTrace()).stream().limit(12).toList());
        }
    }

    private static String offsets(List<Rec> records) {
        return records.get(0).log().partition + "/"
                + records.stream().map(rec -> Long.toString(rec.offset())).collect(Collectors.joining(","));
    }

    void kill(Owner owner) {
        story.add("%s dies", owner.name());
        owner.die();
        owners.remove(owner);
    }
}
