package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.CesMessage;
import dev.sluice.Normalized;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines of an update are found by its sequence and its row, whatever settings wrote them. */
class PairSearchTest {
    private static final Origin HUB = new Origin("hub", 3, 1);
    /** Any change of the table and the day; the line tells the rest. */
    private static final NormalizedChange CHANGE = Normalized.of(
                    CesMessage.delete().column("Id", "int").old("{\"Id\":\"1\"}"))
            .changes()
            .get(0);

    private static final String FOLDER = "db=ShopDb/schema=dbo/table=Items/date=2026-05-06";

    private final MemoryObjectStore lake = new MemoryObjectStore();

    private static String line(String before, String sequence, long offset) {
        return "{\"op\":\"u\",\"before\":" + before + ",\"source\":{\"offset\":" + offset + ",\"sequence\":\""
                + sequence + "\"}}\n";
    }

    private void write(String stream, long first, String... lines) throws IOException {
        lake.create(
                FOLDER + "/" + stream + String.format("-%020d.jsonl.gz", first),
                LakeObject.encode(Slice.of(String.join("", lines)), Layout.Compression.GZIP));
    }

    private List<PairSearch.Found> find(ObjectStore store, String before, long from, long to) throws IOException {
        try (LakeWriter writer = LakeWriter.open(store, new MemoryObjectStore(), Layout.DEFAULT)) {
            byte[] wanted = ("x" + line(before, "7", 0)).getBytes(StandardCharsets.UTF_8);
            return new PairSearch(writer).find(CHANGE, Slice.of(wanted, 1, wanted.length), HUB, from, to);
        }
    }

    private List<PairSearch.Found> find(String before, long from, long to) throws IOException {
        return find(lake, before, from, to);
    }

    @Test
    void theLinesOfTheUpdateInThatPartOfThePartitionAreFound() throws IOException {
        String row = "{\"id\":1}";
        write(
                "hub-3-1",
                4,
                line(row, "7", 4),
                line(row, "7", 5),
                line(row, "8", 6),
                line("{\"id\":2}", "7", 6),
                line("null", "7", 8));
        write("hub-3-1", 9, line(row, "7", 9));
        write("hub-3-1", 10, line(row, "7", 10));
        write("hub-4-1", 6, line(row, "7", 6));
        write("hub-3-2", 6, line(row, "7", 6));

        assertThat(find(row, 5, 9))
                .containsExactly(
                        new PairSearch.Found(5, true),
                        new PairSearch.Found(6, false),
                        new PairSearch.Found(8, false),
                        new PairSearch.Found(9, true));
        assertThat(find(row, 11, 20)).isEmpty();
    }

    /** No object reaches further than a run. */
    @Test
    void objectsThatCannotReachThatPartAreNotRead() throws IOException {
        write("hub-3-1", 4, line("{}", "7", 4));
        write("hub-3-1", 5, line("{}", "7", 5), line("{}", "7", 5 + LakeWriter.MAX_RUN - 1));
        write("hub-3-1", 20_000, line("{}", "7", 20_000));
        write("hub-3-1", 20_001, line("{}", "7", 20_001));
        CountingObjectStore counting = new CountingObjectStore(lake);

        assertThat(find(counting, "{}", 4 + LakeWriter.MAX_RUN, 20_000))
                .containsExactly(
                        new PairSearch.Found(4 + LakeWriter.MAX_RUN, true), new PairSearch.Found(20_000, true));
        assertThat(counting.calls().stream()
                        .filter(call -> call.operation() == StoreOperation.GET
                                && call.name().startsWith("db="))
                        .map(call -> call.name().replaceAll(".*-0*|\\.jsonl\\.gz", ""))
                        .toList())
                .containsExactly("5", "20000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"v":1.5}       | {"v":1.5}         | true
            {"v":1.5}       | {"v":"1.5"}       | true
            {"v":"1.50"}    | {"v":1.5}         | true
            {"v":1e2}       | {"v":"100"}       | true
            {"v":1.5}       | {"v":"1.6"}       | false
            {"v":"1.6"}     | {"v":1.5}         | false
            {"v":1.5}       | {"v":"no number"} | false
            {"v":1.5}       | {"v":2.5}         | false
            {"v":"a"}       | {"v":"a"}         | true
            {"v":"a"}       | {"v":"b"}         | false
            {"v":"1"}       | {"v":"1.0"}       | false
            {"v":true}      | {"v":"true"}      | false
            {"v":1}         | {"v":true}        | false
            {"v":null}      | {"v":null}        | true
            {"v":null}      | {"v":"null"}      | false
            {"v":1}         | {"v":"1","w":2}   | false
            """)
    void aNumberMayBeWrittenAsText(String wanted, String there, boolean isTheRow) throws IOException {
        write("hub-3-1", 5, line(there, "7", 5));
        assertThat(find(wanted, 5, 5)).containsExactly(new PairSearch.Found(5, isTheRow));
    }

    @Test
    void anObjectThatIsListedAndGoneFailsTheSearch() throws IOException {
        write("hub-3-1", 5, line("{}", "7", 5));
        FaultyObjectStore.Hook deletes = (operation, name) -> {
            if (operation == StoreOperation.GET && name.startsWith("db=")) {
                lake.delete(name);
            }
        };
        assertThatIOException()
                .isThrownBy(() -> find(new FaultyObjectStore(lake, deletes, FaultyObjectStore.Hook.NONE), "{}", 5, 5))
                .withMessage(FOLDER + "/hub-3-1-00000000000000000005.jsonl.gz was listed and is gone");
    }
}
