package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.store.MemoryObjectStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of a folder stand in the order of the log, whenever they became known. */
class LinesInOrderTest {
    private static byte[] message(String op, int id) {
        return ("{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],"
                        + "\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},"
                        + "\"payload\":{\"before\":null,\"after\":{\"dataColumn\":{\"id\":" + id + "}},"
                        + "\"sequenceId\":\"" + id + "\",\"timestamp\":{\"eventTime\":1790000183000},"
                        + "\"op\":\"" + op + "\",\"ddl\":null},\"version\":\"0.0.1\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A second half without a first one is known when all of the batch was read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 32, 100})
    void aLineThatIsKnownLateStandsWhereItsRecordDoes(int count) throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(i % 7 == 0 ? "UPDATE_AFTER" : "INSERT", i));
        }
        try (LakeFixture fixture = new LakeFixture(lake, new MemoryObjectStore())) {
            fixture.process(LakeFixture.records(1, messages.toArray(byte[][]::new)));
        }

        List<String> names = LakeFixture.names(lake, "db=");
        assertThat(names).hasSize(1);
        List<Line> lines =
                LakeFixture.lines(lake, names.get(0)).stream().map(Line::new).toList();
        assertThat(lines.stream().map(line -> Long.parseLong(line.raw("source", "offset"))))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, count).boxed().toList());
        assertThat(lines.stream().map(line -> line.raw("after")))
                .containsExactlyElementsOf(LongStream.range(0, count)
                        .mapToObj(id -> "{\"id\":" + id + "}")
                        .toList());
    }
}
