package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DataWorksTrafficTest {
    private static final DataWorksOptions OPTIONS = DataWorksOptions.defaults().withPoisonShare(0.02);

    @Test
    void theSameSeedGivesTheSameMessagesAndRows() {
        DataWorksOptions few = OPTIONS.withEvents(500);
        List<Generated> once = all(1, few);

        assertThat(all(1, few)).isEqualTo(once);
        assertThat(all(2, few)).doesNotContainAnyElementsOf(once);
    }

    /** Pinned, because a draw that depends on the JDK or its locale shows nowhere else. A new format changes it. */
    @Test
    void theBytesAreTheSameOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        all(42, OPTIONS).forEach(generated -> digest.update(generated.message().body()));
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("f1c8df89a8d8f4e08cdfdfe8c83187d926dd84cb741724860e3e279e43e1a2d7");
    }

    @Test
    void theDefaultsAreTheDemos() {
        assertThat(DataWorksTraffic.seeded(1).options()).isEqualTo(DataWorksOptions.defaults());
        assertThat(counts(all(1, DataWorksOptions.defaults())))
                .containsEntry(Kind.CHANGE, 5_000L)
                .containsKeys(Kind.HALF, Kind.CONTROL, Kind.HEARTBEAT, Kind.POISON);
    }

    @Test
    void offsetsAreDenseAndBrokerTimesNeverFallInEachPartition() {
        Map<Integer, SourceMessage> last = new HashMap<>();
        for (Generated generated : all(3, OPTIONS.withPartitions(4))) {
            SourceMessage message = generated.message();
            SourceMessage before = last.put(message.partition(), message);
            assertThat(message.offset()).isEqualTo(before == null ? 0 : before.offset() + 1);
            if (before != null) {
                assertThat(message.brokerTimeMs()).isGreaterThanOrEqualTo(before.brokerTimeMs());
            }
        }
        assertThat(last).containsOnlyKeys(0, 1, 2, 3);
    }

    @Test
    void everyMessageWithARowSaysWhatTheRowSays() throws IOException {
        Map<Integer, DataWorksWire> halves = new HashMap<>();
        Set<String> ops = new HashSet<>();
        for (Generated generated : all(4, OPTIONS)) {
            int partition = generated.message().partition();
            if (generated.kind() == Kind.HALF) {
                halves.put(partition, DataWorksWire.of(generated));
                continue;
            }
            DataWorksWire half = halves.remove(partition);
            if (half != null) {
                assertThat(generated.kind())
                        .as("what follows a first half in its partition")
                        .isEqualTo(Kind.CHANGE);
            }
            if (generated.kind() != Kind.CHANGE) {
                continue;
            }
            SourceRow row = generated.row();
            DataWorksWire wire = DataWorksWire.of(generated);
            assertThat(wire.table()).isEqualTo(row.table());
            assertThat(wire.image("after")).isEqualTo(row.after());
            if (half == null) {
                assertThat(wire.image("before")).isEqualTo(row.before());
            } else {
                assertThat(half.op()).isEqualTo("UPDATE_BEFOR");
                assertThat(half.sequence()).isEqualTo(wire.sequence());
                assertThat(half.schema()).isEqualTo(wire.schema());
                assertThat(half.image("before")).isEqualTo(row.before());
                assertThat(half.image("after")).isNull();
                assertThat(wire.image("before")).isNull();
            }
            assertThat((row.after() == null ? row.before() : row.after())).containsAllEntriesOf(row.key());
            String form = half != null ? " after its first half" : "";
            ops.add(row.op() + " " + wire.op() + form);
        }
        assertThat(halves).isEmpty();
        assertThat(ops)
                .containsExactlyInAnyOrder(
                        "r INSERT", "c INSERT", "u UPDATE_AFTER", "u UPDATE_AFTER after its first half", "d DELETE");
    }

    @Test
    void aBeforeImageIsTheRowAsTheLastChangeLeftIt() {
        Map<Map<String, String>, Map<String, String>> rows = new HashMap<>();
        int compared = 0;
        int keyChanges = 0;
        for (SourceRow row : rows(5)) {
            if (row.before() != null) {
                Map<String, String> oldKey = new HashMap<>(row.key());
                oldKey.replaceAll((column, value) -> row.before().get(column));
                assertThat(rows.remove(oldKey)).isEqualTo(row.before());
                compared++;
                keyChanges += oldKey.equals(row.key()) ? 0 : 1;
            }
            if (row.after() != null) {
                assertThat(rows.put(row.key(), row.after())).as("%s", row).isNull();
            }
        }
        assertThat(compared).isGreaterThan(1_500);
        assertThat(keyChanges).isBetween(10, 100);
    }

    @Test
    void changesOfOneKeyStayInOnePartition() {
        Map<Map<String, String>, Integer> partitions = new HashMap<>();
        Set<Integer> used = new HashSet<>();
        for (SourceRow row : rows(6)) {
            Map<String, String> key = new HashMap<>(row.key());
            if (row.before() != null) {
                key.replaceAll((column, value) -> row.before().get(column));
            }
            assertThat(partitions.computeIfAbsent(key, unseen -> row.partition()))
                    .isEqualTo(row.partition());
            used.add(row.partition());
        }
        assertThat(used).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void sequencesHaveNineteenDigitsAndRiseButForHalvesAndTheFullLoad() throws IOException {
        String last = "";
        for (Generated generated : all(7, DataWorksOptions.defaults().withPoisonShare(0))) {
            DataWorksWire wire = DataWorksWire.of(generated);
            String sequence = wire.sequence();
            switch (generated.kind()) {
                case HEARTBEAT -> assertThat(sequence).isNull();
                case CHANGE -> {
                    if (generated.row().op().equals("r")) {
                        assertThat(sequence).isEqualTo("-1");
                        continue;
                    }
                    assertThat(sequence).matches("\\d{19}").isGreaterThanOrEqualTo(last);
                }
                default -> assertThat(sequence).matches("\\d{19}").isGreaterThan(last);
            }
            last = sequence == null ? last : sequence;
        }
        assertThat(last).isNotEmpty();
    }

    @Test
    void theFullLoadComesFirstAndHasNoTimeButTheSystems() throws IOException {
        List<Generated> load = all(8, OPTIONS).subList(0, 250);
        for (Generated generated : load) {
            DataWorksWire wire = DataWorksWire.of(generated);
            assertThat(generated.row().op()).isEqualTo("r");
            assertThat(wire.members()).containsExactly("payload", "schema", "version");
            assertThat(List.copyOf(wire.image("after").keySet())).isSorted();
            assertThat(wire.time("eventTime")).isEqualTo(-1);
            assertThat(wire.time("checkpointTime")).isEqualTo(-1);
            assertThat(wire.time("systemTime")).isGreaterThanOrEqualTo(TrafficStream.START_MS);
        }
        assertThat(rows(8).stream().filter(row -> row.op().equals("r"))).hasSize(250);
        assertThat(new DataWorksOptions(1, 9, 1, 5, 1, 0, 0, 0, 0).fullRows()).isEqualTo(5);
    }

    @Test
    void whatIsIncrementalHasTheSchemaFirstAndWholeSeconds() throws IOException {
        List<Generated> all = all(9, DataWorksOptions.defaults().withPoisonShare(0));
        for (Generated generated : all.subList(250, all.size())) {
            DataWorksWire wire = DataWorksWire.of(generated);
            assertThat(wire.members()).containsExactly("schema", "payload", "version");
            assertThat(wire.time("eventTime") % 1000).isZero();
            if (generated.kind() != Kind.HEARTBEAT) {
                assertThat(wire.time("systemTime")).isGreaterThanOrEqualTo(wire.time("eventTime"));
            }
        }
    }

    @Test
    void transactionsAreMarkedAndTablesDefined() throws IOException {
        boolean open = false;
        int changes = 0;
        List<String> definitions = new ArrayList<>();
        Set<String> tables = new HashSet<>();
        for (Generated generated : all(10, OPTIONS)) {
            if (generated.kind() == Kind.CONTROL) {
                DataWorksWire wire = DataWorksWire.of(generated);
                switch (wire.op()) {
                    case "TRANSACTION_BEGIN" -> {
                        assertThat(open).isFalse();
                        open = true;
                        changes = 0;
                    }
                    case "TRANSACTION_END" -> {
                        assertThat(open).isTrue();
                        open = false;
                    }
                    default -> {
                        assertThat(open).isFalse();
                        definitions.add(wire.op() + " " + wire.table());
                        assertThat(tables.contains(wire.table()))
                                .isEqualTo(wire.op().equals("ALTER"));
                        assertThat(wire.payload().get("ddl").get("text").textValue())
                                .startsWith(wire.op() + " TABLE");
                    }
                }
            } else if (generated.row() != null) {
                tables.add(generated.row().table());
                assertThat(open).isEqualTo(!generated.row().op().equals("r"));
                assertThat(++changes).isLessThanOrEqualTo(open ? 40 : 250);
            }
        }
        assertThat(open).isFalse();
        assertThat(definitions).containsExactly("CREATE logistics..claims", "ALTER logistics..parcels");
        assertThat(tables)
                .containsExactlyInAnyOrder(
                        "logistics..parcels", "logistics..stock", "logistics..scan_log", "logistics..claims");
    }

    @Test
    void sharesAreThoseOfTheOptions() {
        Map<Kind, Long> counts = counts(all(11, OPTIONS.withEvents(30_000)));
        long updates = rows(11, OPTIONS.withEvents(30_000)).stream()
                .filter(row -> row.op().equals("u"))
                .count();

        assertThat(counts.get(Kind.CHANGE)).isEqualTo(30_000);
        assertThat((double) counts.get(Kind.HALF) / updates).isEqualTo(0.6, within(0.02));
        assertThat(counts.get(Kind.HEARTBEAT)).isBetween(250L, 350L);
        assertThat(counts.get(Kind.POISON) + counts.get(Kind.EMPTY)).isBetween(520L, 680L);
        assertThat(counts(all(11, OPTIONS.withPairShare(0)))).doesNotContainKey(Kind.HALF);
    }

    @Test
    void awkwardValuesComeUp() {
        Set<String> values = new HashSet<>();
        for (SourceRow row : rows(12)) {
            if (row.after() != null) {
                values.addAll(row.after().values());
            }
        }
        assertThat(values)
                .contains("", null, "9223372036854775807", "-86400000", "12345678901234567890.000001", "true");
        assertThat(values).anyMatch(value -> value != null && value.matches("[\\w+/]+=") && value.contains("/"));
        assertThat(values).anyMatch(value -> value != null && value.contains("\u0000"));
    }

    @Test
    void oneEventOrNoneIsTrafficToo() {
        assertThat(all(13, OPTIONS.withEvents(0))).isEmpty();
        assertThat(counts(all(13, OPTIONS.withEvents(1)))).containsEntry(Kind.CHANGE, 1L);
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        assertThatThrownBy(() -> OPTIONS.withPartitions(0)).hasMessage("partitions is 0 (expected 1 or more)");
        assertThatThrownBy(() -> OPTIONS.withPairShare(2)).hasMessage("pairShare is 2.0 (expected 0 to 1)");
    }

    private static List<Generated> all(long seed, DataWorksOptions options) {
        return DataWorksTraffic.seeded(seed).with(options).stream().toList();
    }

    private static List<SourceRow> rows(long seed) {
        return rows(seed, OPTIONS);
    }

    private static List<SourceRow> rows(long seed, DataWorksOptions options) {
        return all(seed, options).stream()
                .filter(generated -> generated.kind() == Kind.CHANGE)
                .map(Generated::row)
                .toList();
    }

    private static Map<Kind, Long> counts(List<Generated> all) {
        return all.stream().collect(Collectors.groupingBy(Generated::kind, Collectors.counting()));
    }
}
