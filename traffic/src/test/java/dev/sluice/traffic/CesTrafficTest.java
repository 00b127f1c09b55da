package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CesTrafficTest {
    private static final TrafficOptions SHORT = TrafficOptions.defaults().withEvents(2_000);

    @Test
    void theSameSeedGivesTheSameMessagesAndRows() {
        CesTraffic traffic = CesTraffic.seeded(1).with(SHORT);
        List<Generated> once = traffic.stream().toList();
        assertThat(once).hasSizeGreaterThan(1_999);
        assertThat(traffic.stream().toList()).isEqualTo(once);
        assertThat(CesTraffic.seeded(1).with(SHORT).stream().toList()).isEqualTo(once);
    }

    @Test
    void anotherSeedGivesOtherBodies() {
        assertThat(bodies(1)).doesNotContainAnyElementsOf(bodies(2));
    }

    /** Pinned, because a draw that depends on the JDK or its locale shows nowhere else. A new format changes it. */
    @Test
    void theBytesAreTheSameOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        TrafficOptions options = SHORT.withGenerations(CesGeneration.values())
                .withPoisonShare(0.02)
                .withSparseShare(0.1)
                .withSplitShare(0);
        CesTraffic.seeded(42)
                .with(options)
                .forEach(generated -> digest.update(generated.message().body()));
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("ada8ae408dd97d14904019bdb6c4ed3e3d755c1641c5d33e2c4a13a1fa9b15ff");
    }

    @Test
    void theDefaultsAreTheDemos() {
        assertThat(CesTraffic.seeded(1).options()).isEqualTo(TrafficOptions.defaults());
        assertThat(TrafficOptions.defaults().partitions()).isEqualTo(4);
        assertThat(counts(CesTraffic.seeded(1)).get(Kind.CHANGE)).isEqualTo(20_000);
    }

    @Test
    void offsetsAreDenseAndBrokerTimesNeverFallInEachPartition() {
        Map<Integer, SourceMessage> last = new HashMap<>();
        for (Generated generated :
                CesTraffic.seeded(3).with(SHORT.withPartitions(7).withPoisonShare(0.1))) {
            SourceMessage message = generated.message();
            SourceMessage before = last.put(message.partition(), message);
            assertThat(message.offset()).isEqualTo(before == null ? 0 : before.offset() + 1);
            if (before != null) {
                assertThat(message.brokerTimeMs()).isGreaterThanOrEqualTo(before.brokerTimeMs());
            }
        }
        assertThat(last).containsOnlyKeys(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void sharesAreThoseOfTheOptions() {
        TrafficOptions options = TrafficOptions.defaults()
                .withEvents(50_000)
                .withResendShare(0.1)
                .withPoisonShare(0.06)
                .withKeyChangeShare(0.2)
                .withSparseShare(0)
                .withNoBeforeShare(0.3);
        CesTraffic traffic = CesTraffic.seeded(4).with(options);
        Map<Kind, Long> counts = counts(traffic);
        assertThat(counts.get(Kind.CHANGE)).isEqualTo(50_000);
        assertThat(counts.get(Kind.RESEND)).isBetween(4_700L, 5_300L);
        assertThat(counts.get(Kind.POISON) + counts.get(Kind.EMPTY)).isBetween(2_750L, 3_250L);
        assertThat(counts.get(Kind.EMPTY)).isBetween(850L, 1_150L);

        List<SourceRow> updates =
                rows(traffic, row -> row.op().equals("u") && row.table().endsWith("OrderLines"));
        assertThat(share(updates, row -> row.before() != null && !sameKey(row))).isEqualTo(0.2, within(0.02));
        assertThat(share(updates, row -> row.before() == null)).isEqualTo(0.3 * 0.8, within(0.02));
        List<SourceRow> deletes =
                rows(traffic, row -> row.op().equals("d") && row.table().endsWith("OrderLines"));
        assertThat(share(deletes, row -> row.before() == null)).isEqualTo(0.3, within(0.03));

        List<SourceRow> sparse = rows(
                CesTraffic.seeded(4).with(options.withSparseShare(0.4)),
                row -> row.op().equals("u") && row.table().endsWith("AuditLog"));
        assertThat(share(sparse, row -> row.after().size() < 5)).isEqualTo(0.4, within(0.04));
    }

    @Test
    void plainTrafficIsNothingButWholeChanges() {
        CesTraffic traffic = CesTraffic.seeded(5).with(TrafficOptions.plain());
        assertThat(counts(traffic)).containsOnlyKeys(Kind.CHANGE);
        List<SourceRow> updates = rows(traffic, row -> row.op().equals("u"));
        assertThat(updates).hasSizeGreaterThan(5_000).allMatch(row -> row.before() != null && sameKey(row));
        assertThat(updates)
                .allMatch(row -> row.before().keySet().equals(row.after().keySet()));
    }

    @Test
    void identityKeysNeverChange() {
        CesTraffic traffic = CesTraffic.seeded(6).with(TrafficOptions.plain().withKeyChangeShare(1));
        List<SourceRow> updates = rows(traffic, row -> row.op().equals("u"));
        Map<Boolean, Set<String>> tables = updates.stream()
                .collect(Collectors.partitioningBy(
                        CesTrafficTest::sameKey, Collectors.mapping(SourceRow::table, Collectors.toSet())));
        assertThat(tables.get(true)).containsExactlyInAnyOrder("Sales.dbo.Orders", "Factory.ops.AuditLog");
        assertThat(tables.get(false))
                .containsExactlyInAnyOrder(
                        "Sales.dbo.Customers", "Sales.dbo.OrderLines", "Factory.ops.Sensor Readings");
    }

    @Test
    void everyTableSeesEveryOperation() {
        Set<String> seen = new HashSet<>();
        rows(CesTraffic.seeded(7), row -> true).forEach(row -> seen.add(row.op() + " " + row.table()));
        List<String> expected = new ArrayList<>();
        for (String op : List.of("c", "u", "d")) {
            for (String table : List.of("Customers", "Orders", "OrderLines")) {
                expected.add(op + " Sales.dbo." + table);
            }
            expected.add(op + " Factory.ops.Sensor Readings");
            expected.add(op + " Factory.ops.AuditLog");
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void awkwardValuesComeUp() {
        Set<String> values = new HashSet<>();
        Set<String> nullable = new HashSet<>();
        for (SourceRow row : rows(CesTraffic.seeded(8), row -> row.after() != null)) {
            row.after().forEach((column, value) -> {
                if (value == null) {
                    nullable.add(row.table() + "." + column);
                } else {
                    values.add(value);
                }
            });
        }
        assertThat(nullable).hasSize(9).noneMatch(column -> column.endsWith("Id"));
        assertThat(values).contains("", "NULL", "0x", "9999999999999999.99", "1.7976931348623157E+308");
        assertThat(String.join("", values)).contains("𝄞", "\"", "\\", "\r\n", "\u0000", "\u2028", "שרה", "李小龍");
    }

    @Test
    void referencesLeadToRowsOfOtherTables() {
        Set<String> customers = new HashSet<>();
        List<String> references = new ArrayList<>();
        for (SourceRow row : rows(CesTraffic.seeded(9), row -> row.after() != null)) {
            customers.add(row.after().get("CustomerId"));
            if (row.table().equals("Sales.dbo.Orders") && row.op().equals("c")) {
                references.add(row.after().get("CustomerId"));
            }
        }
        assertThat(references)
                .hasSizeGreaterThan(1_000)
                .filteredOn(customers::contains)
                .hasSameSizeAs(references);
    }

    @Test
    void commitTimesNeverFallAndCoverTheDays() {
        List<Instant> times = CesTraffic.seeded(10).with(SHORT.withDays(5)).stream()
                .filter(generated -> generated.kind() == Kind.CHANGE)
                .map(generated -> new String(generated.message().body(), StandardCharsets.UTF_8))
                .map(body -> body.replaceFirst("(?s).*?\"time\": \"([^\"]+)\".*", "$1"))
                .map(Instant::parse)
                .toList();
        assertThat(times).hasSize(2_000).isSorted();
        Set<LocalDate> days = times.stream()
                .map(time -> time.atOffset(ZoneOffset.UTC).toLocalDate())
                .collect(Collectors.toSet());
        assertThat(days).hasSize(6).contains(LocalDate.of(2026, 8, 29), LocalDate.of(2026, 9, 3));
    }

    @Test
    void aStreamOfBillionsStartsAtOnce() {
        CesTraffic traffic = CesTraffic.seeded(11).with(SHORT.withEvents(Integer.MAX_VALUE));
        assertThat(traffic.stream().limit(5_000)).hasSize(5_000);
    }

    @Test
    void aTableHoldsNoMoreThanItsRows() {
        Map<String, Integer> sizes = new HashMap<>();
        CesTraffic traffic = CesTraffic.seeded(12).with(TrafficOptions.plain().withRowsPerTable(20));
        for (SourceRow row : rows(traffic, row -> true)) {
            int more = row.op().equals("c") ? 1 : row.op().equals("d") ? -1 : 0;
            assertThat(sizes.merge(row.table(), more, Integer::sum)).isBetween(0, 20);
        }
        assertThat(sizes).hasSize(5);
    }

    private static List<String> bodies(long seed) {
        return CesTraffic.seeded(seed).with(SHORT).stream()
                .filter(generated -> generated.kind() == Kind.CHANGE)
                .map(generated -> new String(generated.message().body(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Map<Kind, Long> counts(CesTraffic traffic) {
        return traffic.stream().collect(Collectors.groupingBy(Generated::kind, Collectors.counting()));
    }

    private static List<SourceRow> rows(CesTraffic traffic, Predicate<SourceRow> wanted) {
        return traffic.stream()
                .filter(generated -> generated.kind() == Kind.CHANGE)
                .map(Generated::row)
                .filter(wanted)
                .toList();
    }

    private static double share(List<SourceRow> rows, Predicate<SourceRow> wanted) {
        return (double) rows.stream().filter(wanted).count() / rows.size();
    }

    private static boolean sameKey(SourceRow row) {
        return row.key().entrySet().stream()
                .allMatch(part -> Objects.equals(row.before().get(part.getKey()), part.getValue()));
    }
}
