package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.traffic.DataWorksWriter.Moment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages from the vendor's page, without their white space, written again from their meaning. */
class DataWorksWriterTest {
    private static final Values UNUSED = (dice, database) -> null;

    private static final Table NO_KEY = Table.named("pkset_test", "", "pkset_test_no_pk")
            .column("name", "STRING", UNUSED)
            .column("job", "STRING", UNUSED)
            .column("sex", "STRING", UNUSED)
            .column("#alibaba_rds_row_id#", "LONG", UNUSED)
            .identityKey("#alibaba_rds_row_id#");

    private static final String SCHEMA = """
            {"schema":{"dataColumn":[{"name":"name","type":"STRING"},{"name":"job","type":"STRING"},\
            {"name":"sex","type":"STRING"},{"name":"#alibaba_rds_row_id#","type":"LONG"}],"primaryKey":null,\
            "source":{"dbType":"MySQL","dbName":"pkset_test","tableName":"pkset_test_no_pk"}},""";

    private static final Row MAN = row("name11", "job11", "man", "15");
    private static final Row WOMAN = row("name11", "job11", "woman", "15");

    private static final Moment UPDATED = new Moment("1620457642589000001", 1620458077000L, 1620458077779L);
    private static final String UPDATED_AT = """
            "sequenceId":"1620457642589000001","timestamp":{"eventTime":1620458077000,\
            "systemTime":1620458077779,"checkpointTime":1620458077000},""";

    private final DataWorksWriter writer = new DataWorksWriter();

    @Test
    void theDocumentedUpdateInOneRecord() {
        Change change = change(Operation.UPDATE, MAN, WOMAN);

        assertThat(text(writer.update(change, UPDATED))).isEqualTo(SCHEMA + """
            "payload":{"before":{"dataColumn":{"name":"name11","job":"job11","sex":"man",\
            "#alibaba_rds_row_id#":15}},"after":{"dataColumn":{"name":"name11","job":"job11","sex":"woman",\
            "#alibaba_rds_row_id#":15}},""" + UPDATED_AT + """
            "op":"UPDATE_AFTER","ddl":null},"version":"0.0.1"}""");
    }

    @Test
    void theDocumentedHalvesOfAnUpdate() {
        Change change = change(Operation.UPDATE, MAN, WOMAN);

        assertThat(text(writer.firstHalf(change, UPDATED))).isEqualTo(SCHEMA + """
            "payload":{"before":{"dataColumn":{"name":"name11","job":"job11","sex":"man",\
            "#alibaba_rds_row_id#":15}},"after":null,""" + UPDATED_AT + """
            "op":"UPDATE_BEFOR","ddl":null},"version":"0.0.1"}""");
        assertThat(text(writer.secondHalf(change, UPDATED))).isEqualTo(SCHEMA + """
            "payload":{"before":null,"after":{"dataColumn":{"name":"name11","job":"job11","sex":"woman",\
            "#alibaba_rds_row_id#":15}},""" + UPDATED_AT + """
            "op":"UPDATE_AFTER","ddl":null},"version":"0.0.1"}""");
    }

    @Test
    void theDocumentedDelete() {
        Moment moment = new Moment("1620457642589000002", 1620458266000L, 1620458266101L);

        assertThat(text(writer.delete(change(Operation.DELETE, WOMAN, null), moment)))
                .isEqualTo(SCHEMA + """
            "payload":{"before":{"dataColumn":{"name":"name11","job":"job11","sex":"woman",\
            "#alibaba_rds_row_id#":15}},"after":null,"sequenceId":"1620457642589000002","timestamp":\
            {"eventTime":1620458266000,"systemTime":1620458266101,"checkpointTime":1620458266000},\
            "op":"DELETE","ddl":null},"version":"0.0.1"}""");
    }

    @Test
    void theDocumentedHeartbeat() {
        assertThat(text(writer.heartbeat(1620457659000L))).isEqualTo("""
            {"schema":{"dataColumn":null,"primaryKey":null,"source":null},"payload":{"before":null,"after":null,\
            "sequenceId":null,"timestamp":{"eventTime":1620457659000,"checkpointTime":1620457659000},\
            "op":"MHEARTBEAT","ddl":null},"version":"0.0.1"}""");
    }

    @Test
    void aRowOfAFullLoadHasAllNamesInTheOrderOfTheAlphabet() {
        Table crate = Table.named("warehouse_db", "", "crate")
                .column("id", "LONG", UNUSED)
                .column("title", "STRING", UNUSED)
                .column("price", "DOUBLE", UNUSED)
                .column("active", "BOOLEAN", UNUSED)
                .column("made", "DATE", UNUSED)
                .column("seal", "BYTES", UNUSED)
                .key("id");
        Row row = row("9006", "in/out", "66.010000", "false", null, "c2V/bC05");
        Change change = new Change(crate, Operation.INSERT, List.of("9006"), null, row, crate.places());

        assertThat(text(writer.full(change, 1790000366066L))).isEqualTo("""
            {"payload":{"after":{"dataColumn":{"active":false,"id":9006,"made":null,"price":"66.010000",\
            "seal":"c2V/bC05","title":"in/out"}},"before":null,"ddl":null,"op":"INSERT","sequenceId":"-1",\
            "timestamp":{"checkpointTime":-1,"eventTime":-1,"systemTime":1790000366066}},"schema":{"dataColumn":\
            [{"name":"id","type":"LONG"},{"name":"title","type":"STRING"},{"name":"price","type":"DOUBLE"},\
            {"name":"active","type":"BOOLEAN"},{"name":"made","type":"DATE"},{"name":"seal","type":"BYTES"}],\
            "primaryKey":["id"],"source":{"dbName":"warehouse_db","dbType":"MySQL","tableName":"crate"}},\
            "version":"0.0.1"}""");
    }

    private static Change change(Operation operation, @Nullable Row before, @Nullable Row after) {
        return new Change(NO_KEY, operation, List.of("15"), before, after, NO_KEY.places());
    }

    private static Row row(@Nullable String... values) {
        return Row.of(Arrays.asList(values));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
