package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class MysqlTrafficTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter SHANGHAI =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.of("Asia/Shanghai"));
    private static final List<byte[]> CANAL = MysqlTraffic.canal(7, 1_000, 1);
    private static final List<byte[]> DATA_WORKS = MysqlTraffic.dataWorks(7, 1_000);

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherOthers() {
        assertThat(MysqlTraffic.canal(7, 50, 1)).containsExactlyElementsOf(CANAL.subList(0, 50));
        assertThat(MysqlTraffic.dataWorks(7, 50)).containsExactlyElementsOf(DATA_WORKS.subList(0, 50));
        assertThat(MysqlTraffic.canal(8, 50, 1)).doesNotContainAnyElementsOf(CANAL);
        assertThat(CANAL.stream().map(body -> new String(body, StandardCharsets.UTF_8)))
                .doesNotHaveDuplicates();
    }

    @Test
    void bothTellOfTheSameUpdates() throws IOException {
        assertThat(CANAL).hasSameSizeAs(DATA_WORKS);
        for (int i = 0; i < CANAL.size(); i++) {
            JsonNode data = JSON.readTree(CANAL.get(i)).at("/data/0");
            JsonNode old = JSON.readTree(CANAL.get(i)).at("/old/0");
            JsonNode before = JSON.readTree(DATA_WORKS.get(i)).at("/payload/before/dataColumn");
            JsonNode after = JSON.readTree(DATA_WORKS.get(i)).at("/payload/after/dataColumn");
            assertThat(data).hasSize(8);
            assertThat(old).hasSize(3);
            data.fieldNames().forEachRemaining(column -> {
                JsonNode was = old.has(column) ? old.get(column) : data.get(column);
                assertThat(text(column, before)).isEqualTo(was.textValue());
                assertThat(text(column, after)).isEqualTo(data.get(column).textValue());
            });
        }
    }

    private static String text(String column, JsonNode image) {
        JsonNode value = image.get(column);
        return column.equals("Modified") ? SHANGHAI.format(Instant.ofEpochMilli(value.longValue())) : value.asText();
    }

    @Test
    void aMessageOfManyRowsHoldsTheRowsOfManyMessages() throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        List<JsonNode> olds = new ArrayList<>();
        for (byte[] body : MysqlTraffic.canal(7, 995, 10)) {
            JSON.readTree(body).get("data").forEach(rows::add);
            JSON.readTree(body).get("old").forEach(olds::add);
        }
        assertThat(rows).hasSize(995);
        for (int i = 0; i < rows.size(); i++) {
            JsonNode alone = JSON.readTree(CANAL.get(i));
            assertThat(rows.get(i)).isEqualTo(alone.at("/data/0"));
            assertThat(olds.get(i)).isEqualTo(alone.at("/old/0"));
            assertThat(olds.get(i).fieldNames())
                    .toIterable()
                    .allMatch(column -> !alone.at("/old/0/" + column).equals(alone.at("/data/0/" + column)));
        }
    }
}
