package dev.sluice.archive;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.LakeFixture;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.CountingObjectStore.Call;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Files of our own archive, judged by Apache Avro and by our reader. */
class ArchiveWriterTest {
    private static final StreamPartition HUB = new StreamPartition("hr db", 3, "namespace/hub");
    private static final String HOUR = "hr%20db/3/2026/05/06/07/";

    private final ArchiveFixture archive = new ArchiveFixture();
    private final ArchiveWriter writer = new ArchiveWriter(archive.store);

    private static Delivery record(long offset, @Nullable Long time, byte @Nullable [] body) {
        return new Delivery(offset, body == null ? null : Slice.of(body), time);
    }

    /** Records from this offset to that one, a second apart. */
    private static List<Delivery> records(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(record(offset, TIME + offset * 1000, ArchiveFixture.body("body " + offset)));
        }
        return records;
    }

    private static byte[] everyByte() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    /** Records as their bodies are rarely; the second one is a part of a larger array. */
    private static List<Delivery> hardRecords() {
        return List.of(
                record(7, TIME + 123, everyByte()),
                new Delivery(8, Slice.of(ArchiveFixture.body("<not this>this<nor this>"), 10, 14), null),
                record(9, -5L, new byte[0]),
                record(12, TIME, null));
    }

    private List<String> names() {
        return LakeFixture.names(archive.store, "");
    }

    private static List<GenericRecord> readByAvro(byte[] file) throws IOException {
        List<GenericRecord> events = new ArrayList<>();
        try (DataFileReader<GenericRecord> reader =
                new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>())) {
            assertThat(reader.getMetaString("avro.codec")).isEqualTo("deflate");
            reader.forEachRemaining(events::add);
        }
        return events;
    }

    @Test
    void apacheAvroReadsTheFileAsOneOfCapture() throws IOException {
        writer.keep(HUB, 2, hardRecords());

        String name = HOUR + "2-00000000000000000007.avro";
        assertThat(names()).containsExactly(name);
        List<GenericRecord> events = readByAvro(LakeFixture.content(archive.store, name));
        assertThat(events).extracting(event -> event.get("SequenceNumber")).containsExactly(7L, 8L, 9L, 12L);
        assertThat(events).extracting(event -> event.get("Offset").toString()).containsExactly("7", "8", "9", "12");
        assertThat(events)
                .extracting(event -> event.get("EnqueuedTimeUtc").toString())
                .containsExactly("2026-05-06T07:08:10.123Z", "", "1969-12-31T23:59:59.995Z", "2026-05-06T07:08:10Z");
        assertThat(events)
                .extracting(event -> event.get("Body"))
                .containsExactly(
                        ByteBuffer.wrap(everyByte()),
                        ByteBuffer.wrap(ArchiveFixture.body("this")),
                        ByteBuffer.wrap(new byte[0]),
                        null);
        assertThat(events).allSatisfy(event -> {
            assertThat(event.get("SystemProperties")).isEqualTo(Map.of());
            assertThat(event.get("Properties")).isEqualTo(Map.of());
        });
    }

    /** Readers of Capture, Spark and Stream Analytics among them, know the fields by these names and types. */
    @Test
    void theSchemaIsThatOfCapture() throws IOException {
        writer.keep(HUB, 1, records(0, 0));

        Schema schema = readByAvro(LakeFixture.content(archive.store, names().get(0)))
                .get(0)
                .getSchema();
        assertThat(schema.getFullName()).isEqualTo("Microsoft.ServiceBus.Messaging.EventData");
        assertThat(schema.getFields())
                .extracting(field -> field.name() + " " + field.schema())
                .containsExactly(
                        "SequenceNumber \"long\"",
                        "Offset \"string\"",
                        "EnqueuedTimeUtc \"string\"",
                        "SystemProperties {\"type\":\"map\",\"values\":[\"long\",\"double\",\"string\",\"bytes\"]}",
                        "Properties {\"type\":\"map\",\"values\":[\"long\",\"double\",\"string\",\"bytes\"]}",
                        "Body [\"null\",\"bytes\"]");
    }

    @Test
    void ourReaderGetsBackWhatWasDelivered() throws IOException {
        writer.keep(HUB, 2, hardRecords());

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        ArchivePartition partition = plan.partitions().get(0);
        assertThat(partition.stream()).isEqualTo("hr db");
        assertThat(partition.partition()).isEqualTo(3);
        assertThat(partition.epoch()).isEqualTo(2);
        assertThat(partition.untimed()).isEqualTo(1);
        assertThat(ArchiveFixture.read(partition))
                .extracting(ArchivedRecord::delivery)
                .isEqualTo(hardRecords());
    }

    @Test
    void aBatchWithoutATimeHasAFolderAllTheSame() throws IOException {
        writer.keep(HUB, 1, List.of(record(4, null, new byte[] {1})));
        writer.keep(HUB, 1, List.of(record(5, Long.MAX_VALUE, new byte[] {2})));

        assertThat(names())
                .containsExactly(
                        "hr%20db/3/1970/01/01/00/1-00000000000000000004.avro",
                        "hr%20db/3/1970/01/01/00/1-00000000000000000005.avro");
        assertThat(archive.plan().partitions().get(0).recordCount()).isEqualTo(2);
    }

    @Test
    void nothingLeavesNoFile() throws IOException {
        writer.keep(HUB, 1, List.of());

        assertThat(names()).isEmpty();
    }

    @Test
    void aBatchThatComesAgainWritesNothing() throws IOException {
        writer.keep(HUB, 1, records(0, 9));
        CountingObjectStore counted = new CountingObjectStore(archive.store);

        new ArchiveWriter(counted).keep(HUB, 1, records(0, 9));
        new ArchiveWriter(counted).keep(HUB, 1, records(0, 4));

        String name = HOUR + "1-00000000000000000000.avro";
        assertThat(counted.calls())
                .containsExactly(
                        new Call(StoreOperation.CREATE, name),
                        new Call(StoreOperation.GET, name),
                        new Call(StoreOperation.CREATE, name),
                        new Call(StoreOperation.GET, name));
        assertThat(names()).containsExactly(name);
    }

    @Test
    void whatAFileLacksGoesIntoTheNext() throws IOException {
        writer.keep(HUB, 1, records(0, 3));
        writer.keep(HUB, 1, records(4, 5));

        writer.keep(HUB, 1, records(0, 9));

        assertThat(names())
                .containsExactly(
                        HOUR + "1-00000000000000000000.avro",
                        HOUR + "1-00000000000000000004.avro",
                        HOUR + "1-00000000000000000006.avro");
        assertThat(archive.plan().partitions().get(0).recordCount()).isEqualTo(10);
        assertThat(archive.texts()).hasSize(10);
    }

    @Test
    void whatAFileLacksBetweenItsRecordsIsKeptToo() throws IOException {
        writer.keep(HUB, 1, List.of(records(0, 0).get(0), records(5, 5).get(0)));

        writer.keep(HUB, 1, records(0, 5));

        assertThat(archive.texts())
                .containsExactly("0 body 0", "1 body 1", "2 body 2", "3 body 3", "4 body 4", "5 body 5");
    }

    @Test
    void batchesCutAnewMayOverlapAndAreReadOnce() throws IOException {
        writer.keep(HUB, 1, records(0, 6));
        writer.keep(HUB, 1, records(3, 9));

        ArchivePlan plan = archive.plan();

        assertThat(plan.partitions().get(0).recordCount()).isEqualTo(14);
        assertThat(archive.texts()).hasSize(10).doesNotHaveDuplicates();
        assertThat(plan.partitions().get(0).extent().faults()).isEmpty();
    }

    @Test
    void theSameBatchIsTheSameBytes() throws IOException {
        ArchiveFixture other = new ArchiveFixture();
        writer.keep(HUB, 1, records(0, 500));
        new ArchiveWriter(other.store).keep(HUB, 1, records(0, 500));

        String name = names().get(0);
        assertThat(LakeFixture.content(archive.store, name)).isEqualTo(LakeFixture.content(other.store, name));
    }

    @Test
    void whatIsNoFileOfOursIsNeverTakenForOne() {
        String name = HOUR + "1-00000000000000000000.avro";
        archive.object(name, ArchiveFixture.body("something else"));

        assertThatIOException()
                .isThrownBy(() -> writer.keep(HUB, 1, records(0, 1)))
                .withMessageStartingWith(name + " is there, and is no file of an archive: not an Avro container file");

        archive.store.delete(name);
        archive.object(name, ArchiveFixture.records(3, 4));

        assertThatIOException()
                .isThrownBy(() -> writer.keep(HUB, 1, records(0, 1)))
                .withMessage(name + " does not hold the record of its name");
    }
}
