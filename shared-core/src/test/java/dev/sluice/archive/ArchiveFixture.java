package dev.sluice.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An archive in memory, and what is read from it. */
public final class ArchiveFixture {
    public static final String FOLDER = "lake-in/ces/3/2026/05/06/07/08/";
    /** 2026-05-06T07:08:10Z. */
    public static final long TIME = 1_778_051_290_000L;

    public final MemoryObjectStore store = new MemoryObjectStore();
    public ArchiveFilter filter = ArchiveFilter.ALL;

    /** A sample. */
    public static byte[] sample(String name) {
        try (InputStream in = ArchiveFixture.class.getResourceAsStream("/archive/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] body(String text) {
        return text.getBytes(UTF_8);
    }

    /** Puts a file where Capture would; second tells it from others. */
    public ArchiveFixture file(int second, byte[] content) {
        return object(name(second), content);
    }

    public static String name(int second) {
        return FOLDER + (second < 10 ? "0" : "") + second + ".avro";
    }

    public ArchiveFixture object(String key, byte[] content) {
        store.create(key, content);
        return this;
    }

    /** A file with records of these sequence numbers, each with a body that follows from it. */
    public static byte[] records(long... sequences) {
        CaptureFile file = CaptureFile.deflated();
        for (long sequence : sequences) {
            file.record(sequence, TIME + sequence * 1000, body("body " + sequence));
        }
        return file.bytes();
    }

    public ArchivePlan plan() throws IOException {
        return plan(store);
    }

    public ArchivePlan plan(ObjectStore from) throws IOException {
        return new Archive(from, "", ArchiveLayout.of(ArchiveLayout.CAPTURE)).plan(filter, 2, bytes -> {});
    }

    /** {@code code} of each fault. */
    public static List<String> codes(List<ArchiveFault> faults) {
        return faults.stream().map(ArchiveFault::code).toList();
    }

    public static List<ArchivedRecord> read(ArchivePartition partition) throws IOException {
        List<ArchivedRecord> read = new ArrayList<>();
        try (PartitionRecords records = partition.records(Long.MIN_VALUE)) {
            for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                read.add(record);
            }
        }
        return read;
    }

    /** {@code offset body} of each record of the only partition. */
    public List<String> texts() throws IOException {
        ArchivePlan plan = plan();
        return plan.partitions().isEmpty()
                ? List.of()
                : texts(read(plan.partitions().get(0)));
    }

    public static List<String> texts(List<ArchivedRecord> records) {
        return records.stream()
                .map(record -> record.delivery().offset() + " " + text(record))
                .toList();
    }

    private static @Nullable String text(ArchivedRecord record) {
        return record.delivery().body() == null
                ? null
                : record.delivery().body().toString();
    }
}
