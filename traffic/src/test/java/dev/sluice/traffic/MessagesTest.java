package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the messages say, read with another JSON library, against what the rows say. */
class MessagesTest {
    /** But no pieces, see {@link PiecesTest}. */
    private static final TrafficOptions EVERYTHING = TrafficOptions.defaults()
            .withGenerations(CesGeneration.values())
            .withEvents(5_000)
            .withResendShare(0.05)
            .withPoisonShare(0.05)
            .withKeyChangeShare(0.2)
            .withSparseShare(0.3)
            .withNoBeforeShare(0.2)
            .withSplitShare(0);

    private static final Map<String, String> LETTERS = Map.of("INS", "c", "UPD", "u", "DEL", "d");

    @Test
    void everyMessageParsesAtAllThreeLevelsAndSaysWhatTheRowSays() throws IOException {
        int compared = 0;
        for (Generated generated : CesTraffic.seeded(11).with(EVERYTHING)) {
            SourceRow row = generated.row();
            if (row == null) {
                continue;
            }
            Wire wire = Wire.of(generated);
            SourceRow read = new SourceRow(
                    wire.table(),
                    LETTERS.get(wire.attribute("operation")),
                    wire.key(),
                    Wire.image(wire.old()),
                    Wire.image(wire.current()),
                    wire.attribute("logicalid"),
                    generated.message().partition(),
                    generated.message().offset());
            assertThat(read).isEqualTo(row);
            compared++;
        }
        assertThat(compared).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void theImagesHaveTheListedColumnsInTheirOrder() throws IOException {
        Set<List<Integer>> indexes = new HashSet<>();
        for (Generated generated : changes(12, EVERYTHING)) {
            Wire wire = Wire.of(generated);
            for (JsonNode row : List.of(wire.old(), wire.current())) {
                List<String> names = new ArrayList<>();
                row.fieldNames().forEachRemaining(names::add);
                assertThat(names).isIn(List.of(), wire.columns());
            }
            indexes.add(indexes(wire));
        }
        assertThat(indexes)
                .contains(List.of(0, 1, 2, 3, 4, 5, 6), List.of(0, 6))
                .allSatisfy(places -> assertThat(places).isSorted().doesNotHaveDuplicates());
    }

    @Test
    void aBeforeImageIsTheRowAsTheLastChangeLeftIt() {
        Map<String, Map<Map<String, String>, Map<String, String>>> tables = new HashMap<>();
        int compared = 0;
        for (Generated generated : changes(13, EVERYTHING)) {
            SourceRow row = generated.row();
            if (row.key().isEmpty()) {
                continue;
            }
            var table = tables.computeIfAbsent(row.table(), name -> new HashMap<>());
            Map<String, String> oldKey = new HashMap<>(row.key());
            if (row.before() != null) {
                oldKey.replaceAll((column, value) -> row.before().get(column));
            }
            Map<String, String> state = table.remove(oldKey);
            assertThat(state == null).as("%s", row).isEqualTo(row.op().equals("c"));
            if (row.before() != null) {
                assertThat(state).containsAllEntriesOf(row.before());
                compared++;
            }
            if (row.after() != null) {
                Map<String, String> fresh = state == null ? new HashMap<>() : state;
                fresh.putAll(row.after());
                assertThat(table.put(row.key(), fresh))
                        .as("the key is free: %s", row)
                        .isNull();
                assertThat(fresh).containsAllEntriesOf(row.key());
            }
        }
        assertThat(compared).isGreaterThan(1_500);
    }

    @Test
    void aTableWithoutKeyChangesRowsThatItHas() {
        List<Map<String, String>> rows = new ArrayList<>();
        int compared = 0;
        for (Generated generated : changes(14, TrafficOptions.plain())) {
            SourceRow row = generated.row();
            if (!row.table().equals("Factory.ops.AuditLog")) {
                continue;
            }
            assertThat(row.key()).isEmpty();
            if (row.before() != null) {
                assertThat(rows.remove(row.before())).isTrue();
                compared++;
            }
            if (row.after() != null) {
                rows.add(row.after());
            }
        }
        assertThat(compared).isGreaterThan(300);
        assertThat(rows).hasSizeBetween(1, 500);
    }

    @Test
    void anUpdateChangesSomethingAndASparseOneListsJustThat() {
        int sparse = 0;
        for (Generated generated : changes(15, EVERYTHING.withNoBeforeShare(0))) {
            SourceRow row = generated.row();
            if (!row.op().equals("u")) {
                continue;
            }
            Set<String> same = new HashSet<>(row.after().keySet());
            same.removeIf(column ->
                    !Objects.equals(row.before().get(column), row.after().get(column)));
            assertThat(same).hasSizeLessThan(row.after().size());
            if (row.key().keySet().containsAll(same) && row.after().size() < 5) {
                sparse++;
            }
        }
        assertThat(sparse).isGreaterThan(200);
    }

    @Test
    void noSolidusIsLeftUnescaped() {
        Pattern bare = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*/");
        int solidi = 0;
        for (Generated generated : changes(16, EVERYTHING)) {
            String body = new String(generated.message().body(), StandardCharsets.UTF_8);
            assertThat(bare.matcher(body).find()).as(body).isFalse();
            solidi += body.contains("\\\\\\\\\\\\\\/") ? 1 : 0;
        }
        assertThat(solidi)
                .as("values with a solidus: seven backslashes on the wire")
                .isGreaterThan(500);
    }

    @ParameterizedTest
    @EnumSource
    void theEnvelopeHasTheAttributesOfItsGeneration(CesGeneration generation) throws IOException {
        String attributes = "specversion type source id logicalid time datacontenttype operation ";
        for (Generated generated :
                changes(17, EVERYTHING.withGenerations(generation).withEvents(200))) {
            Wire wire = Wire.of(generated);
            List<String> names = new ArrayList<>();
            wire.envelope().fieldNames().forEachRemaining(names::add);
            String more =
                    generation == CesGeneration.A ? "splitindex splittotalcnt data" : "segmentindex finalsegment data";
            assertThat(names).isEqualTo(Arrays.asList((attributes + more).split(" ", -1)));
            assertThat(wire.attribute("source")).isEqualTo("/");
            assertThat(wire.attribute("type")).isEqualTo("com.microsoft.SQL.CES.DML.V1");
            JsonNode envelope = wire.envelope();
            JsonNode transaction = wire.transaction();
            switch (generation) {
                case A -> {
                    assertThat(envelope.get("splitindex").intValue()).isZero();
                    assertThat(envelope.get("splittotalcnt").intValue()).isZero();
                    assertThat(wire.attribute("data")).startsWith("{\n  \"eventsource\": {");
                    assertThat(transaction).isNull();
                }
                case B -> {
                    assertThat(envelope.get("segmentindex").intValue()).isEqualTo(1);
                    assertThat(envelope.get("finalsegment").booleanValue()).isTrue();
                    assertThat(wire.attribute("datacontenttype")).isEqualTo("application/avro-json");
                    assertThat(transaction.has("finalevent")).isFalse();
                }
                case C -> {
                    assertThat(envelope.get("segmentindex").isInt()).isTrue();
                    assertThat(envelope.get("segmentindex").intValue()).isZero();
                    assertThat(envelope.get("finalsegment").booleanValue()).isTrue();
                    assertThat(wire.attribute("data")).startsWith("{\"eventsource\":{");
                    assertThat(transaction.get("finalevent").isBoolean()).isTrue();
                    assertThat(transaction.get("finalevent").booleanValue()).isFalse();
                }
            }
        }
    }

    @Test
    void theLogicalIdRepeatsTheTransaction() throws IOException {
        Map<String, Set<String>> objectIds = new HashMap<>();
        for (Generated generated : changes(18, EVERYTHING.withGenerations(CesGeneration.C))) {
            Wire wire = Wire.of(generated);
            String[] parts = wire.attribute("logicalid").split(":", -1);
            assertThat(parts).hasSize(3);
            assertThat(parts[1])
                    .isEqualTo(wire.transaction().get("commitlsn").textValue().replace(":", ""));
            assertThat(parts[2]).hasSize(20);
            assertThat(Long.parseLong(parts[2]))
                    .isEqualTo(wire.transaction().get("sequencenumber").longValue());
            assertThat(wire.attribute("time"))
                    .isEqualTo(wire.transaction().get("committime").textValue());
            objectIds.computeIfAbsent(wire.table(), table -> new HashSet<>()).add(parts[0]);
        }
        assertThat(objectIds)
                .hasSize(5)
                .allSatisfy((table, ids) -> assertThat(ids).hasSize(1));
    }

    @Test
    void logSequenceNumbersRiseInEachDatabaseAndSequenceNumbersInEachTransaction() throws IOException {
        Map<String, String> last = new HashMap<>();
        Set<Integer> sequences = new HashSet<>();
        for (Generated generated : changes(19, TrafficOptions.plain())) {
            JsonNode transaction = Wire.of(generated).transaction();
            String commit = transaction.get("commitlsn").textValue();
            String begin = transaction.get("beginlsn").textValue();
            int sequence = transaction.get("sequencenumber").intValue();
            assertThat(List.of(begin, commit)).allMatch(lsn -> lsn.matches("[0-9A-F]{8}:[0-9A-F]{8}:[0-9A-F]{4}"));
            assertThat(begin).isLessThan(commit);
            String database = Wire.of(generated).source().get("db").textValue();
            String position = commit + "." + String.format(Locale.ROOT, "%04d", sequence);
            String before = last.put(database, position);
            if (before != null) {
                assertThat(position).isGreaterThan(before);
                boolean sameTransaction = before.startsWith(commit);
                assertThat(sequence == 1).isEqualTo(!sameTransaction);
            }
            sequences.add(sequence);
        }
        assertThat(last).containsOnlyKeys("Sales", "Factory");
        assertThat(sequences).contains(1, 2, 3, 6);
    }

    @Test
    void poisonIsNoCesEvent() throws IOException {
        Map<String, Integer> forms = new HashMap<>();
        for (Generated generated : CesTraffic.seeded(20).with(EVERYTHING)) {
            byte[] body = generated.message().body();
            if (generated.kind() == Kind.EMPTY) {
                assertThat(body).isEmpty();
                forms.merge("empty", 1, Integer::sum);
            } else if (generated.kind() == Kind.POISON && body[1] == '"' && body[body.length - 1] == '}') {
                assertThat(Wire.STRICT.readTree(body).get("type").textValue()).isEqualTo("org.example.door.opened");
                forms.merge("foreign", 1, Integer::sum);
            } else if (generated.kind() == Kind.POISON) {
                assertThatThrownBy(() -> Wire.STRICT.readTree(body)).isInstanceOf(JsonProcessingException.class);
                forms.merge("cut off", 1, Integer::sum);
            }
        }
        assertThat(forms)
                .containsOnlyKeys("empty", "foreign", "cut off")
                .allSatisfy((form, count) -> assertThat(count).isGreaterThan(50));
    }

    @Test
    void aResendFollowsItsOriginalWithANewIdAndTheSameRest() throws IOException {
        Generated before = null;
        int resends = 0;
        for (Generated generated : CesTraffic.seeded(21).with(EVERYTHING)) {
            if (generated.kind() == Kind.RESEND) {
                assertThat(before.kind()).isEqualTo(Kind.CHANGE);
                assertThat(generated.message().partition())
                        .isEqualTo(before.message().partition());
                assertThat(generated.message().offset())
                        .isEqualTo(before.message().offset() + 1);
                String id = Wire.of(before).attribute("id");
                String newId = Wire.of(generated).attribute("id");
                assertThat(newId).isNotEqualTo(id).matches("[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}");
                assertThat(new String(generated.message().body(), StandardCharsets.UTF_8).replace(newId, id))
                        .isEqualTo(new String(before.message().body(), StandardCharsets.UTF_8));
                resends++;
            }
            before = generated;
        }
        assertThat(resends).isGreaterThan(100);
    }

    private static Iterable<Generated> changes(long seed, TrafficOptions options) {
        return () -> CesTraffic.seeded(seed).with(options).stream()
                .filter(generated -> generated.kind() == Kind.CHANGE)
                .iterator();
    }

    private static List<Integer> indexes(Wire wire) {
        List<Integer> indexes = new ArrayList<>();
        wire.source()
                .get("cols")
                .forEach(column -> indexes.add(column.get("index").intValue()));
        return indexes;
    }
}
