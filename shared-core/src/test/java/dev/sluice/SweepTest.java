package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a sweep makes of parked pieces. */
class SweepTest {
    private static final Duration TTL = Settings.DEFAULT.waiting().ttl();
    private static final Duration GRACE = Settings.DEFAULT.waiting().grace();
    private static final Instant START = Instant.parse("2026-05-06T07:08:09Z");

    private Instant now = START;
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore(() -> now);

    private static final CesMessage EVENT = CesMessage.insert()
            .table("Db", "dbo", "Items")
            .column("Id", "int")
            .key("Id", "1")
            .current("{\"Id\":\"1\"}");
    private static final int CUT = EVENT.data().indexOf("pkkey");

    private static byte[] piece(int index) {
        String data = EVENT.data();
        return CesMessage.insert()
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, CUT) : data.substring(CUT)))
                .body();
    }

    private void process(ObjectStore stateStore, long offset, byte[] body) throws IOException {
        try (LakeFixture fixture = new LakeFixture(lake, stateStore)) {
            fixture.process(LakeFixture.records(offset, body));
        }
    }

    private List<Sweep.Item> sweep() throws IOException {
        return sweep(lake, state);
    }

    private List<Sweep.Item> sweep(ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        try (LakeWriter writer = LakeWriter.open(lakeStore, stateStore, Settings.DEFAULT.layout())) {
            return new Sweep(Settings.DEFAULT, writer, stateStore).run(now);
        }
    }

    private List<Sweep.Item> list() throws IOException {
        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            return new Sweep(Settings.DEFAULT, writer, state).list();
        }
    }

    /** Both owners die between parking and listing: the set is whole, and nobody is there to see it. */
    private void leaveWhole() throws IOException {
        FaultyObjectStore.Hook crash = (operation, name) -> {
            if (operation == StoreOperation.LIST) {
                throw new IOException("died");
            }
        };
        ObjectStore dying = new FaultyObjectStore(state, crash, FaultyObjectStore.Hook.NONE);
        for (int index = 0; index < 2; index++) {
            int offset = index;
            assertThatThrownBy(() -> process(dying, offset, piece(offset))).hasMessage("died");
        }
    }

    private List<String> lines() {
        return LakeFixture.names(lake, "db=").stream()
                .flatMap(name -> LakeFixture.lines(lake, name).stream())
                .toList();
    }

    @Test
    void whatACrashLeftWholeIsCompleted() throws IOException {
        leaveWhole();
        assertThat(lines()).isEmpty();

        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.COMPLETED);

        assertThat(lines()).hasSize(1).allSatisfy(LineSchemas::assertValid);
        assertThat(LakeFixture.names(state, "done/")).hasSize(1);
        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.FINISHED);
    }

    @Test
    void whatMayStillComeIsWaitedFor() throws IOException {
        process(state, 0, piece(0));
        now = START.plus(TTL).minusSeconds(1);

        assertThat(sweep()).singleElement().satisfies(item -> {
            assertThat(item.fate()).isEqualTo(Fate.WAITING);
            assertThat(item.stream()).isEqualTo("hub");
            assertThat(item.table()).isEqualTo("Db.dbo.Items");
            assertThat(item.missing()).isEqualTo("the last");
            assertThat(item.since()).isEqualTo(START);
        });
        assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
    }

    @Test
    void whatDoesNotComeInTimeIsReportedOnceAndCompletedLater() throws IOException {
        process(state, 0, piece(0));
        now = START.plus(TTL).plusSeconds(1);

        assertThat(sweep())
                .extracting(Sweep.Item::fate, Sweep.Item::isNews)
                .containsExactly(tuple(Fate.INCOMPLETE, true));
        assertThat(sweep())
                .extracting(Sweep.Item::fate, Sweep.Item::isNews)
                .containsExactly(tuple(Fate.INCOMPLETE, false));
        List<String> reports = LakeFixture.names(state, "quarantine/");
        assertThat(reports).singleElement().asString().contains("/incomplete-");
        assertThat(LakeFixture.lines(state, reports.get(0))).singleElement().satisfies(line -> {
            LineSchemas.assertValidQuarantine(line);
            assertThat(new Line(line).string("code")).isEqualTo("incomplete");
            assertThat(new Line(line).string("reason"))
                    .isEqualTo("an event of Db.dbo.Items, segments missing: the last");
        });
        assertThat(list()).extracting(Sweep.Item::fate).containsExactly(Fate.INCOMPLETE);

        process(state, 1, piece(1));

        assertThat(lines()).hasSize(1);
        assertThat(LakeFixture.names(state, "quarantine/"))
                .containsExactly(reports.get(0), reports.get(0) + ".resolved");
    }

    @Test
    void thePiecesOfAFinishedEventAreKeptForAWhile() throws IOException {
        process(state, 0, piece(0));
        process(state, 1, piece(1));
        now = START.plus(GRACE).minusSeconds(1);
        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.FINISHED);
        assertThat(LakeFixture.names(state, "parked/")).hasSize(2);

        now = START.plus(GRACE).plusSeconds(1);
        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.REMOVED);

        assertThat(LakeFixture.names(state, "parked/")).isEmpty();
        process(state, 2, piece(0));
        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.FINISHED);
        assertThat(lines()).hasSize(1);
    }

    @Test
    void aSetThatCanNeverBeAnEventStaysVisible() throws IOException {
        process(state, 0, piece(0));
        process(
                state,
                1,
                CesMessage.insert()
                        .attribute("segmentindex", "1")
                        .attribute("finalsegment", "true")
                        .dataJson("\"}\"")
                        .body());

        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.BROKEN);
        assertThat(list()).extracting(Sweep.Item::fate).containsExactly(Fate.BROKEN);
        assertThat(LakeFixture.names(state, "quarantine/"))
                .singleElement()
                .asString()
                .contains("/set-");
    }

    /** A sweep that dies at any of its calls is finished by the next one, and the lake is the same. */
    @Test
    void aSweepMayDieAnywhere() throws IOException {
        for (int fails = 0; ; fails++) {
            SweepTest one = new SweepTest();
            one.leaveWhole();
            int[] left = {fails};
            FaultyObjectStore.Hook hook = (operation, name) -> {
                if (left[0]-- == 0) {
                    throw new IOException("died");
                }
            };
            boolean died = false;
            try {
                one.sweep(new FaultyObjectStore(one.lake, hook, hook), new FaultyObjectStore(one.state, hook, hook));
            } catch (IOException e) {
                died = true;
            }
            one.sweep();
            assertThat(one.lines()).as("after %d calls", fails).hasSize(1);
            assertThat(LakeFixture.names(one.state, "done/")).hasSize(1);
            if (!died) {
                assertThat(fails).isGreaterThan(10);
                return;
            }
        }
    }

    /** Stores fetch a listing in pages; whoever reads it gets what any other failing call gives. */
    @Test
    void aListingThatBreaksOffIsAnErrorOfTheStore() throws IOException {
        ObjectStore breaking = new FaultyObjectStore(state, FaultyObjectStore.Hook.NONE, FaultyObjectStore.Hook.NONE) {
            @Override
            public Stream<ListedObject> list(String prefix) throws IOException {
                return super.list(prefix).peek(object -> {
                    throw new UncheckedIOException(new IOException("broke off"));
                });
            }
        };
        assertThatThrownBy(() -> process(breaking, 0, piece(0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broke off");
        assertThatThrownBy(() -> sweep(lake, breaking))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broke off");
        process(state, 0, piece(0));
        process(state, 1, piece(1));
        assertThat(lines()).hasSize(1);
    }

    @Test
    void aSetThatAnotherSweepRemovesMeanwhileIsNoError() throws IOException {
        process(state, 0, piece(0));
        now = now.plus(TTL);
        assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.INCOMPLETE);
        process(state, 1, piece(1));
        now = now.plus(GRACE).plusSeconds(1);
        boolean[] raced = {false};
        FaultyObjectStore.Hook faster = (operation, name) -> {
            if (!raced[0] && operation == StoreOperation.GET && name.endsWith("/incomplete")) {
                raced[0] = true;
                assertThat(sweep()).extracting(Sweep.Item::fate).containsExactly(Fate.REMOVED);
            }
        };

        assertThat(sweep(lake, new FaultyObjectStore(state, faster, FaultyObjectStore.Hook.NONE)))
                .isEmpty();
        assertThat(raced[0]).isTrue();
    }

    /** As of a set whose pieces were parked before a limit was lowered. */
    @Test
    void whatCanBeReadNoMoreIsQuarantinedAndTheSweepGoesOn() throws IOException {
        process(state, 0, piece(0));
        CesMessage other = CesMessage.insert().attribute("logicalid", "\"other\"");
        process(
                state,
                1,
                other.attribute("segmentindex", "0")
                        .attribute("finalsegment", "false")
                        .dataJson(CesMessage.quote("{" + " ".repeat(3000)))
                        .body());
        now = now.plus(TTL);
        Settings low = Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", "2000"));

        for (int time = 0; time < 2; time++) {
            try (LakeWriter writer = LakeWriter.open(lake, state, low.layout())) {
                assertThat(new Sweep(low, writer, state).run(now))
                        .extracting(Sweep.Item::fate)
                        .containsExactlyInAnyOrder(Fate.BROKEN, Fate.INCOMPLETE);
            }
        }

        List<Line> quarantined = LakeFixture.names(state, "quarantine/").stream()
                .flatMap(name -> LakeFixture.lines(state, name).stream())
                .map(Line::new)
                .toList();
        assertThat(quarantined)
                .extracting(line -> line.raw("code"), line -> line.raw("offset"))
                .containsExactlyInAnyOrder(tuple("\"incomplete\"", "0"), tuple("\"record_too_long\"", "1"));
    }

    @Test
    void aFinishedSetThatCanBeReadNoMoreIsRemovedAllTheSame() throws IOException {
        process(state, 0, piece(0));
        process(state, 1, piece(1));
        now = now.plus(GRACE).plusSeconds(1);
        Settings low = Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", "10"));
        try (LakeWriter writer = LakeWriter.open(lake, state, low.layout())) {
            assertThat(new Sweep(low, writer, state).run(now))
                    .extracting(Sweep.Item::fate)
                    .containsExactly(Fate.REMOVED);
        }
        assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
    }
}
