package dev.sluice.archive;

import static dev.sluice.archive.ArchiveFixture.TIME;
import static dev.sluice.archive.ArchiveFixture.body;
import static dev.sluice.archive.ArchiveFixture.codes;
import static dev.sluice.archive.ArchiveFixture.name;
import static dev.sluice.archive.ArchiveFixture.records;
import static dev.sluice.archive.ArchiveFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is read after a glance at files, beside what is read after a scan of them from end to end. */
class FileGlanceTest {
    private static final PartitionFiles PARTITION = new PartitionFiles("ces", 3, 0, null, List.of());

    private final ArchiveFixture archive = new ArchiveFixture();

    private interface Look {
        ScannedFile at(ObjectStore store, ArchiveFile file, ArchiveFilter filter);
    }

    private record Outcome(List<ArchivedRecord> records, Set<ArchiveFault> faults) {}

    /** A file block by block, and how long it is in front of the first one and behind each. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Blocks(byte[] bytes, List<Integer> ends) {
        static Blocks of(boolean deflate, long[]... blocks) {
            CaptureFile file = deflate ? CaptureFile.deflated() : CaptureFile.plain();
            List<Integer> ends = new ArrayList<>(List.of(file.endBlock()));
            for (long[] block : blocks) {
                for (long sequence : block) {
                    file.record(sequence, TIME + sequence * 1000, body("body " + sequence));
                }
                ends.add(file.endBlock());
            }
            return new Blocks(file.bytes(), ends);
        }

        /** With other blocks; of those that are there, from 0. */
        byte[] with(int... blocks) {
            byte[] file = Arrays.copyOf(bytes, ends.get(0));
            for (int block : blocks) {
                int from = file.length;
                int length = ends.get(block + 1) - ends.get(block);
                file = Arrays.copyOf(file, from + length);
                System.arraycopy(bytes, ends.get(block), file, from, length);
            }
            return file;
        }

        byte[] turned(int at, int bits) {
            byte[] file = bytes.clone();
            file[at] ^= (byte) bits;
            return file;
        }
    }

    private static Outcome read(ArchiveFixture archive, Look look) throws IOException {
        List<ScannedFile> files = new ArrayList<>();
        Set<ArchiveFault> faults = new HashSet<>();
        try (Stream<ListedObject> listed = archive.store.list("")) {
            for (ListedObject object : listed.toList()) {
                ScannedFile file = look.at(archive.store, new ArchiveFile(object.key(), object.size()), archive.filter);
                files.add(file);
                faults.addAll(file.faults());
            }
        }
        List<ArchivedRecord> read = new ArrayList<>();
        try (PartitionRecords records =
                new ArchivePartition(PARTITION, files, archive.filter).records(Long.MIN_VALUE)) {
            for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                read.add(record);
            }
            faults.addAll(records.faults());
        }
        return new Outcome(read, faults);
    }

    /** Sees that a file is read as after a scan; returns the codes of its faults. */
    private static List<String> requireSame(String what, byte[]... files) throws IOException {
        ArchiveFixture archive = new ArchiveFixture();
        for (int i = 0; i < files.length; i++) {
            archive.file(10 + i, files[i]);
        }
        Outcome expected = read(archive, FileScan::whole);
        assertThat(read(archive, FileScan::scan)).as(what).isEqualTo(expected);
        return codes(List.copyOf(expected.faults));
    }

    private static final long[][] PLAIN = {{1, 2, 3}, {4, 5}, {6, 7, 8}, {9}, {10, 11}};

    @Test
    void aFileThatWasCutOffAnywhereIsReadAsAfterAScan() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            Blocks whole = Blocks.of(deflate, PLAIN);
            Set<String> codes = new TreeSet<>();
            for (int length = 0; length <= whole.bytes.length; length++) {
                codes.addAll(requireSame("cut at " + length, Arrays.copyOf(whole.bytes, length)));
            }
            assertThat(codes).containsExactly("cut_off");
        }
    }

    /** Bodies turned into others are nobody's fault; numbers that go back behind what was read are another test's. */
    @Test
    void aFileWithATurnedByteIsReadAsAfterAScan() throws IOException {
        byte[] beside = records(2, 3, 4, 7, 8, 12);
        Set<String> codes = new TreeSet<>();
        int missed = 0;
        for (boolean deflate : new boolean[] {false, true}) {
            Blocks whole = Blocks.of(deflate, PLAIN);
            for (int at = 0; at < whole.bytes.length; at++) {
                for (int bits : new int[] {0x02, 0xFF}) {
                    String what = "byte " + at + " with " + bits;
                    byte[] turned = whole.turned(at, bits);
                    if (misses(turned)) {
                        missed++;
                    } else {
                        codes.addAll(requireSame(what, turned));
                        codes.addAll(
                                at % 2 == 0 ? requireSame(what, turned, beside) : requireSame(what, beside, turned));
                    }
                }
            }
        }
        assertThat(codes)
                .containsExactlyInAnyOrder(
                        "cut_off",
                        "damaged_block",
                        "not_avro",
                        "two_bodies",
                        "unsupported_codec",
                        "unsupported_schema");
        assertThat(missed).isBetween(1, 100);
    }

    /** True if records are told as coming too late. */
    private static boolean misses(byte[] file) throws IOException {
        return codes(List.copyOf(read(new ArchiveFixture().file(10, file), FileScan::scan).faults))
                .contains("out_of_order");
    }

    @Test
    void blocksInAnotherOrderAreReadAsAfterAScan() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            Blocks whole = Blocks.of(deflate, PLAIN);
            List<int[]> orders = new ArrayList<>(List.of(
                    new int[] {}, new int[] {0, 1, 2, 3, 4}, new int[] {0, 1, 1, 2, 3, 4}, new int[] {0, 1, 2, 3, 4, 4
                    }));
            for (int i = 0; i < 5; i++) {
                int out = i;
                orders.add(new Random(i).ints(0, 5).limit(6).toArray());
                orders.add(IntStream.range(0, 5).filter(block -> block != out).toArray());
            }
            for (int[] order : orders) {
                assertThat(requireSame(Arrays.toString(order), whole.with(order)))
                        .isEmpty();
            }
        }
    }

    /** The first numbers of blocks fit in all of these. */
    @Test
    void whatIsOutOfOrderInsideOfABlockIsReadAsAfterAScan() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            for (long[] block : new long[][] {
                {4, 6, 5, 7}, {4, 5, 5, 7}, {4, 6, 8, 9}, {4, 5, 6, 90}, {4, 12, 6, 5}, {4, 7, 7, 7}, {4, 10, 11, 5}
            }) {
                for (int at = 0; at < 3; at++) {
                    long[][] blocks = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}};
                    int shift = 4 * at - 4;
                    blocks[at] = Arrays.stream(block)
                            .map(sequence -> sequence + shift)
                            .toArray();
                    byte[] file = Blocks.of(deflate, blocks).bytes;
                    String what = Arrays.deepToString(blocks);
                    assertThat(requireSame(what, file)).isEmpty();
                    assertThat(requireSame(what, file, records(1, 2, 3, 4, 5, 6, 7, 8, 20)))
                            .isEmpty();
                    assertThat(requireSame(what, records(1, 2, 3, 4, 5, 6, 7, 8, 20), file))
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void recordsBehindLaterOnesInABlockAreToldWhereTheyComeTooLate() throws IOException {
        byte[] file = Blocks.of(true, new long[] {4, 5, 6}, new long[] {7, 2, 1, 10}, new long[] {11, 12}).bytes;
        archive.file(10, file);

        Outcome glanced = read(archive, FileScan::scan);

        assertThat(offsets(glanced)).containsExactly(4L, 5L, 6L, 7L, 10L, 11L, 12L);
        assertThat(glanced.faults)
                .containsExactly(new ArchiveFault(
                        name(10),
                        "out_of_order",
                        "2 of its records, the first at offset 2, stand among later ones, where reading did not expect"
                                + " them; they are left out, unless they are copies of others; with a time to begin with"
                                + " (--from-time, from_time) files are read from end to end first, and they are"
                                + " found"));
        archive.filter = new ArchiveFilter(null, null, 0, Long.MAX_VALUE, Instant.EPOCH, null);
        assertThat(offsets(read(archive, FileScan::scan))).containsExactly(1L, 2L, 4L, 5L, 6L, 7L, 10L, 11L, 12L);
    }

    private Outcome glance(long from, long to, long[]... blocks) throws IOException {
        ArchiveFixture one = new ArchiveFixture().file(10, Blocks.of(true, blocks).bytes);
        one.filter = new ArchiveFilter(null, null, from, to, null, null);
        return read(one, FileScan::scan);
    }

    @Test
    void aSecondLookGivesNothingInFrontOfWhatIsWanted() throws IOException {
        Outcome outcome = glance(5, Long.MAX_VALUE, new long[] {1, 2, 3}, new long[] {4, 5, 7, 8}, new long[] {8, 9});

        assertThat(offsets(outcome)).containsExactly(5L, 7L, 8L, 9L);
    }

    @Test
    void ofAFileOfWhichNothingWasTakenNothingComesTooLate() throws IOException {
        Outcome outcome = glance(0, Long.MAX_VALUE, new long[] {4, 2, 1, 7}, new long[] {8});

        assertThat(offsets(outcome)).containsExactly(1L, 2L, 4L, 7L, 8L);
        assertThat(outcome.faults).isEmpty();
    }

    /** Whoever reads a part only, as it was planned by glances: nobody reads what lies outside of all that these saw. */
    @Test
    void whatNoGlanceSawIsToldByWhomeverMeetsIt() throws IOException {
        long[][] blocks = {{4, 5, 6}, {7, 2, 1, 90}, {11, 12}};

        assertThat(glance(4, 6, blocks).faults).isEmpty();
        Outcome outcome = glance(7, 9, blocks);
        assertThat(offsets(outcome)).containsExactly(7L);
        assertThat(outcome.faults)
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).startsWith("3 of its records, the first at offset 2,"));
    }

    private static List<Long> offsets(Outcome outcome) {
        return outcome.records.stream()
                .map(record -> record.delivery().offset())
                .toList();
    }

    @Test
    void plainFilesAreNeverScanned() throws IOException {
        for (boolean deflate : new boolean[] {false, true}) {
            Blocks file = Blocks.of(deflate, PLAIN);
            for (byte[] plain : List.of(file.bytes, file.with(), file.with(2), file.with(1, 2))) {
                ArchiveFile listed = new ArchiveFile(name(10), plain.length);
                ArchiveFixture one = new ArchiveFixture().file(10, plain);
                assertThat(FileGlance.of(one.store, listed, ArchiveFilter.ALL))
                        .hasValueSatisfying(
                                glanced -> assertThat(glanced.contents().runs())
                                        .isEqualTo(FileScan.whole(one.store, listed, ArchiveFilter.ALL)
                                                .contents()
                                                .runs()));
            }
        }
    }

    @Test
    void filesThatAreNotPlainAreScanned() throws IOException {
        Blocks file = Blocks.of(true, PLAIN);
        byte[] untimed = CaptureFile.plain().record(1, "someday", body("x")).bytes();
        for (byte[] odd : List.of(
                file.with(0, 2),
                records(1, 3),
                records(2, 1),
                untimed,
                Arrays.copyOf(file.bytes, file.bytes.length - 1),
                Blocks.of(true, new long[] {1}, new long[] {3}).bytes)) {
            ArchiveFixture one = new ArchiveFixture().file(10, odd);
            assertThat(FileGlance.of(one.store, new ArchiveFile(name(10), odd.length), ArchiveFilter.ALL))
                    .isEmpty();
        }
        ArchiveFixture longer = new ArchiveFixture().file(10, file.bytes);
        int shorter = file.ends.get(4);
        assertThat(FileGlance.of(longer.store, new ArchiveFile(name(10), shorter), ArchiveFilter.ALL))
                .isEmpty();
    }

    /** What is damaged behind the first bytes of a block does not show in a glance, as it does not read it. */
    @Test
    void aGlanceInflatesTheLastBlockOnly() throws IOException {
        CaptureFile writer = CaptureFile.deflated();
        int header = writer.endBlock();
        byte[] noise = new byte[25_000];
        new Random(7).nextBytes(noise);
        writer.record(1, TIME, noise).record(2, TIME, noise);
        int end = writer.endBlock();
        byte[] file = writer.record(3, TIME, noise).bytes();
        Arrays.fill(file, header + 1000, end - 16, (byte) 0);
        archive.file(10, file);
        CountingObjectStore counting = new CountingObjectStore(archive.store);

        ArchivePlan plan = archive.plan(counting);

        assertThat(plan.faults()).isEmpty();
        assertThat(plan.partitions().get(0).recordCount()).isEqualTo(3);
        assertThat(counting.count(StoreOperation.GET)).isEqualTo(1);
        Extent extent = plan.partitions().get(0).extent();
        assertThat(codes(extent.faults())).containsExactly("damaged_block");
        assertThat(extent.records()).isEqualTo(1);
        assertThat(extent.first()).isEqualTo(3);
    }

    @Test
    void whateverOffsetsAreWantedTheyAreThoseOfAScan() throws IOException {
        Blocks whole = Blocks.of(false, PLAIN);
        for (int from = 0; from <= 12; from++) {
            for (int to = from; to <= 12; to++) {
                ArchiveFixture one = new ArchiveFixture().file(10, whole.bytes);
                one.filter = new ArchiveFilter(null, null, from, to, null, null);
                assertThat(read(one, FileScan::scan)).isEqualTo(read(one, FileScan::whole));
            }
        }
    }

    /** Nothing is told of blocks that nobody asked for. */
    @Test
    void blocksThatAreNotWantedAreNotRead() throws IOException {
        Blocks whole = Blocks.of(false, PLAIN);
        byte[] file = whole.bytes.clone();
        Arrays.fill(file, whole.ends.get(0) + 10, whole.ends.get(1) - 16, (byte) -1);
        Arrays.fill(file, whole.ends.get(1) + 10, whole.ends.get(2) - 16, (byte) -1);
        archive.file(10, file);
        archive.filter = new ArchiveFilter(null, null, 7, 8, null, null);

        Outcome outcome = read(archive, FileScan::scan);

        assertThat(texts(outcome.records)).containsExactly("7 body 7", "8 body 8");
        assertThat(outcome.faults).isEmpty();
        archive.filter = ArchiveFilter.ALL;
        assertThat(read(archive, FileScan::scan).faults).hasSizeGreaterThan(1);
    }

    @Test
    void noBlockIsReadBehindTheLastRecordThatIsWanted() throws IOException {
        Blocks whole = Blocks.of(false, PLAIN);
        byte[] file = whole.bytes.clone();
        Arrays.fill(file, whole.ends.get(2) + 10, whole.ends.get(3) - 16, (byte) -1);
        archive.file(10, file);
        for (int to = 1; to <= 5; to++) {
            archive.filter = new ArchiveFilter(null, null, 1, to, null, null);
            Outcome outcome = read(archive, FileScan::scan);
            assertThat(outcome.records).hasSize(to);
            assertThat(outcome.faults).isEmpty();
        }
        archive.filter = new ArchiveFilter(null, null, 1, 6, null, null);
        assertThat(read(archive, FileScan::scan).faults).hasSize(1);
    }

    @Test
    void aStoreThatFailsInTheMiddleIsNoFaultOfTheFile() throws IOException {
        archive.file(10, Blocks.of(false, new long[] {1, 2, 3}, new long[] {4, 6, 5}, new long[] {7}).bytes);
        AtomicInteger opened = new AtomicInteger();
        FaultyObjectStore store = new FaultyObjectStore(
                archive.store,
                (operation, name) -> {
                    if (operation == StoreOperation.GET && opened.incrementAndGet() == 3) {
                        throw new IOException("forbidden");
                    }
                },
                FaultyObjectStore.Hook.NONE);
        ArchivePartition partition = archive.plan(store).partitions().get(0);

        assertThatIOException()
                .isThrownBy(() -> ArchiveFixture.read(partition))
                .withMessage(name(10) + ": it could not be read: forbidden");
    }

    /** Files that reach over each other. */
    @Test
    void recordsThatAreKeptKeepLittleElseInMemory() throws IOException {
        for (int length : new int[] {3, 60, 400, 2000}) {
            ArchiveFixture many = new ArchiveFixture();
            for (int i = 0; i < 10; i++) {
                CaptureFile file = CaptureFile.deflated();
                for (long sequence = i * 200L; sequence < i * 200L + 400; sequence++) {
                    byte[] text = body(sequence + "x".repeat(length));
                    file.record(sequence, TIME, text);
                }
                many.file(10 + i, file.bytes());
            }

            List<ArchivedRecord> kept =
                    ArchiveFixture.read(many.plan().partitions().get(0));

            assertThat(kept).hasSize(2200);
            long bodies = kept.stream().mapToLong(ArchivedRecord::length).sum();
            Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
            for (ArchivedRecord record : kept) {
                Slice slice = record.delivery().body();
                arrays.add(slice == null ? new byte[0] : slice.bytes());
            }
            long held = arrays.stream().mapToLong(array -> array.length).sum();
            assertThat(held).as("bodies of %s", length).isEqualTo(bodies);
        }
    }
}
