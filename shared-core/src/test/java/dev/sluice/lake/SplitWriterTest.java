package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Normalized;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is said of split events besides their lines. */
class SplitWriterTest {
    private static final Slice EVENT = Slice.of("guid:1");

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();
    private LakeWriter writer;
    private SplitWriter splits;

    @BeforeEach
    void open() throws IOException {
        writer = LakeWriter.open(lake, state, Layout.DEFAULT);
        splits = new SplitWriter(writer, "hub");
    }

    @AfterEach
    void close() {
        writer.close();
    }

    private void write(String key) {
        state.create(key, new byte[0]);
    }

    private static NormalizedChange change(CesMessage message) {
        return Normalized.of(message.table("d", "s", "t").column("Id", "int").key("Id", "1"))
                .changes()
                .get(0);
    }

    private static NormalizedChange insert() {
        return change(CesMessage.insert().current("{\"Id\":\"1\"}"));
    }

    private static List<DoneMark.Place> pieces(long first) {
        return List.of(new DoneMark.Place(1, 3, 1, first, 0), new DoneMark.Place(2, 3, 1, first + 1, 0));
    }

    /** A line that tells who wrote it, and where its event stands. */
    private static EventLines lines(String name) {
        return (partition, offset, out) ->
                out.write((name + " " + partition + " " + offset + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String key(NormalizedChange change, Layout.Compression compression) {
        return LakePath.split(
                LakePath.table(change.table(), change.time(), Layout.Partition.DAY), "hub", EVENT, compression);
    }

    private DoneMark mark() throws IOException {
        return DoneMark.parse(LakeFixture.content(state, LakePath.done("hub", LakePath.eventHash(EVENT))));
    }

    @Test
    void anEventIsWrittenOnce() throws IOException {
        String key = key(insert(), Layout.Compression.GZIP);
        assertThat(splits.writeSplit(insert(), EVENT, lines("one"), "hash", pieces(7)))
                .isEqualTo(SplitWriter.Written.NOW);
        assertThat(splits.writeSplit(insert(), EVENT, lines("two"), "hash", pieces(17)))
                .isEqualTo(SplitWriter.Written.BEFORE);

        assertThat(mark()).isEqualTo(new DoneMark(key, "hash", pieces(7)));
        assertThat(LakeFixture.names(lake, "db=")).containsExactly(key);
        assertThat(LakeFixture.lines(lake, key)).containsExactly("one 3 7");
        assertThat(LakeFixture.names(lake, "_schemas/")).hasSize(1);
    }

    @Test
    void anotherEventOfItsNameIsNotWritten() throws IOException {
        splits.writeSplit(insert(), EVENT, lines("one"), "hash", pieces(7));

        assertThat(splits.writeSplit(insert(), EVENT, lines("two"), "other", pieces(17)))
                .isEqualTo(SplitWriter.Written.OTHER);
        assertThat(LakeFixture.lines(lake, key(insert(), Layout.Compression.GZIP)))
                .containsExactly("one 3 7");
        assertThat(mark().hash()).isEqualTo("hash");
    }

    /** Its owner died between the two: what the mark says counts. */
    @Test
    void anEventOfWhichOnlyTheMarkIsThereGoesWhereTheMarkSays() throws IOException {
        String key = "db=d/elsewhere.jsonl.gz";
        state.create(LakePath.done("hub", LakePath.eventHash(EVENT)), new DoneMark(key, "hash", pieces(7)).json());

        assertThat(splits.isDone(EVENT)).isFalse();
        assertThat(splits.writeSplit(insert(), EVENT, lines("two"), "other", pieces(17)))
                .isEqualTo(SplitWriter.Written.OTHER);
        assertThat(LakeFixture.names(lake, "db=")).isEmpty();
        assertThat(splits.writeSplit(insert(), EVENT, lines("two"), "hash", pieces(17)))
                .isEqualTo(SplitWriter.Written.NOW);

        assertThat(LakeFixture.names(lake, "db=")).containsExactly(key);
        assertThat(LakeFixture.lines(lake, key)).containsExactly("two 3 7");
        assertThat(splits.isDone(EVENT)).isTrue();
        assertThat(mark()).isEqualTo(new DoneMark(key, "hash", pieces(7)));
    }

    @Test
    void whoeverCreatesTheMarkFirstDecides() throws IOException {
        String key = "db=d/elsewhere.jsonl.gz";
        FaultyObjectStore.Hook faster = (operation, name) -> {
            if (operation == StoreOperation.CREATE && name.startsWith("done/")) {
                state.create(name, new DoneMark(key, "hash", pieces(7)).json());
            }
        };
        try (LakeWriter late = LakeWriter.open(
                lake, new FaultyObjectStore(state, faster, FaultyObjectStore.Hook.NONE), Layout.DEFAULT)) {
            SplitWriter lateSplits = new SplitWriter(late, "hub");
            assertThat(lateSplits.writeSplit(insert(), EVENT, lines("two"), "hash", pieces(17)))
                    .isEqualTo(SplitWriter.Written.NOW);
        }
        assertThat(LakeFixture.names(lake, "db=")).containsExactly(key);
        assertThat(LakeFixture.lines(lake, key)).containsExactly("two 3 7");
    }

    @Test
    void anObjectWhoseNameOnlyBeginsLikeIsNotTheEvent() throws IOException {
        String key = key(insert(), Layout.Compression.GZIP);
        lake.create(key + ".other", new byte[0]);
        state.create(LakePath.done("hub", LakePath.eventHash(EVENT)), new DoneMark(key, "hash", pieces(7)).json());

        assertThat(splits.isDone(EVENT)).isFalse();
    }

    @Test
    void anEventWithAMarkAndAnObjectIsDoneAndSettled() throws IOException {
        String event = LakePath.eventHash(EVENT);
        byte[] mark = new DoneMark("db=d/split", "hash", pieces(7)).json();
        lake.create("db=d/split", new byte[0]);
        state.create("done/other/" + event, mark);
        assertThat(List.of(splits.isDone(EVENT), splits.isDone(event), splits.isSettled(event)))
                .containsExactly(false, false, false);

        state.create("done/hub/" + event, mark);
        assertThat(List.of(splits.isDone(EVENT), splits.isDone(event), splits.isSettled(event)))
                .containsExactly(true, true, true);
    }

    @Test
    void anEventThatCanNeverBeOneIsSettledAndNotDone() throws IOException {
        String event = LakePath.eventHash(EVENT);
        write(LakePath.parkedSet("hub", EVENT) + "conflict");

        assertThat(List.of(splits.isDone(EVENT), splits.isDone(event), splits.isSettled(event)))
                .containsExactly(false, false, true);
    }

    @Test
    void aReportIsWrittenOnceAndResolvedBesideIt() throws IOException {
        String key = splits.reportKey(EVENT, LakeFixture.BROKER_TIME);
        assertThat(key).startsWith("quarantine/hub/date=2026-05-06/incomplete-").endsWith(".jsonl.gz");
        assertThat(splits.isReported(key)).isFalse();

        splits.resolve(key);
        assertThat(splits.isReported(key)).isFalse();
        splits.writeReport(key, out -> out.write("first\n".getBytes(StandardCharsets.UTF_8)));
        splits.writeReport(key, out -> out.write("second\n".getBytes(StandardCharsets.UTF_8)));

        assertThat(splits.isReported(key)).isTrue();
        assertThat(LakeFixture.lines(state, key)).containsExactly("first");
        assertThat(LakeFixture.names(state, "")).containsExactly(key, key + ".resolved");
        assertThat(LakeFixture.names(lake, "")).containsExactly("_layout.json");
    }

    @Test
    void aBrokenSetIsKeptUnderItsEvent() throws IOException {
        splits.writeBrokenSet(EVENT, null, out -> out.write("piece\n".getBytes(StandardCharsets.UTF_8)));

        String key = LakeFixture.names(state, "").get(0);
        assertThat(key)
                .isEqualTo(LakePath.set(LakePath.quarantine("hub", null), "hub", EVENT, Layout.Compression.GZIP));
        assertThat(LakeFixture.lines(state, key)).containsExactly("piece");
    }

    @Test
    void whatAFirstHalfTellsStandsBesideItsColumns() throws IOException {
        NormalizedChange change = change(CesMessage.delete().old("{\"Id\":\"1\"}"));

        splits.writePair(change, "pair", Slice.of("half"), Slice.of("line\n"));
        splits.writePair(change, "pair", Slice.of("half"), Slice.of("line\n"));

        Folder folder = LakePath.table(change.table(), change.time(), Layout.Partition.DAY);
        String key = LakePath.pair(folder, "hub", "pair", Slice.of("half"), Layout.Compression.GZIP);
        assertThat(LakeFixture.names(lake, "db=")).containsExactly(key);
        assertThat(LakeFixture.lines(lake, key)).containsExactly("line");
        assertThat(LakeFixture.names(lake, "_schemas/"))
                .containsExactly(LakePath.schema(change.table(), change.schema().id()));
    }

    // The threads of a writer.

    @Test
    void theThreadsOfAWriterKeepNoProcessAlive() throws IOException {
        Callable<String> thread = () ->
                Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon();

        assertThat(writer.sideBySide(List.of(thread, thread))).containsExactly("sluice-put true", "sluice-put true");
    }

    @Test
    void aWriterThatIsClosedRunsNothingMore() {
        writer.close();

        assertThatThrownBy(() -> writer.sideBySide(List.of(() -> "late")))
                .isInstanceOf(RejectedExecutionException.class);
    }
}
