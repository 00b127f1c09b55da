package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a writer does when offsets jump, when its view is old, and when it dies with an object written. */
class RareCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static Delivery record(long offset) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + offset)
                        .table("d", "s", "t")
                        .column("Id", "int")
                        .current("{\"Id\":\"" + offset + "\"}")
                        .text()),
                LakeFixture.BROKER_TIME + offset);
    }

    private static List<Delivery> records(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(record(offset));
        }
        return records;
    }

    private LakeFixture owner(ObjectStore lakeStore, ObjectStore stateStore) throws IOException {
        return new LakeFixture(Settings.DEFAULT, lakeStore, stateStore, time);
    }

    private List<Long> offsets() {
        return LakeFixture.folders(lake, "db=").values().stream()
                .flatMap(List::stream)
                .map(line -> Long.parseLong(new Line(line).raw("source", "offset")))
                .sorted()
                .toList();
    }

    private LedgerEpoch ledger() throws IOException {
        return Ledger.parse(LakeFixture.content(state, "ledger/hub/3.json")).newest();
    }

    // The cached ledger.

    @Test
    void aLedgerThatIsYoungIsNotReadAgain() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(state);
        try (LakeFixture owner = owner(lake, counting)) {
            owner.process(records(0, 4));
            counting.reset();
            owner.process(records(5, 9));
            assertThat(counting.count(StoreOperation.GET)).isZero();
            assertThat(counting.count(StoreOperation.COMPARE_AND_SWAP)).isEqualTo(1);

            time.pass(Duration.ofSeconds(21));
            counting.reset();
            owner.process(records(10, 14));
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);

            time.setWall(Duration.ofSeconds(21));
            counting.reset();
            owner.process(records(15, 19));
            assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        }
        assertThat(offsets()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void anOldCachedLedgerIsNoHarm() throws IOException {
        try (LakeFixture one = owner(lake, state);
                LakeFixture two = owner(lake, state)) {
            one.process(records(0, 4));
            two.process(records(5, 9));
            one.process(records(3, 7));
            one.process(records(8, 12));
            two.process(records(10, 14));
        }
        assertThat(offsets()).hasSize(15).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
        assertThat(ledger().ranges().get(0).through()).isEqualTo(14);
    }

    // Waiting out.

    @Test
    void whoFindsAJumpWaitsForOwnersOfTheOldView() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
            owner.process(records(8, 9));
            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(60));
            assertThat(ledger().ranges()).extracting(LedgerRange::splitAt).containsOnlyNulls();

            owner.process(records(10, 11));
            owner.process(records(5, 7));
            assertThat(time.sleeps()).hasSize(1);
        }
        assertThat(offsets()).hasSize(12).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
    }

    @Test
    void whoHasTooLittleTimeLeavesTheRestOfTheWaitToTheNext() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        try (LakeWriter writer = impatient()) {
            ChangePipeline pipeline = new ChangePipeline(Settings.DEFAULT, writer, state);
            Batch batch = new Batch(LakeFixture.HUB, records(8, 9));
            assertThatThrownBy(() -> pipeline.process(batch))
                    .isInstanceOf(NotYetException.class)
                    .hasMessageContaining("60 s");
            assertThat(ledger().ranges()).hasSize(2);

            time.pass(Duration.ofSeconds(45));
            assertThatThrownBy(() -> pipeline.process(batch)).hasMessageContaining("15 s");
            time.pass(Duration.ofSeconds(15));
            pipeline.process(batch);
        }
        assertThat(time.sleeps()).isEmpty();
        assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 8L, 9L);
    }

    private LakeWriter impatient() throws IOException {
        return LakeWriter.open(lake, state, Settings.DEFAULT.layout(), time, Duration.ofSeconds(5));
    }

    @Test
    void anotherProcessGoesByTheTimeOfTheSplit() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        try (LakeWriter writer = impatient()) {
            assertThatThrownBy(() -> new ChangePipeline(Settings.DEFAULT, writer, state)
                            .process(new Batch(LakeFixture.HUB, records(8, 9))))
                    .isInstanceOf(NotYetException.class);
        }
        time.pass(Duration.ofSeconds(50));
        try (LakeFixture next = owner(lake, state)) {
            next.process(records(8, 9));
        }
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(20));
    }

    // An old view.

    /** It slept between two puts; meanwhile the offsets jumped, and everybody waited for it as long as it takes. */
    @Test
    void anOwnerThatSleptForLongLooksAgainBeforeItWrites() throws IOException {
        try (LakeFixture one = owner(lake, state)) {
            one.process(records(0, 4));
            boolean[] slept = {false};
            FaultyObjectStore.Hook sleeper = (operation, name) -> {
                if (operation == StoreOperation.CREATE && name.startsWith("_schemas/") && !slept[0]) {
                    slept[0] = true;
                    time.pass(Duration.ofSeconds(21));
                    try (LakeFixture two = owner(lake, state)) {
                        two.process(records(8, 9));
                    }
                }
            };
            try (LakeFixture stale = owner(new FaultyObjectStore(lake, sleeper, FaultyObjectStore.Hook.NONE), state)) {
                assertThatThrownBy(() -> stale.process(records(3, 9)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("another shape");
            }
            assertThat(slept[0]).isTrue();
            assertThat(offsets()).containsExactly(0L, 1L, 2L, 3L, 4L, 8L, 9L);
            one.process(records(3, 9));
        }
        assertThat(offsets()).hasSize(10).doesNotHaveDuplicates();
    }

    // Probing.

    /** An owner wrote an object that reaches over the place where the offsets jump later, and died before the ledger knew. */
    @Test
    void anObjectThatReachesOverAJumpIsFound() throws IOException {
        try (LakeFixture owner = owner(lake, state)) {
            owner.process(records(0, 4));
        }
        FaultyObjectStore.Hook dies = (operation, name) -> {
            if (operation == StoreOperation.COMPARE_AND_SWAP) {
                throw new IOException("died");
            }
        };
        try (LakeFixture dying = owner(lake, new FaultyObjectStore(state, dies, FaultyObjectStore.Hook.NONE))) {
            assertThatThrownBy(() -> dying.process(records(5, 12))).hasMessage("died");
        }
        CountingObjectStore counting = new CountingObjectStore(lake);
        try (LakeFixture next = owner(counting, state)) {
            next.process(records(10, 14));
            assertThat(counting.count(StoreOperation.LIST)).isEqualTo(1);
            next.process(records(15, 16));
            assertThat(counting.count(StoreOperation.LIST)).isEqualTo(1);
            assertThat(offsets()).hasSize(17).doesNotHaveDuplicates();
            next.process(records(5, 9));
        }
        assertThat(offsets()).hasSize(17).doesNotHaveDuplicates();
        assertThat(ledger().ranges()).hasSize(1);
        assertThat(ledger().ranges().get(0).probe()).isNull();
    }
}
