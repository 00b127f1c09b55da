package dev.sluice.verify;

import static dev.sluice.verify.Records.change;
import static dev.sluice.verify.Records.changes;
import static dev.sluice.verify.Records.half;
import static dev.sluice.verify.Records.pieces;
import static dev.sluice.verify.Records.poison;
import static dev.sluice.verify.Records.record;
import static dev.sluice.verify.Records.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.LakeFixture;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.Sweep;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.traffic.CesGeneration;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.DataWorksOptions;
import dev.sluice.traffic.DataWorksTraffic;
import dev.sluice.traffic.TrafficOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lake is compared with the archive of its messages. */
class VerificationTest {
    private static final String ORDERS = "table=Orders/";
    private static final String ITEMS = "table=Items/";

    private final VerifyFixture fixture = new VerifyFixture();

    private static TrafficOptions ces(int events) {
        return TrafficOptions.defaults()
                .withEvents(events)
                .withGenerations(CesGeneration.values())
                .withResendShare(0.05)
                .withPoisonShare(0.02)
                .withSplitShare(0.05);
    }

    private void hub(long first, long last) {
        fixture.both("hub", 3, changes(first, last));
    }

    /** {@code kind table stream/partition/epoch offset}, and the item if it is known. */
    private static List<String> found(VerifyReport report) {
        return report.findings().stream()
                .map(finding -> finding.kind() + " " + finding.row().table() + " " + finding.stream() + "/"
                        + finding.partition() + "/" + finding.epoch() + " " + finding.offset()
                        + (finding.item() < 0 ? "" : "." + finding.item()))
                .toList();
    }

    private static Map<String, Long> total(VerifyReport report) {
        Map<String, Long> total = report.total().byLabel();
        total.values().removeIf(count -> count == 0);
        return total;
    }

    // Nothing is wrong.

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aLakeThatNobodyTouchedIsEqualHoweverItsBatchesWereCut(long seed) throws IOException {
        fixture.traffic("ces", CesTraffic.seeded(seed).with(ces(3000)), seed, 300);
        fixture.traffic(
                "orders",
                DataWorksTraffic.seeded(seed).with(DataWorksOptions.defaults().withEvents(2000)),
                seed,
                50);

        VerifyReport report = fixture.verify();

        assertThat(report.findings()).isEmpty();
        assertThat(report.equal()).isTrue();
        assertThat(report.isComplete()).isTrue();
        assertThat(report.total().of(What.LINES))
                .isGreaterThan(5000)
                .isEqualTo(report.total().of(What.EQUAL));
        assertThat(report.total().of(What.RESENDS_LEFT_OUT)).isPositive();
        assertThat(report.total().of(What.RESENDS_KEPT)).isPositive();
        assertThat(report.rows())
                .extracting(line -> line.row().table())
                .contains("Sales.dbo.Orders", "logistics.parcels", "control transaction", "quarantine foreign_event");
        assertThat(fixture.objects("/split-")).isNotEmpty();
        assertThat(report.incomplete()).isZero();
    }

    @Test
    void rowsTellTablesAndDays() throws IOException {
        fixture.both(
                "hub",
                3,
                List.of(
                        record(
                                0,
                                Records.event(1)
                                        .commitTime("2026-05-06T23:59:59Z")
                                        .body()),
                        record(
                                1,
                                Records.event(2)
                                        .commitTime("2026-05-07T00:00:00Z")
                                        .body()),
                        record(
                                2,
                                Records.event(3)
                                        .commitTime("never")
                                        .source("schema", "\"\"")
                                        .body()),
                        record(3, poison(1))));

        assertThat(fixture.verify().rows())
                .extracting(line -> line.row().table() + " " + line.row().day() + " "
                        + line.counts().of(What.EQUAL))
                .containsExactly(
                        "ShopDb.Items - 1",
                        "ShopDb.dbo.Orders 2026-05-06 1",
                        "ShopDb.dbo.Orders 2026-05-07 1",
                        "quarantine unknown_message 2026-05-06 1");
    }

    @Test
    void aLakeThatIsNotThereIsTheWorldsFault() {
        fixture.archive("hub", 3, changes(0, 9));

        assertThatIOException().isThrownBy(fixture::verify).withMessageContaining("there is no lake");
    }

    // Lines.

    @Test
    void aLineThatWasRemovedIsMissing() throws IOException {
        hub(0, 99);
        fixture.replaceLines(fixture.only(ORDERS), lines -> without(lines, 5));

        VerifyReport report = fixture.verify();

        assertThat(found(report)).containsExactly("missing ShopDb.dbo.Orders hub/3/1 8.0");
        assertThat(report.equal()).isFalse();
        assertThat(total(report))
                .containsOnly(Map.entry("lines", 100L), Map.entry("equal", 99L), Map.entry("missing", 1L));
    }

    private static List<String> without(List<String> lines, int index) {
        List<String> rest = new ArrayList<>(lines);
        rest.remove(index);
        return rest;
    }

    private static List<String> replaced(List<String> lines, int index, String what, String by) {
        List<String> changed = new ArrayList<>(lines);
        assertThat(changed.get(index)).contains(what);
        changed.set(index, changed.get(index).replace(what, by));
        return changed;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"note 8=note 9", "2026-05-06T07:08:09.112Z=2026-05-06T07:08:09.113Z", "\"op\":\"c\"=\"op\":\"r\""
            })
    void aLineThatWasAlteredIsDifferent(String change) throws IOException {
        hub(0, 99);
        String[] words = change.split("=", 2);
        fixture.replaceLines(fixture.only(ORDERS), lines -> replaced(lines, 5, words[0], words[1]));

        VerifyReport report = fixture.verify();

        assertThat(found(report)).containsExactly("different ShopDb.dbo.Orders hub/3/1 8.0");
        assertThat(report.findings().get(0).object()).isEqualTo(fixture.only(ORDERS));
        assertThat(total(report))
                .containsOnly(Map.entry("lines", 100L), Map.entry("equal", 99L), Map.entry("different", 1L));
        assertThat(report.json()).doesNotContain("note");
    }

    @Test
    void anOffsetThatWasAlteredIsMissingThereAndUnexpectedHere() throws IOException {
        hub(0, 99);
        fixture.replaceLines(fixture.only(ORDERS), lines -> replaced(lines, 5, "\"offset\":8,", "\"offset\":9,"));

        assertThat(found(fixture.verify()))
                .containsExactly("missing ShopDb.dbo.Orders hub/3/1 8.0", "unexpected ShopDb.dbo.Orders hub/3/1 9");
    }

    @Test
    void aLineThatStandsThereTwiceIsDoubled() throws IOException {
        hub(0, 99);
        fixture.replaceLines(fixture.only(ORDERS), lines -> {
            lines.add(6, lines.get(5));
            return lines;
        });

        VerifyReport report = fixture.verify();

        assertThat(found(report)).containsExactly("doubled ShopDb.dbo.Orders hub/3/1 8");
        assertThat(total(report))
                .containsOnly(Map.entry("lines", 100L), Map.entry("equal", 100L), Map.entry("doubled", 1L));
    }

    @Test
    void aLineThatNoRecordExplainsIsUnexpected() throws IOException {
        hub(0, 99);
        fixture.replaceLines(fixture.only(ORDERS), lines -> {
            lines.add(lines.get(5).replace("note 8", "note 1000"));
            lines.add("{\"op\":\"c\",\"note\":\"no place\"}");
            return lines;
        });

        assertThat(found(fixture.verify()))
                .containsExactly("unexpected ShopDb.dbo.Orders hub/3/1 -1", "unexpected ShopDb.dbo.Orders hub/3/1 8");
    }

    @Test
    void oneLinePerTableIsFoundAmongMany() throws IOException {
        fixture.traffic("ces", CesTraffic.seeded(7).with(ces(2000)), 7, 400);
        List<String> broken = new ArrayList<>();
        for (String table : List.of("Sales.dbo.Orders", "Factory.ops.AuditLog", "Sales.dbo.Customers")) {
            String key = fixture.objects("table=" + table.substring(table.lastIndexOf('.') + 1) + "/").stream()
                    .filter(name -> name.contains("/ces-"))
                    .findFirst()
                    .orElseThrow();
            fixture.replaceLines(key, lines -> replaced(lines, 0, "\"op\":\"", "\"op\":\"x"));
            broken.add("different " + table);
        }

        VerifyReport report = fixture.verify();

        assertThat(report.findings())
                .extracting(finding -> finding.kind() + " " + finding.row().table())
                .containsExactlyInAnyOrderElementsOf(broken);
    }

    @Test
    void theFirstHundredDifferencesAreNamedAndAllAreCounted() throws IOException {
        hub(0, 999);
        fixture.settings = Settings.of(Map.of("SLUICE_INTEGERS", "string"));

        VerifyReport report = fixture.verify();

        assertThat(report.total().of(What.DIFFERENT)).isEqualTo(1000);
        assertThat(report.findings()).hasSize(100);
        assertThat(report.findings().get(99).offset()).isEqualTo(99);
        assertThat(report.otherSettings()).isTrue();
    }

    // Objects.

    @Test
    void theLinesOfAnObjectThatWasRemovedAreMissing() throws IOException {
        hub(0, 99);
        hub(100, 199);
        fixture.lake.delete(fixture.objects(ITEMS).get(1));

        VerifyReport report = fixture.verify();

        assertThat(total(report))
                .containsOnly(Map.entry("lines", 200L), Map.entry("equal", 167L), Map.entry("missing", 33L));
        assertThat(found(report)).first().isEqualTo("missing ShopDb.dbo.Items hub/3/1 102.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redrive-hub-3-1-00000000000000000000",
                "redrive-hub-3-1-00000000000000000000.1",
                "pair-0123456789abcdef0123456789abcdef",
                "split-0123456789abcdef0123456789abcdef",
                "hub-3-1-00000000000000000000",
                "copy of it"
            })
    void anObjectUnderAnotherNameIsDoubled(String name) throws IOException {
        hub(0, 99);
        String key = fixture.only(ORDERS);
        fixture.copy(key, LakeObjects.folder(key) + "/" + name + ".jsonl.gz");

        VerifyReport report = fixture.verify();

        assertThat(total(report))
                .containsOnly(Map.entry("lines", 100L), Map.entry("equal", 100L), Map.entry("doubled", 66L));
        assertThat(found(report)).first().isEqualTo("doubled ShopDb.dbo.Orders hub/3/1 1");
        assertThat(report.findings().get(0).object()).contains(name.startsWith("hub-") ? "/hub-3-1-" : name);
    }

    @Test
    void anObjectWhoseNameSaysAnotherPlaceIsUnexpected() throws IOException {
        hub(0, 99);
        String key = fixture.only(ORDERS);
        fixture.copy(key, key.replace("00000000000000000001", "00000000000000000090"));

        assertThat(total(fixture.verify()))
                .containsOnly(
                        Map.entry("lines", 100L),
                        Map.entry("equal", 100L),
                        Map.entry("doubled", 6L),
                        Map.entry("unexpected", 60L));
    }

    @Test
    void anEventInAnotherFolderIsMissingHereAndUnexpectedThere() throws IOException {
        hub(0, 1);
        String key = fixture.only(ORDERS);
        fixture.move(key, key.replace(ORDERS, ITEMS));

        assertThat(found(fixture.verify()))
                .containsExactlyInAnyOrder(
                        "missing ShopDb.dbo.Orders hub/3/1 1.0", "unexpected ShopDb.dbo.Items hub/3/1 1");
    }

    @Test
    void anObjectThatIsCutOffIsNamedAndItsLinesAreMissing() throws IOException {
        hub(0, 99);
        String key = fixture.only(ORDERS);
        byte[] content = LakeFixture.content(fixture.lake, key);
        fixture.lake.delete(key);
        fixture.lake.create(key, Arrays.copyOf(content, content.length / 2));

        VerifyReport report = fixture.verify();

        assertThat(report.unreadable()).isEqualTo(1);
        assertThat(report.findings())
                .filteredOn(finding -> finding.kind().equals("unreadable"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.object()).isEqualTo(key));
        assertThat(report.total().of(What.MISSING)).isEqualTo(66);
        assertThat(report.equal()).isFalse();
    }

    @Test
    void objectsOfOtherStreamsAndPartitionsAreLeftAlone() throws IOException {
        hub(0, 99);
        fixture.feed("hub", 4, changes(0, 99)).feed("other", 3, changes(0, 99));

        assertThat(total(fixture.verify())).containsOnly(Map.entry("lines", 100L), Map.entry("equal", 100L));
    }

    // The ledger.

    @Test
    void whatTheLedgerDoesNotClaimIsNotMissing() throws IOException {
        fixture.archive("hub", 3, changes(0, 99));
        fixture.feed("hub", 3, changes(20, 49)).feed("hub", 3, changes(70, 79));

        VerifyReport report = fixture.verify();

        assertThat(total(report))
                .containsOnly(
                        Map.entry("lines", 100L),
                        Map.entry("equal", 40L),
                        Map.entry("in_hole", 40L),
                        Map.entry("not_yet", 20L));
        assertThat(report.equal()).isTrue();
        assertThat(report.isComplete()).isFalse();
    }

    @Test
    void whatALedgerKnowsNothingOfIsNotThereYet() throws IOException {
        fixture.feed("hub", 4, changes(0, 0)).archive("hub", 3, changes(0, 9));

        assertThat(total(fixture.verify())).containsOnly(Map.entry("lines", 10L), Map.entry("not_yet", 10L));
    }

    @Test
    void whatTheArchiveLacksIsNotUnexpected() throws IOException {
        fixture.archive("hub", 3, changes(0, 39)).archive("hub", 3, changes(60, 99));
        fixture.feed("hub", 3, changes(0, 99));

        VerifyReport report = fixture.verify();

        assertThat(total(report)).containsOnly(Map.entry("lines", 80L), Map.entry("equal", 80L));
        assertThat(report.partitions().get(0).unarchived()).isEqualTo(20);
        assertThat(report.partitions().get(0).missing()).isEqualTo(20);
    }

    @Test
    void recordsOfAnEarlierLifeOfTheLogAreLeftOut() throws IOException {
        List<Delivery> before = changes(0, 9);
        fixture.both("hub", 3, before);
        List<Delivery> anew = records(0, 4, offset -> change(offset + 500)).stream()
                .map(one -> new Delivery(one.offset(), one.body(), LakeFixture.BROKER_TIME + 1_000_000))
                .toList();
        fixture.archive("hub", 3, anew);

        fixture.feed("hub", 3, anew);
        VerifyReport report = fixture.verify();

        assertThat(report.partitions().get(0).epoch()).isEqualTo(2);
        assertThat(report.partitions().get(0).earlier()).isEqualTo(10);
        assertThat(total(report)).containsOnly(Map.entry("lines", 5L), Map.entry("equal", 5L));
    }

    @Test
    void anotherLogUnderTheSameNameIsTold() {
        hub(0, 9);
        fixture.archive.delete(LakeFixture.names(fixture.archive, "").get(0));
        fixture.archive.create(
                "other/hub/3/2026/05/06/07/08/09.avro",
                CaptureFile.plain().record(0, LakeFixture.BROKER_TIME, null).bytes());

        assertThatIOException()
                .isThrownBy(fixture::verify)
                .withMessageContaining(
                        "holds the log ns.servicebus.windows.net/hub, and the archive has that of other.");
    }

    // Resends.

    @Test
    void aResendMayBeThereOrNot() throws IOException {
        List<Delivery> log = List.of(
                record(0, change(1)),
                record(1, change(1)),
                record(2, change(2)),
                record(3, change(2)),
                record(4, change(4)));
        fixture.archive("hub", 3, log);
        fixture.feed("hub", 3, log.subList(0, 3)).feed("hub", 3, log.subList(3, 5));

        assertThat(total(fixture.verify()))
                .containsOnly(
                        Map.entry("lines", 3L),
                        Map.entry("equal", 3L),
                        Map.entry("resends_kept", 1L),
                        Map.entry("resends_left_out", 1L));
    }

    @Test
    void aResendThatWasAlteredIsDifferent() throws IOException {
        List<Delivery> log = List.of(record(0, change(1)), record(1, change(1)));
        fixture.archive("hub", 3, log);
        fixture.feed("hub", 3, log.subList(0, 1)).feed("hub", 3, log.subList(1, 2));
        fixture.replaceLines(fixture.objects(ORDERS).get(1), lines -> replaced(lines, 0, "note 1", "note 2"));

        assertThat(found(fixture.verify())).containsExactly("different ShopDb.dbo.Orders hub/3/1 1.0");
    }

    /** The second block begins between the two copies. */
    @Test
    void aResendAcrossTheBordersOfBlocksMayBeLeftOut() throws IOException {
        int border = LakeWriter.MAX_RUN;
        List<Delivery> log = new ArrayList<>(records(border - 20, border + 20, Records::change));
        log.set(25, record(border + 5, change(border - 5)));
        fixture.both("hub", 3, log);

        assertThat(total(fixture.verify()))
                .containsOnly(Map.entry("lines", 40L), Map.entry("equal", 40L), Map.entry("resends_left_out", 1L));
        fixture.filter = new ArchiveFilter(null, null, border, Long.MAX_VALUE, null, null);
        assertThat(total(fixture.verify()))
                .containsOnly(Map.entry("lines", 20L), Map.entry("equal", 20L), Map.entry("resends_left_out", 1L));
    }

    /** The pipeline's batch holds both copies; the 10,000th record that is read stands between them. */
    @Test
    void aResendIsKnownWherever10000RecordsAreFull() throws IOException {
        int full = LakeWriter.MAX_RUN;
        List<Delivery> log =
                new ArrayList<>(records(0, full + 20L, offset -> offset < full - 20 ? null : change(offset)));
        log.set(full + 5, record(full + 5L, change(full - 5)));
        fixture.archive("hub", 3, log);
        fixture.feed("hub", 3, log.subList(0, full - 20)).feed("hub", 3, log.subList(full - 20, full + 21));

        assertThat(total(fixture.verify()))
                .containsOnly(Map.entry("lines", 40L), Map.entry("equal", 40L), Map.entry("resends_left_out", 1L));
    }

    @Test
    void aSampleKnowsACopyInFrontOfItsBlocks() throws IOException {
        fixture.sample = new Sample(250);
        Origin origin = new Origin("hub", 3, 1);
        long block = 1;
        while (!fixture.sample.takes(origin, block) || fixture.sample.takes(origin, block - 1)) {
            block++;
        }
        long border = block * LakeWriter.MAX_RUN;
        List<Delivery> log = new ArrayList<>(changes(border - 20, border + 20));
        log.set(25, record(border + 5, change(border - 5)));
        fixture.both("hub", 3, log);

        assertThat(total(fixture.verify()))
                .containsOnly(Map.entry("lines", 20L), Map.entry("equal", 20L), Map.entry("resends_left_out", 1L));
    }

    // Split events.

    private void split() {
        List<byte[]> pieces = pieces(7, 3);
        fixture.archive("hub", 1, List.of(record(0, change(1)), record(1, pieces.get(2)), record(2, pieces.get(0))));
        fixture.archive("hub", 2, List.of(record(10, pieces.get(1)), record(11, pieces.get(0)), record(12, change(2))));
        fixture.feed("hub", 1, List.of(record(0, change(1)), record(1, pieces.get(2))));
        fixture.feed("hub", 2, List.of(record(10, pieces.get(1)), record(11, pieces.get(0)), record(12, change(2))));
        fixture.feed("hub", 1, List.of(record(2, pieces.get(0))));
    }

    @Test
    void theLineOfASplitEventMayStandUnderTheCopyOfAnyPartition() throws IOException {
        split();
        assertThat(fixture.lines(fixture.only("split-")).get(0)).contains("\"partition\":2,\"offset\":11,");

        VerifyReport report = fixture.verify();

        assertThat(total(report)).containsOnly(Map.entry("lines", 3L), Map.entry("equal", 3L));
    }

    @Test
    void aSplitEventThatWasRemovedIsMissing() throws IOException {
        split();
        fixture.lake.delete(fixture.only("split-"));

        VerifyReport report = fixture.verify();

        assertThat(report.total().of(What.MISSING)).isEqualTo(1);
        assertThat(report.findings().get(0).row().table()).isEqualTo("ShopDb.dbo.Items");
    }

    @Test
    void aSplitEventThatWasAlteredIsDifferent() throws IOException {
        split();
        fixture.replaceLines(fixture.only("split-"), lines -> replaced(lines, 0, "note 21", "note 22"));

        VerifyReport report = fixture.verify();

        assertThat(report.total().of(What.DIFFERENT)).isEqualTo(1);
        assertThat(report.findings().get(0).object()).contains("/split-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redrive-hub-2-1-00000000000000000011", "pair-0123456789abcdef0123456789abcdef", "copy"})
    void aSplitEventUnderAnotherNameIsDoubled(String name) throws IOException {
        split();
        String key = fixture.only("split-");
        fixture.copy(key, LakeObjects.folder(key) + "/" + name + ".jsonl.gz");

        VerifyReport report = fixture.verify();

        assertThat(total(report))
                .containsOnly(Map.entry("lines", 3L), Map.entry("equal", 3L), Map.entry("doubled", 1L));
        assertThat(report.findings().get(0).object()).contains(name);
    }

    @Test
    void aSplitEventWhosePiecesTheArchiveLacksIsNotJudged() throws IOException {
        split();
        LakeFixture.names(fixture.archive, "ns/hub/1").forEach(fixture.archive::delete);

        VerifyReport report = fixture.verify();

        assertThat(report.incomplete()).isEqualTo(1);
        assertThat(report.findings()).isEmpty();
        assertThat(total(report)).containsOnly(Map.entry("lines", 1L), Map.entry("equal", 1L));
    }

    @Test
    void aSplitEventWithoutAnyRecordIsUnexpected() throws IOException {
        split();
        String key = fixture.only("split-");
        fixture.replaceLines(key, lines -> replaced(lines, 0, "\"offset\":11,", "\"offset\":12,"));
        fixture.move(key, key.replaceFirst("split-....", "split-0000"));

        assertThat(total(fixture.verify()))
                .containsOnly(
                        Map.entry("lines", 3L),
                        Map.entry("equal", 2L),
                        Map.entry("missing", 1L),
                        Map.entry("unexpected", 1L));
    }

    @Test
    void aSplitEventWhoseLastPieceIsNotTakenInYetIsNotMissing() throws IOException {
        List<byte[]> pieces = pieces(7, 2);
        List<Delivery> log = List.of(record(0, pieces.get(0)), record(1, pieces.get(1)));
        fixture.archive("hub", 3, log).feed("hub", 3, log.subList(0, 1));

        assertThat(total(fixture.verify())).containsOnly(Map.entry("lines", 1L), Map.entry("not_yet", 1L));
    }

    @Test
    void nothingOfAVerificationIsLeftOnTheDisk() throws IOException {
        long before = scratchFolders();
        split();
        fixture.verify();

        assertThat(scratchFolders()).isEqualTo(before);
    }

    private static long scratchFolders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("sluice-verify"))
                    .count();
        }
    }

    // Halves of updates.

    @Test
    void halvesInOneBatchOrTwoAreOneLine() throws IOException {
        List<Delivery> log = List.of(
                record(0, half(true, 1, 7)),
                record(1, half(false, 1, 7)),
                record(2, half(true, 2, 8)),
                record(3, half(false, 2, 9)));
        fixture.archive("hub", 3, log);
        fixture.feed("hub", 3, log.subList(0, 3)).feed("hub", 3, log.subList(3, 4));

        assertThat(total(fixture.verify())).containsOnly(Map.entry("lines", 3L), Map.entry("equal", 3L));
    }

    private void halvesInTwoPartitions() throws IOException {
        fixture.both("hub", 0, List.of(record(0, half(true, 1, 7))));
        fixture.both("hub", 1, List.of(record(0, half(false, 1, 8))));
        try (LakeWriter writer = LakeWriter.open(fixture.lake, fixture.state, fixture.settings.layout())) {
            new Sweep(fixture.settings, writer, fixture.state)
                    .run(Instant.now().plus(fixture.settings.waiting().ttl()).plusSeconds(60));
        }
    }

    @Test
    void theOldKeyThatASweepToldIsExplained() throws IOException {
        halvesInTwoPartitions();
        assertThat(fixture.objects("/pair-")).hasSize(1);

        assertThat(total(fixture.verify())).containsOnly(Map.entry("lines", 1L), Map.entry("equal", 1L));
    }

    @Test
    void anOldKeyThatWasAlteredOrDoubledIsFound() throws IOException {
        halvesInTwoPartitions();
        String key = fixture.only("/pair-");
        fixture.copy(key, key.replaceFirst("pair-....", "pair-0000"));
        assertThat(total(fixture.verify()).keySet()).containsOnly("lines", "equal", "unexpected");

        fixture.lake.delete(key);
        fixture.replaceLines(fixture.only("/pair-"), lines -> replaced(lines, 0, "old", "new"));
        assertThat(found(fixture.verify())).containsExactly("unexpected shop.t hub/0/1 0");
    }

    @Test
    void aSecondHalfBehindAGapOfTheArchiveIsNotProven() throws IOException {
        fixture.archive("hub", 3, List.of(record(0, half(true, 5, 5)), record(1, half(false, 5, 5))));
        fixture.archive("hub", 3, List.of(record(3, half(false, 1, 7))));
        fixture.feed(
                "hub",
                3,
                List.of(
                        record(0, half(true, 5, 5)),
                        record(1, half(false, 5, 5)),
                        record(2, half(true, 1, 7)),
                        record(3, half(false, 1, 7))));

        assertThat(total(fixture.verify()))
                .containsOnly(Map.entry("lines", 2L), Map.entry("equal", 1L), Map.entry("unproven", 1L));
    }

    // Quarantine and control.

    @Test
    void whatIsInQuarantineIsComparedByItsCodeAndBytes() throws IOException {
        fixture.both("hub", 3, records(0, 9, offset -> offset % 2 == 0 ? poison(offset) : change(offset)));
        assertThat(fixture.verify().equal()).isTrue();
        String key = LakeFixture.names(fixture.state, "quarantine/").get(0);
        VerifyFixture.replace(fixture.state, key, lines -> {
            List<String> broken = replaced(lines, 0, "\"reason\":\"", "\"reason\":\"other words: ");
            broken = replaced(broken, 1, "unknown_message", "truncated");
            broken = replaced(broken, 2, "base64\":\"e", "base64\":\"f");
            broken.add(broken.get(3));
            return without(broken, 4);
        });

        assertThat(found(fixture.verify()))
                .containsExactly(
                        "unexpected quarantine truncated hub/3/1 2",
                        "missing quarantine unknown_message hub/3/1 2.0",
                        "different quarantine unknown_message hub/3/1 4.0",
                        "doubled quarantine unknown_message hub/3/1 6",
                        "missing quarantine unknown_message hub/3/1 8.0");
    }

    @Test
    void whatTwoStreamsHaveOfACodeIsOneRow() throws IOException {
        fixture.both("hub", 3, List.of(record(0, poison(1)))).both("other", 3, List.of(record(0, poison(2))));

        assertThat(fixture.verify().rows())
                .singleElement()
                .satisfies(line -> assertThat(line.counts().of(What.EQUAL)).isEqualTo(2));
    }

    @Test
    void controlLinesAreCompared() throws IOException {
        fixture.traffic(
                "orders",
                DataWorksTraffic.seeded(3).with(DataWorksOptions.defaults().withEvents(300)),
                4,
                500);
        String key = fixture.objects("_control/kind=transaction").get(0);
        fixture.replaceLines(key, lines -> without(lines, 0));

        assertThat(fixture.verify().findings())
                .extracting(finding -> finding.kind() + " " + finding.row().table())
                .containsExactly("missing control transaction");
    }

    // Parts of an archive.

    @Test
    void aFilterVerifiesItsOffsetsOnly() throws IOException {
        hub(0, 99);
        fixture.replaceLines(fixture.only(ORDERS), lines -> without(without(lines, 50), 10));
        fixture.filter = new ArchiveFilter(null, null, 20, 59, null, null);
        VerifyReport report = fixture.verify();
        assertThat(total(report)).containsOnly(Map.entry("lines", 40L), Map.entry("equal", 40L));
        assertThat(report.partitions().get(0).records()).isEqualTo(40);

        fixture.filter = new ArchiveFilter(null, null, 16, 59, null, null);
        assertThat(found(fixture.verify())).containsExactly("missing ShopDb.dbo.Orders hub/3/1 16.0");
    }

    @Test
    void aSampleTakesTheSameBlocksEachTime() throws IOException {
        List<Delivery> sparse = new ArrayList<>();
        for (long block = 0; block < 40; block++) {
            sparse.addAll(changes(block * LakeWriter.MAX_RUN, block * LakeWriter.MAX_RUN + 1));
        }
        fixture.settings = Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub"));
        fixture.both("hub", 3, sparse);
        fixture.sample = new Sample(250);

        VerifyReport report = fixture.verify();

        assertThat(report.samplePermille()).isEqualTo(250);
        assertThat(report.total().of(What.LINES))
                .isBetween(6L, 36L)
                .isEqualTo(report.total().of(What.EQUAL));
        assertThat(fixture.verify()).usingRecursiveComparison().isEqualTo(report);
        fixture.objects("db=").forEach(fixture.lake::delete);
        assertThat(fixture.verify().total().of(What.MISSING))
                .isEqualTo(report.total().of(What.LINES));
    }

    @Test
    void aDamagedFileOfTheArchiveIsADifference() throws IOException {
        hub(0, 9);
        fixture.archive.create("ns/hub/3/2026/05/06/07/59/59.avro", "no Avro".getBytes(StandardCharsets.UTF_8));

        VerifyReport report = fixture.verify();

        assertThat(report.equal()).isFalse();
        assertThat(report.faults()).hasSize(1);
        assertThat(report.total().differences()).isZero();
    }

    @Test
    void itWritesNothing() throws IOException {
        hub(0, 99);
        List<String> before = names();

        fixture.verify();

        assertThat(names()).isEqualTo(before);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (MemoryObjectStore store : List.of(fixture.archive, fixture.lake, fixture.state)) {
            names.addAll(LakeFixture.names(store, ""));
        }
        return names;
    }
}
