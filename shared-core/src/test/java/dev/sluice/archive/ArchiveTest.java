package dev.sluice.archive;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static dev.sluice.archive.ArchiveFixture.body;
import static dev.sluice.archive.ArchiveFixture.codes;
import static dev.sluice.archive.ArchiveFixture.name;
import static dev.sluice.archive.ArchiveFixture.read;
import static dev.sluice.archive.ArchiveFixture.records;
import static dev.sluice.archive.ArchiveFixture.sample;
import static dev.sluice.archive.ArchiveFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Apache Avro writes, this reads. */
class ArchiveTest {
    private final ArchiveFixture archive = new ArchiveFixture();

    // Files as they should be.

    @Test
    void theSampleOfTwentyEventsHoldsWhatItsListSays() throws IOException {
        archive.file(10, sample("20-events.avro"));
        JsonNode expected = new ObjectMapper().readTree(sample("20-events.expected.json"));

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        ArchivePartition partition = plan.partitions().get(0);
        assertThat(partition.stream()).isEqualTo("ces");
        assertThat(partition.partition()).isEqualTo(3);
        assertThat(partition.log()).isEqualTo("lake-in.servicebus.windows.net/ces");
        List<ArchivedRecord> records = read(partition);
        assertThat(records).hasSize(22).hasSameSizeAs(expected);
        for (int i = 0; i < records.size(); i++) {
            Delivery delivery = records.get(i).delivery();
            assertThat(records.get(i).number()).isEqualTo(i + 1);
            assertThat(records.get(i).file()).isEqualTo(name(10));
            assertThat(delivery.offset())
                    .isEqualTo(expected.get(i).get("SequenceNumber").asLong());
            assertThat(delivery.brokerTime())
                    .isEqualTo(EnqueuedTime.millis(
                            expected.get(i).get("EnqueuedTimeUtc").asText()));
            assertThat(delivery.body() == null ? null : delivery.body().length())
                    .isEqualTo(
                            expected.get(i).get("bodyBytes").isNull()
                                    ? null
                                    : expected.get(i).get("bodyBytes").asInt());
        }
        assertThat(records.get(0).delivery().brokerTime()).isEqualTo(1_793_859_605_000L);
    }

    @Test
    void aFileWithoutACodecIsRead() throws IOException {
        archive.file(10, sample("three-records-null-codec.avro"));

        assertThat(archive.texts())
                .containsExactly(
                        "70000 {\"n\": 0, \"foreign\": true}"
                                .replace("70000", first("three-records-null-codec.avro", 0)),
                        "70000 {\"n\": 1, \"foreign\": true}"
                                .replace("70000", first("three-records-null-codec.avro", 1)),
                        "70000 {\"n\": 2, \"foreign\": true}"
                                .replace("70000", first("three-records-null-codec.avro", 2)));
    }

    private static String first(String sample, int plus) throws IOException {
        ArchiveFixture one = new ArchiveFixture().file(1, sample(sample));
        return Long.toString(one.plan().partitions().get(0).extent().first() + plus);
    }

    @Test
    void nullAmongThePropertyValuesIsRead() throws IOException {
        archive.file(10, sample("null-property-values.avro"));

        assertThat(archive.plan().faults()).isEmpty();
        assertThat(archive.texts()).hasSize(3);
    }

    @Test
    void aFileWithoutRecordsHasNone() throws IOException {
        archive.file(10, sample("empty.avro")).file(11, CaptureFile.deflated().bytes());

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.files()).isEqualTo(2);
        assertThat(read(plan.partitions().get(0))).isEmpty();
    }

    @Test
    void recordsHaveAllKindsOfPropertiesAndNoBodyIsNotAnEmptyOne() throws IOException {
        for (CaptureFile file : List.of(CaptureFile.plain(), CaptureFile.deflated())) {
            ArchiveFixture one = new ArchiveFixture();
            one.file(
                    10,
                    file.record(7, TIME, null)
                            .record(8, "someday", new byte[0])
                            .record(9, TIME, body("x".repeat(100_000)))
                            .bytes());

            ArchivePartition partition = one.plan().partitions().get(0);

            assertThat(texts(read(partition))).containsExactly("7 null", "8 ", "9 " + "x".repeat(100_000));
            assertThat(read(partition))
                    .extracting(record -> record.delivery().brokerTime())
                    .containsExactly(TIME, null, TIME);
            assertThat(partition.untimed()).isEqualTo(1);
        }
    }

    /** The writer's schema counts, not one that we know. */
    @Test
    void fieldsAreFoundByTheirNamesInAnyOrder() throws IOException {
        Schema schema = SchemaBuilder.record("EventData")
                .fields()
                .name("More")
                .type()
                .array()
                .items()
                .intType()
                .noDefault()
                .requiredBytes("Body")
                .requiredInt("SequenceNumber")
                .endRecord();
        GenericRecord record = new GenericData.Record(schema);
        record.put("More", List.of(1, 2, 3));
        record.put("Body", ByteBuffer.wrap(body("text")));
        record.put("SequenceNumber", 5);
        archive.file(10, container(schema, CodecFactory.nullCodec(), List.of(record)));

        assertThat(archive.plan().faults()).isEmpty();
        assertThat(archive.texts()).containsExactly("5 text");
    }

    private static byte[] container(Schema schema, CodecFactory codec, List<GenericRecord> records) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(codec).create(schema, out);
            for (GenericRecord record : records) {
                writer.append(record);
            }
        }
        return out.toByteArray();
    }

    // Files that are not.

    @Test
    void theSampleThatWasCutOffGivesItsWholeBlocksAndIsNamed() throws IOException {
        archive.file(10, sample("cut-off.avro.bin"));

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults())
                .containsExactly(new ArchiveFault(
                        name(10),
                        "cut_off",
                        "it ends at byte 4616 inside the block that begins at byte 3677, or is damaged from there on"));
        assertThat(read(plan.partitions().get(0))).hasSize(16);
    }

    /** Cut between two blocks a file is a shorter whole one; only its neighbours tell, by a gap. */
    @Test
    void aCutOffFileIsNoticedAtEveryByte() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            CaptureFile file = deflate ? CaptureFile.deflated() : CaptureFile.plain();
            List<Integer> ends = new ArrayList<>();
            ends.add(file.endBlock());
            for (int block = 0; block < 3; block++) {
                file.record(block * 2L, TIME, body("one")).record(block * 2L + 1, TIME, body("two"));
                ends.add(file.endBlock());
            }
            byte[] whole = file.bytes();
            assertThat(ends.get(3)).isEqualTo(whole.length);
            for (int length = 0; length <= whole.length; length++) {
                ArchiveFixture one = new ArchiveFixture().file(10, Arrays.copyOf(whole, length));
                int shorter = length;
                long blocks = ends.stream().filter(end -> end <= shorter).count() - 1;

                ArchivePlan plan = one.plan();

                assertThat(codes(plan.faults()))
                        .as("%s of %s bytes", length, whole.length)
                        .isEqualTo(ends.contains(length) ? List.of() : List.of("cut_off"));
                assertThat(read(plan.partitions().get(0)))
                        .as("%s of %s bytes", length, whole.length)
                        .hasSize((int) Math.max(0, blocks * 2));
            }
        }
    }

    /**
     * No byte can be turned so that records get lost without a word, or that more blocks suffer than the one it stands in;
     * but for a marker, which stands between two.
     */
    @Test
    void aBlockWithATurnedByteIsLeftOutAloneOrHasAllItsRecords() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            CaptureFile file = deflate ? CaptureFile.deflated() : CaptureFile.plain();
            int header = file.endBlock();
            Set<Integer> betweenBlocks = new HashSet<>();
            for (int block = 0; block < 3; block++) {
                file.record(block * 2L, TIME, body("one of " + block)).record(block * 2L + 1, TIME, body("two"));
                int end = file.endBlock();
                for (int at = end - 16; at < end && block < 2; at++) {
                    betweenBlocks.add(at);
                }
            }
            byte[] whole = file.bytes();
            int damaged = 0;
            for (int at = header; at < whole.length; at++) {
                for (int bit = 0x01; bit <= 0x80; bit <<= 1) {
                    byte[] turned = whole.clone();
                    turned[at] ^= (byte) bit;
                    ArchiveFixture one = new ArchiveFixture().file(10, turned);

                    ArchivePlan plan = one.plan();

                    int found = plan.partitions().get(0).files().stream()
                            .mapToInt(scanned -> (int) scanned.contents().records())
                            .sum();
                    int expected =
                            betweenBlocks.contains(at) ? 2 : plan.faults().isEmpty() ? 6 : 4;
                    assertThat(found).as("byte %s", at).isEqualTo(expected);
                    damaged += plan.faults().size();
                }
            }
            assertThat(damaged).isGreaterThan(100);
        }
    }

    @Test
    void aHeaderWithATurnedByteNeverStopsTheOthers() throws IOException {
        byte[] whole = records(1, 2, 3);
        int header = CaptureFile.deflated().endBlock();
        TreeSet<String> codes = new TreeSet<>();
        for (int at = 0; at < header; at++) {
            byte[] turned = whole.clone();
            turned[at] ^= 0x21;
            ArchiveFixture two = new ArchiveFixture().file(10, turned).file(11, records(4, 5));

            ArchivePlan plan = two.plan();

            assertThat(plan.faults().size() == 1 || two.texts().size() == 5)
                    .as("byte %s", at)
                    .isTrue();
            assertThat(two.texts()).as("byte %s", at).endsWith("4 body 4", "5 body 5");
            codes.addAll(codes(plan.faults()));
        }
        assertThat(codes).contains("cut_off", "not_avro", "unsupported_codec", "unsupported_schema");
    }

    @Test
    void foreignFilesAreNamedAndDoNotStopTheOthers() throws IOException {
        Schema other = SchemaBuilder.record("Other")
                .fields()
                .requiredLong("SequenceNumber")
                .endRecord();
        byte[] bzip2 = container(CaptureFile.SCHEMA, CodecFactory.bzip2Codec(), List.of());
        byte[] foreign = container(other, CodecFactory.nullCodec(), List.of());
        archive.file(10, sample("not-avro.avro.bin"))
                .file(11, bzip2)
                .file(12, foreign)
                .file(13, records(4, 5))
                .object("folder-marker", new byte[0])
                .object("stray/file.avro", records(1));

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults())
                .containsExactly(
                        new ArchiveFault(
                                name(10), "not_avro", "not an Avro container file: it begins with other bytes"),
                        new ArchiveFault(name(11), "unsupported_codec", "its codec is neither null nor deflate"),
                        new ArchiveFault(
                                name(12),
                                "unsupported_schema",
                                "its records are not those of Capture: a record without Body"),
                        new ArchiveFault(
                                "stray/file.avro",
                                "no_place",
                                "its path tells no stream and partition; give its layout, or its stream and partition"));
        assertThat(archive.texts()).containsExactly("4 body 4", "5 body 5");
    }

    @Test
    void aFileThatTheStoreCannotGiveIsNamedAndDoesNotStopTheOthers() throws IOException {
        archive.file(10, records(1, 2)).file(11, records(3));
        FaultyObjectStore store = new FaultyObjectStore(
                archive.store,
                (operation, name) -> {
                    if (operation == StoreOperation.GET && name.equals(name(10))) {
                        throw new IOException("forbidden");
                    }
                },
                FaultyObjectStore.Hook.NONE);

        ArchivePlan plan = archive.plan(store);

        assertThat(plan.faults())
                .containsExactly(new ArchiveFault(name(10), "unreadable", "it could not be read: forbidden"));
        assertThat(texts(read(plan.partitions().get(0)))).containsExactly("3 body 3");
    }

    @Test
    void aFileThatChangedMeanwhileIsNotTakenForWhatItWas() throws IOException {
        archive.file(10, records(1, 2, 3));
        ArchivePartition partition = archive.plan().partitions().get(0);
        archive.store.delete(name(10));
        archive.file(10, records(1, 2, 4));

        assertThatThrownBy(() -> read(partition))
                .isInstanceOf(IOException.class)
                .hasMessage(name(10) + ": not what it was a moment ago; run the command again");
    }

    // Several files.

    @Test
    void recordsAscendWhateverTheOrderOfTheFiles() throws IOException {
        archive.file(10, records(7, 8, 9))
                .file(11, records(1, 2, 3))
                .file(12, records(4, 6, 10))
                .file(13, records(5));

        assertThat(archive.texts())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 10)
                        .mapToObj(offset -> offset + " body " + offset)
                        .toList());
    }

    @Test
    void recordsThatGoBackInAFileAreSorted() throws IOException {
        archive.file(10, records(5, 6, 1, 2, 2, 3, 7, 4));

        assertThat(archive.plan().faults()).isEmpty();
        assertThat(archive.texts())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 7)
                        .mapToObj(offset -> offset + " body " + offset)
                        .toList());
    }

    @Test
    void aFileWhoseRecordsGoBackAgainAndAgainIsGivenUp() throws IOException {
        CaptureFile file = CaptureFile.plain();
        for (int block = 0; block < 200; block++) {
            file.record(1000 - block, TIME, body("x")).endBlock();
        }
        archive.file(10, file.bytes());

        assertThat(codes(archive.plan().faults())).containsExactly("out_of_order");
        assertThat(archive.texts()).hasSize(100).first().isEqualTo("901 x");
    }

    @Test
    void aRecordInSeveralFilesIsOne() throws IOException {
        archive.file(10, records(1, 2, 3))
                .file(11, records(1, 2, 3))
                .file(12, records(3, 4))
                .file(13, records(2));

        assertThat(archive.plan().faults()).isEmpty();
        assertThat(archive.texts()).containsExactly("1 body 1", "2 body 2", "3 body 3", "4 body 4");
    }

    @Test
    void aRecordWithTwoBodiesIsLeftOutAndNamed() throws IOException {
        archive.file(10, records(1, 2, 3, 4))
                .file(
                        11,
                        CaptureFile.plain()
                                .record(2, TIME, body("other"))
                                .record(3, TIME, null)
                                .record(4, TIME, body("body 4"))
                                .bytes());

        Extent extent = archive.plan().partitions().get(0).extent();

        assertThat(archive.texts()).containsExactly("1 body 1", "4 body 4");
        assertThat(extent.faults())
                .containsExactly(new ArchiveFault(
                        name(10),
                        "two_bodies",
                        "2 of its records, the first at offset 2, have other bodies in " + name(11)
                                + "; they are left out"));
        assertThat(extent.gaps()).containsExactly(new Extent.Gap(2, 3));
    }

    @Test
    void gapsAreCounted() throws IOException {
        archive.file(10, records(5, 6, 9)).file(11, records(20));

        Extent extent = archive.plan().partitions().get(0).extent();

        assertThat(extent.records()).isEqualTo(4);
        assertThat(extent.bytes()).isEqualTo("body 5body 6body 9body 20".length());
        assertThat(extent.first()).isEqualTo(5);
        assertThat(extent.last()).isEqualTo(20);
        assertThat(extent.gaps()).containsExactly(new Extent.Gap(7, 8), new Extent.Gap(10, 19));
        assertThat(extent.gapCount()).isEqualTo(2);
        assertThat(extent.missing()).isEqualTo(12);
    }

    @Test
    void aListingOfThousandsIsReadWhole() throws IOException {
        for (int i = 0; i < 6000; i++) {
            archive.object(
                    String.format(
                            "lake-in/ces/%d/2026/05/06/%02d/%02d/%02d.avro", i % 4, i / 3600, i / 60 % 60, i % 60),
                    i % 3 == 0 ? sample("empty.avro") : records(i));
        }

        ArchivePlan plan = archive.plan();

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.files()).isEqualTo(6000);
        assertThat(plan.partitions()).extracting(ArchivePartition::partition).containsExactly(0, 1, 2, 3);
        assertThat(plan.partitions())
                .allSatisfy(partition -> assertThat(read(partition))
                        .hasSize(1000)
                        .isSortedAccordingTo((one, other) -> Long.compare(
                                one.delivery().offset(), other.delivery().offset())));
    }

    @Test
    void livesOfALogInAnArchiveOfOurOwnAreKeptApart() throws IOException {
        archive.object("hr/0/2026/05/06/07/1-00000000000000000001.avro", records(1, 2))
                .object("hr/0/2026/05/06/08/2-00000000000000000001.avro", records(1))
                .object("hr/0/2026/05/06/09/1-00000000000000000003.avro", records(3));

        ArchivePlan plan = archive.plan();

        assertThat(plan.partitions()).extracting(ArchivePartition::epoch).containsExactly(1, 2);
        assertThat(read(plan.partitions().get(0))).hasSize(3);
        assertThat(read(plan.partitions().get(1))).hasSize(1);
    }

    // What is wanted of it.

    private static ArchiveFilter filter(String stream, @Nullable Integer partition) {
        return new ArchiveFilter(stream, partition, 0, Long.MAX_VALUE, null, null);
    }

    @Test
    void onlyTheStreamAndPartitionThatAreWantedAreRead() throws IOException {
        archive.object("ns/a/0/2026/05/06/07/08/10.avro", records(1))
                .object("ns/a/1/2026/05/06/07/08/10.avro", records(2))
                .object("ns/b/1/2026/05/06/07/08/10.avro", records(3));
        archive.filter = filter("a", 1);

        assertThat(archive.texts()).containsExactly("2 body 2");
        assertThat(archive.plan().files()).isEqualTo(1);

        archive.filter = filter("c", null);
        assertThatThrownBy(archive::plan)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the archive holds no such stream and partition; its streams are a, b");
    }

    @Test
    void filesWithoutAPlaceBelongWhereTheFilterSays() throws IOException {
        archive.object("one.avro", records(1)).object("two.avro", records(2));

        assertThat(codes(archive.plan().faults())).containsExactly("no_place", "no_place");
        archive.filter = filter("ces", 3);
        assertThat(archive.plan().faults()).isEmpty();
        assertThat(archive.texts()).containsExactly("1 body 1", "2 body 2");
    }

    /** It would be a stray one, of who knows which partition. */
    @Test
    void aFileWithoutAPlaceBesideOnesThatHaveIsNotTakenForAnything() throws IOException {
        archive.file(10, records(1)).object("stray.avro", records(2));
        archive.filter = filter("ces", 3);

        assertThat(codes(archive.plan().faults())).containsExactly("no_place");
        assertThat(archive.texts()).containsExactly("1 body 1");
    }

    @Test
    void twoHubsOfOneNameAreNotMixed() {
        archive.object("ns1/a/0/2026/05/06/07/08/10.avro", records(1))
                .object("ns2/a/0/2026/05/06/07/08/11.avro", records(2));

        assertThatThrownBy(archive::plan)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hubs of the name a of several namespaces");
    }

    @Test
    void offsetsAreFromAndToIncluded() throws IOException {
        archive.file(10, records(1, 2, 3)).file(11, records(4, 5)).file(12, records(6, 7));
        archive.filter = new ArchiveFilter(null, null, 3, 5, null, null);

        assertThat(archive.texts()).containsExactly("3 body 3", "4 body 4", "5 body 5");
    }

    /** A record whose time is earlier than that of its neighbours is still between them. */
    @Test
    void timesBecomeARunOfOffsets() throws IOException {
        archive.file(
                10,
                CaptureFile.deflated()
                        .record(1, TIME, body("a"))
                        .record(2, TIME + 1000, body("b"))
                        .record(3, "someday", body("c"))
                        .record(4, TIME + 999, body("d"))
                        .record(5, TIME + 1999, body("e"))
                        .record(6, TIME + 2000, body("f"))
                        .bytes());
        archive.filter = new ArchiveFilter(
                null, null, 0, Long.MAX_VALUE, Instant.ofEpochMilli(TIME + 1000), Instant.ofEpochMilli(TIME + 2000));

        assertThat(archive.texts()).containsExactly("2 b", "3 c", "4 d", "5 e");

        archive.filter = new ArchiveFilter(null, null, 3, Long.MAX_VALUE, null, Instant.ofEpochMilli(TIME + 1));
        assertThat(archive.texts()).isEmpty();
        archive.filter = new ArchiveFilter(null, null, 0, 5, Instant.ofEpochMilli(TIME + 1999), null);
        assertThat(archive.texts()).containsExactly("5 e");
    }

    @Test
    void anEarlierLifeOfTheLogIsLeftOut() throws IOException {
        archive.file(10, records(1, 2, 3, 4));
        try (PartitionRecords records = archive.plan().partitions().get(0).records(TIME + 3000)) {
            assertThat(Objects.requireNonNull(records.next()).delivery().offset())
                    .isEqualTo(3);
            assertThat(Objects.requireNonNull(records.next()).delivery().offset())
                    .isEqualTo(4);
            assertThat(records.next()).isNull();
            assertThat(records.earlier()).isEqualTo(2);
        }
    }

    @Test
    void aFileAloneIsAnArchive() throws IOException {
        archive.file(10, records(1)).object(name(10) + ".more", records(2));

        ArchivePlan plan = new Archive(archive.store, name(10), ArchiveLayout.of(ArchiveLayout.CAPTURE))
                .plan(ArchiveFilter.ALL, 1, bytes -> {});

        assertThat(plan.files()).isEqualTo(1);
        assertThat(texts(read(plan.partitions().get(0)))).containsExactly("1 body 1");
    }
}
