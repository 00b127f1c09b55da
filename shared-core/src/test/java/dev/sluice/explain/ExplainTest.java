package dev.sluice.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveFixture;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.CaptureFile;
import dev.sluice.explain.Explanation.Verdict;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.RecordPlace;
import dev.sluice.lake.StreamPartition;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Redrive;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What became of an event is told from its records to its lines. */
class ExplainTest {
    private static final StreamPartition HUB = LakeFixture.HUB;
    private static final StreamPartition OTHER = new StreamPartition("hub", 4, "namespace/hub");
    private static final String FOLDER = "db=Db/schema=dbo/table=Pumps/date=2026-05-06/";

    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();

    private static CesMessage change(int number) {
        return CesMessage.update()
                .logicalId("event-" + number)
                .table("Db", "dbo", "Pumps")
                .column("Id", "int")
                .key("Id", Integer.toString(number))
                .old("{\"Id\":\"" + number + "\"}")
                .current("{\"Id\":\"" + number + "\"}");
    }

    private static CesMessage piece(int number, int index) {
        String data = change(number).data();
        int middle = data.length() / 2;
        return change(number)
                .attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(index == 1))
                .dataJson(CesMessage.quote(index == 0 ? data.substring(0, middle) : data.substring(middle)));
    }

    private static byte[] half(String op, int id) {
        boolean after = op.equals("UPDATE_AFTER");
        return ("{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],"
                        + "\"source\":{\"dbType\":\"MySQL\",\"dbName\":\"shop\",\"tableName\":\"t\"}},\"payload\":{\""
                        + (after ? "after" : "before") + "\":{\"dataColumn\":{\"id\":" + id + "}},\""
                        + (after ? "before" : "after") + "\":null,\"sequenceId\":\"10\",\"timestamp\":{\"eventTime\":"
                        + "1790000183000},\"op\":\"" + op + "\",\"ddl\":null},\"version\":\"0.0.1\"}")
                .getBytes(UTF_8);
    }

    private void process(Settings settings, StreamPartition source, long first, byte[]... bodies) throws IOException {
        try (LakeFixture fixture = new LakeFixture(settings, lake, state)) {
            fixture.process(source, LakeFixture.records(first, bodies));
        }
    }

    private void process(StreamPartition source, long first, byte[]... bodies) throws IOException {
        process(Settings.DEFAULT, source, first, bodies);
    }

    private Explanation explain(String id) throws IOException {
        return new Explain(lake, state).explain(id);
    }

    private static List<String> told(Explanation explanation) {
        return explanation.findings().stream()
                .map(finding -> finding.kind() + " " + finding.object()
                        + (finding.line() == 0 ? "" : ":" + finding.line()) + " " + finding.text())
                .toList();
    }

    @Test
    void aLineIsFoundByItsPlaceAndByItsId() throws IOException {
        process(HUB, 7, change(1).body(), change(2).body());
        String line =
                "LINE " + FOLDER + "hub-3-1-00000000000000000007.jsonl.gz:2 from partition 3 offset 8 of stream hub";

        assertThat(told(explain("hub/3/8"))).containsExactly("LEDGER ledger/hub/3.json the record is done", line);
        assertThat(told(explain("event-2"))).containsExactly(line);
        assertThat(explain("event-2/d").verdict()).isEqualTo(Verdict.IN_LAKE);
        assertThat(explain("hub/3/8").verdict()).isEqualTo(Verdict.IN_LAKE);
    }

    @Test
    void whatIsNotThereHasItsReason() throws IOException {
        process(HUB, 7, change(1).body(), null);
        process(HUB, 20, change(2).body());

        assertThat(explain("hub/3/8").verdict()).isEqualTo(Verdict.NO_LINE);
        assertThat(explain("hub/3/9").verdict()).isEqualTo(Verdict.HOLE);
        assertThat(explain("hub/3/21").verdict()).isEqualTo(Verdict.NOT_YET);
        assertThat(explain("hub/3/6").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(explain("hub/3@2/8").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(explain("hub/5/8").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(explain("event-3").verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aSplitEventIsFollowedFromItsSegments() throws IOException {
        process(HUB, 7, change(1).body(), piece(5, 0).body());
        Explanation waiting = explain("event-5");
        assertThat(waiting.verdict()).isEqualTo(Verdict.PARKED);
        assertThat(told(waiting))
                .singleElement()
                .asString()
                .matches(
                        "PARKED parked/hub/../[0-9a-f]{32}/000000-[0-9a-f]{16} from partition 3 offset 8; missing: the last");
        assertThat(explain("hub/3/8").verdict()).isEqualTo(Verdict.PARKED);

        process(OTHER, 2, piece(5, 1).body());
        for (String id : List.of("event-5", "hub/3/8", "hub/4/2")) {
            Explanation whole = explain(id);
            assertThat(whole.verdict()).isEqualTo(Verdict.IN_LAKE);
            assertThat(told(whole))
                    .anyMatch(text -> text.startsWith("DONE done/hub/")
                            && text.endsWith(
                                    " joined of 2 segments: 0 from partition 3 offset 8, 1 from partition 4 offset 2"))
                    .anyMatch(text -> text.startsWith("LINE " + FOLDER + "split-")
                            && text.endsWith(".jsonl.gz:1 from partition 3 offset 8 of stream hub"));
        }
    }

    @Test
    void aFirstHalfIsFollowedToItsLine() throws IOException {
        process(HUB, 7, half("UPDATE_BEFOR", 1));
        assertThat(explain("hub/3/7").verdict()).isEqualTo(Verdict.PARKED);
        assertThat(told(explain("hub/3/7")).get(1)).endsWith("offset 7; missing: the second half of the update");

        process(HUB, 8, half("UPDATE_AFTER", 2));
        Explanation served = explain("hub/3/7");
        assertThat(served.verdict()).isEqualTo(Verdict.IN_LAKE);
        assertThat(told(served))
                .hasSize(4)
                .anyMatch(text -> text.endsWith("the first half of the update whose line stands at offset 8"));
    }

    @Test
    void whatWasSetAsideIsToldUntilItIsRedriven() throws IOException {
        byte[] padded = (new String(change(2).body(), UTF_8) + " ".repeat(3000)).getBytes(UTF_8);
        process(
                Settings.of(Map.of("SLUICE_MAX_RECORD_BYTES", "2000")),
                HUB,
                7,
                change(1).body(),
                padded);
        Explanation bad = explain("hub/3/8");
        assertThat(bad.verdict()).isEqualTo(Verdict.QUARANTINE);
        assertThat(told(bad).get(1))
                .startsWith(
                        "QUARANTINE quarantine/hub/date=2026-05-06/hub-3-1-00000000000000000008.jsonl.gz:1 record_too_long: ");

        try (LakeWriter writer = LakeWriter.open(lake, state, Settings.DEFAULT.layout())) {
            new Redrive(Settings.DEFAULT, writer, state, false).run(QuarantineChoice.ALL, result -> {});
        }
        Explanation good = explain("hub/3/8");
        assertThat(good.verdict()).isEqualTo(Verdict.IN_LAKE);
        assertThat(told(good))
                .anyMatch(text -> text.contains("resolved; it was record_too_long"))
                .anyMatch(
                        text -> text.startsWith("LINE " + FOLDER + "redrive-hub-3-1-00000000000000000008.jsonl.gz:1 "));
    }

    // With an archive.

    /** Files of Capture: partition 3 with offsets 7 to 9, partition 4 with offset 2. */
    private static MemoryObjectStore archive() {
        MemoryObjectStore archive = new MemoryObjectStore();
        archive.create(
                ArchiveFixture.name(10),
                CaptureFile.deflated()
                        .record(7, ArchiveFixture.TIME, change(1).body())
                        .record(8, ArchiveFixture.TIME, piece(5, 0).body())
                        .record(9, ArchiveFixture.TIME, change(2).body())
                        .bytes());
        archive.create(
                ArchiveFixture.name(10).replace("/3/", "/4/"),
                CaptureFile.deflated()
                        .record(2, ArchiveFixture.TIME, piece(5, 1).body())
                        .bytes());
        return archive;
    }

    private Explanation explain(String id, ObjectStore archive, ArchiveFilter filter) throws IOException {
        Archive opened = new Archive(archive, "", ArchiveLayout.of(ArchiveLayout.CAPTURE));
        return new Explain(lake, state).explain(id, new ArchiveSearch(opened, filter, "hub", bytes -> {}));
    }

    private Explanation archived(String id) throws IOException {
        return explain(id, archive(), ArchiveFilter.ALL);
    }

    private static String record(int partition, int number, int offset, byte[] body) {
        return "ARCHIVE " + ArchiveFixture.name(10).replace("/3/", "/" + partition + "/") + ":" + number
                + " the record of partition " + partition + " offset " + offset + " of stream hub, " + body.length
                + " bytes, taken by the broker at 2026-05-06T07:08:10Z";
    }

    @Test
    void theRecordsOfALineAreFoundInTheArchive() throws IOException {
        process(HUB, 7, change(1).body(), piece(5, 0).body(), change(2).body());
        process(OTHER, 2, piece(5, 1).body());

        for (String id : List.of("hub/3/9", "event-2")) {
            assertThat(told(archived(id))).startsWith(record(3, 3, 9, change(2).body()));
            assertThat(archived(id).verdict()).isEqualTo(Verdict.IN_LAKE);
        }
        assertThat(told(archived("event-5")))
                .hasSize(4)
                .startsWith(
                        record(3, 2, 8, piece(5, 0).body()),
                        record(4, 1, 2, piece(5, 1).body()));
        assertThat(told(archived("hub/3/1"))).noneMatch(text -> text.startsWith("ARCHIVE"));
    }

    @Test
    void anIdThatTheLakeDoesNotKnowIsLookedForInTheArchive() throws IOException {
        process(HUB, 7, change(1).body());
        Explanation late = archived("event-2");
        assertThat(late.verdict()).isEqualTo(Verdict.NOT_YET);
        assertThat(told(late))
                .containsExactly(
                        record(3, 3, 9, change(2).body()),
                        "LEDGER ledger/hub/3.json the record has not been taken in yet");

        process(HUB, 20, change(3).body());
        assertThat(archived("event-2").verdict()).isEqualTo(Verdict.HOLE);
        assertThat(archived("event-5").verdict()).isEqualTo(Verdict.HOLE);
        assertThat(told(archived("event-5"))).hasSize(3);
        assertThat(archived("event-9").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(archived("event-9").findings()).isEmpty();
    }

    /** Capture does not tell in which life of the log a record stood; its broker time does. */
    @Test
    void aRecordOfALogThatBeganAnewIsLookedForInItsOwnLife() throws IOException {
        MemoryObjectStore archive = new MemoryObjectStore();
        long later = ArchiveFixture.TIME + 3_600_000;
        archive.create(
                ArchiveFixture.name(10),
                CaptureFile.deflated().record(9, later, change(2).body()).bytes());
        process(HUB, 7, change(1).body());
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(HUB, List.of(new Delivery(0, Slice.of(change(3).body()), later)));
        }
        assertThat(explain("hub/3@2/0").verdict()).isEqualTo(Verdict.IN_LAKE);

        Explanation explanation = explain("event-2", archive, ArchiveFilter.ALL);
        assertThat(explanation.verdict()).isEqualTo(Verdict.NOT_YET);
        assertThat(explanation.records()).containsExactly(new RecordPlace(new Origin("hub", 3, 2), 9));
    }

    @Test
    void whatIsInVeryManyRecordsIsToldOfTheFirst() throws IOException {
        CaptureFile file = CaptureFile.deflated();
        for (int offset = 0; offset < 50; offset++) {
            file.record(offset, ArchiveFixture.TIME, change(offset).body());
        }
        MemoryObjectStore archive = new MemoryObjectStore();
        archive.create(ArchiveFixture.name(10), file.bytes());

        List<String> told = told(explain("event-", archive, ArchiveFilter.ALL));
        assertThat(told).hasSize(21).last().asString().endsWith("and 30 more records");
    }

    @Test
    void aStreamThatTheArchiveDoesNotHaveIsTold() throws IOException {
        ArchiveFilter other = new ArchiveFilter("orders", null, 0, Long.MAX_VALUE, null, null);

        assertThat(told(explain("event-2", archive(), other)))
                .singleElement()
                .asString()
                .contains("no such stream", "ces");
    }

    @Test
    void aPartOfTheArchiveIsEnough() throws IOException {
        process(HUB, 7, change(1).body(), change(2).body());
        ArchiveFilter other = new ArchiveFilter(null, 4, 0, Long.MAX_VALUE, null, null);

        assertThat(told(explain("hub/3/7", archive(), other))).noneMatch(text -> text.startsWith("ARCHIVE"));
        assertThat(explain("event-9", archive(), other).findings()).isEmpty();
    }

    @Test
    void aDamagedFileIsTold() throws IOException {
        process(HUB, 7, change(1).body());
        MemoryObjectStore cut = new MemoryObjectStore();
        byte[] file = CaptureFile.deflated()
                .record(7, ArchiveFixture.TIME, change(1).body())
                .bytes();
        cut.create(ArchiveFixture.name(10), Arrays.copyOf(file, file.length - 20));

        assertThat(told(explain("hub/3/7", cut, ArchiveFilter.ALL)))
                .anyMatch(text -> text.startsWith("ARCHIVE " + ArchiveFixture.name(10) + " cut_off"));
    }
}
