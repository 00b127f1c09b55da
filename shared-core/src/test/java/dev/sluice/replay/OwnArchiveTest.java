package dev.sluice.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveFixture;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.ArchiveWriter;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.VirtualTime;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.FaultyObjectStore.Hook;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Live traffic that is archived on its way, and a lake that is made of that archive. */
class OwnArchiveTest {
    private static final String HOUR = "hub/3/2026/05/06/07/";

    /** Of two tables, one of them a tombstone, one unreadable, one event in two pieces of which the second comes late. */
    private static final List<Delivery> RECORDS = LakeFixture.records(
            0,
            change(0).body(),
            change(1).body(),
            piece(0),
            null,
            change(4).attribute("operation", "\"XXX\"").body(),
            change(5).body(),
            piece(1),
            change(7).body(),
            change(8).body(),
            change(9).body());

    private static CesMessage change(int number) {
        return CesMessage.insert()
                .table("ShopDb", "dbo", number % 2 == 0 ? "Items" : "Orders")
                .column("Id", "int")
                .key("Id", Integer.toString(number))
                .current("{\"Id\":\"" + number + "\"}")
                .logicalId("change:" + number);
    }

    private static byte[] piece(int index) {
        String data = change(70).data();
        int cut = data.length() / 2;
        return change(70)
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, cut) : data.substring(cut)))
                .body();
    }

    /** What outlives a process. */
    private static final class World {
        private final MemoryObjectStore archive = new MemoryObjectStore();
        private final MemoryObjectStore lake = new MemoryObjectStore();
        private final MemoryObjectStore state = new MemoryObjectStore();
        private int acknowledged;

        LakeFixture open() throws IOException {
            return open(Hook.NONE, Hook.NONE);
        }

        LakeFixture open(Hook before, Hook after) throws IOException {
            return new LakeFixture(
                    Settings.DEFAULT,
                    new FaultyObjectStore(lake, before, after),
                    new FaultyObjectStore(state, before, after),
                    new VirtualTime(),
                    new ArchiveWriter(new FaultyObjectStore(archive, before, after)));
        }

        /** Gives what was not acknowledged to a process, in batches of this size. */
        void run(LakeFixture fixture, int size) throws IOException {
            while (acknowledged < RECORDS.size()) {
                int to = Math.min(RECORDS.size(), acknowledged + size);
                fixture.process(RECORDS.subList(acknowledged, to));
                acknowledged = to;
            }
        }

        ArchivePlan plan() throws IOException {
            return new Archive(archive, "", ArchiveLayout.of(ArchiveLayout.CAPTURE))
                    .plan(ArchiveFilter.ALL, 2, bytes -> {});
        }

        List<Delivery> archived() throws IOException {
            List<Delivery> archived = new ArrayList<>();
            for (ArchivePartition partition : plan().partitions()) {
                assertThat(partition.extent().faults()).isEmpty();
                ArchiveFixture.read(partition).stream()
                        .map(ArchivedRecord::delivery)
                        .forEach(archived::add);
            }
            return archived;
        }

        /** By folder the lines that readers see, in the lake and in the quarantine, whatever objects they stand in. */
        Map<String, List<String>> lines() {
            Map<String, List<String>> lines = new TreeMap<>();
            collect(lines, lake, "db=");
            collect(lines, state, "quarantine/");
            lines.replaceAll((folder, all) -> all.stream().sorted().toList());
            return lines;
        }

        private static void collect(Map<String, List<String>> lines, ObjectStore store, String prefix) {
            for (String name : LakeFixture.names(store, prefix)) {
                lines.computeIfAbsent(name.substring(0, name.lastIndexOf('/')), folder -> new ArrayList<>())
                        .addAll(LakeFixture.lines(store, name));
            }
        }
    }

    private static World undisturbed() throws IOException {
        World world = new World();
        try (LakeFixture fixture = world.open()) {
            world.run(fixture, 4);
        }
        return world;
    }

    @Test
    void everyRecordIsArchivedAsItCame() throws IOException {
        World world = undisturbed();

        assertThat(world.archived()).isEqualTo(RECORDS);
        assertThat(LakeFixture.names(world.archive, ""))
                .containsExactly(
                        HOUR + "1-00000000000000000000.avro",
                        HOUR + "1-00000000000000000004.avro",
                        HOUR + "1-00000000000000000008.avro");
        assertThat(world.lines().values().stream().mapToInt(List::size).sum())
                .as("7 changes, one event of two pieces, one in quarantine")
                .isEqualTo(8);
    }

    @Test
    void aLakeMadeOfOurOwnArchiveIsTheSame() throws IOException {
        World world = undisturbed();
        World made = new World();

        try (LakeWriter writer = LakeWriter.open(
                made.lake, made.state, Settings.DEFAULT.layout(), new VirtualTime(), Duration.ofSeconds(90))) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, made.state);
            List<ReplayedPartition> done = new Replay(
                            pipeline, made.state, new Replay.Names(null, LakeFixture.HUB.log()))
                    .run(world.plan(), 2, (source, records, report, bytes) -> {});

            assertThat(done).hasSize(1);
            assertThat(done.get(0).failure()).isNull();
        }

        assertThat(made.lines()).isEqualTo(world.lines()).isNotEmpty();
    }

    /**
     * A process that dies at any call to a store, before or after its effect; the next one gets what was not acknowledged,
     * cut in another way.
     */
    @Test
    void aDeathAnywhereLeavesTheArchiveCompleteAndTheLakeTheSame() throws IOException {
        World expected = undisturbed();
        boolean died = true;
        int deaths = 0;
        for (int at = 1; died; at++) {
            for (boolean after : new boolean[] {false, true}) {
                World world = new World();
                died = dies(world, at, after);
                deaths += died ? 1 : 0;
                requireArchived(world);

                try (LakeFixture fixture = world.open()) {
                    world.run(fixture, at % 2 == 0 ? 3 : 7);
                }

                assertThat(world.archived()).isEqualTo(RECORDS);
                assertThat(world.lines()).isEqualTo(expected.lines());
            }
        }
        assertThat(deaths).isGreaterThan(40);
    }

    private static boolean dies(World world, int call, boolean after) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        Hook hook = (operation, name) -> {
            if (calls.incrementAndGet() >= call) {
                throw new IllegalStateException("dead");
            }
        };
        try (LakeFixture fixture = world.open(after ? Hook.NONE : hook, after ? hook : Hook.NONE)) {
            world.run(fixture, 4);
            return false;
        } catch (IllegalStateException dead) {
            return true;
        }
    }

    /** What is in the lake, in the quarantine or parked of a record was archived before. */
    private static void requireArchived(World world) throws IOException {
        List<Long> archived = world.archived().stream().map(Delivery::offset).toList();
        for (List<String> lines : world.lines().values()) {
            for (String line : lines) {
                assertThat(archived).contains(offset(line));
            }
        }
        if (!LakeFixture.names(world.state, "parked/").isEmpty()) {
            assertThat(archived).contains(2L);
        }
    }

    private static long offset(String line) {
        return Long.parseLong(line.replaceFirst(".*?\"offset\":(\\d+).*", "$1"));
    }

    @Test
    void aBatchCostsOnePutMore() throws IOException {
        CountingObjectStore archive = new CountingObjectStore(new MemoryObjectStore());
        CountingObjectStore lake = new CountingObjectStore(new MemoryObjectStore());
        CountingObjectStore state = new CountingObjectStore(new MemoryObjectStore());
        try (LakeFixture fixture =
                new LakeFixture(Settings.DEFAULT, lake, state, new VirtualTime(), new ArchiveWriter(archive))) {
            fixture.process(LakeFixture.records(0, change(0).body(), change(1).body()));
            archive.reset();
            lake.reset();
            state.reset();
            fixture.process(LakeFixture.records(
                    2, change(2).body(), change(3).body(), change(4).body()));
        }

        assertThat(archive.calls())
                .containsExactly(
                        new CountingObjectStore.Call(StoreOperation.CREATE, HOUR + "1-00000000000000000002.avro"));
        assertThat(lake.count(StoreOperation.CREATE)).isEqualTo(2);
        assertThat(lake.calls()).hasSize(2);
        assertThat(state.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(1);
        assertThat(state.calls()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void whatIsInTheLakeIsNotArchivedAgain() throws IOException {
        World world = new World();
        try (LakeFixture fixture = world.open()) {
            fixture.process(RECORDS.subList(0, 3));
            fixture.process(RECORDS.subList(7, 9)); // 3 to 6 are a hole
            fixture.process(RECORDS);
        }

        assertThat(LakeFixture.names(world.archive, ""))
                .containsExactly(
                        HOUR + "1-00000000000000000000.avro",
                        HOUR + "1-00000000000000000003.avro",
                        HOUR + "1-00000000000000000007.avro");
        assertThat(world.plan().partitions().get(0).recordCount()).isEqualTo(RECORDS.size());
        assertThat(world.archived()).isEqualTo(RECORDS);
    }

    @Test
    void aLogThatBeganAnewHasFilesOfItsOwn() throws IOException {
        World world = new World();
        List<Delivery> nextDay = RECORDS.subList(0, 2).stream()
                .map(record -> new Delivery(record.offset(), record.body(), record.brokerTime() + 86_400_000))
                .toList();
        try (LakeFixture fixture = world.open()) {
            fixture.process(RECORDS.subList(0, 2));
            fixture.process(nextDay);
        }

        assertThat(LakeFixture.names(world.archive, ""))
                .containsExactly(
                        HOUR + "1-00000000000000000000.avro", "hub/3/2026/05/07/07/2-00000000000000000000.avro");
        assertThat(world.plan().partitions())
                .extracting(ArchivePartition::epoch)
                .containsExactly(1, 2);
    }
}
