package dev.sluice.verify;

import dev.sluice.LakeFixture;
import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.replay.Replay;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.text.Slice;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.SourceMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** An archive, and a lake that was filled with the same records in batches. */
final class VerifyFixture {
    private static final int RECORDS_OF_A_FILE = 500;

    final MemoryObjectStore archive = new MemoryObjectStore();
    final MemoryObjectStore lake = new MemoryObjectStore();
    final MemoryObjectStore state = new MemoryObjectStore();
    Settings settings = Settings.DEFAULT;
    ArchiveFilter filter = ArchiveFilter.ALL;
    Sample sample = Sample.ALL;
    private int files;

    static StreamPartition source(String stream, int partition) {
        return new StreamPartition(stream, partition, "ns.servicebus.windows.net/" + stream);
    }

    /** Puts records into the archive, as Capture does. */
    VerifyFixture archive(String stream, int partition, List<Delivery> records) {
        for (int from = 0; from < records.size(); from += RECORDS_OF_A_FILE) {
            CaptureFile file = CaptureFile.deflated();
            for (Delivery record : records.subList(from, Math.min(records.size(), from + RECORDS_OF_A_FILE))) {
                Slice body = record.body();
                Long time = record.brokerTime();
                file.record(record.offset(), time == null ? 0 : time, body == null ? null : body.copy());
            }
            String name =
                    String.format("ns/%s/%d/2026/05/06/07/%02d/%02d.avro", stream, partition, files / 60, files % 60);
            archive.create(name, file.bytes());
            files++;
        }
        return this;
    }

    /** Delivers records in one batch. */
    VerifyFixture feed(String stream, int partition, List<Delivery> records) {
        try (LakeFixture fixture = new LakeFixture(settings, lake, state)) {
            fixture.process(source(stream, partition), records);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    VerifyFixture both(String stream, int partition, List<Delivery> records) {
        return archive(stream, partition, records).feed(stream, partition, records);
    }

    /** Delivers what a source sends in batches that are cut anyhow, partition by partition in turns. */
    VerifyFixture traffic(String stream, Iterable<Generated> sent, long seed, int longestBatch) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, List<Delivery>> logs = new TreeMap<>();
        for (Generated one : sent) {
            SourceMessage message = one.message();
            logs.computeIfAbsent(message.partition(), key -> new ArrayList<>())
                    .add(new Delivery(message.offset(), Slice.of(message.body()), message.brokerTimeMs()));
        }
        logs.forEach((partition, log) -> archive(stream, partition, log));
        try (LakeFixture fixture = new LakeFixture(settings, lake, state)) {
            Map<Integer, Integer> at = new TreeMap<>();
            while (!logs.isEmpty()) {
                for (int partition : List.copyOf(logs.keySet())) {
                    List<Delivery> log = logs.get(partition);
                    int from = at.getOrDefault(partition, 0);
                    int to = Math.min(log.size(), from + 1 + random.nextInt(longestBatch));
                    fixture.process(source(stream, partition), log.subList(from, to));
                    at.put(partition, to);
                    if (to == log.size()) {
                        logs.remove(partition);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Verification verification() {
        return new Verification(settings, lake, state, Replay.Names.AS_ARCHIVED);
    }

    VerifyReport verify() throws IOException {
        ArchivePlan plan = new Archive(archive, "", ArchiveLayout.of(ArchiveLayout.CAPTURE))
                .plan(Verification.read(filter), 2, bytes -> {});
        return verification().run(plan, filter, sample, 3, records -> {});
    }

    /** Keys of the lake's objects whose names have this in them. */
    List<String> objects(String part) {
        return LakeFixture.names(lake, "").stream()
                .filter(key -> key.contains(part) && key.contains(".jsonl"))
                .toList();
    }

    String only(String part) {
        List<String> found = objects(part);
        if (found.size() != 1) {
            throw new IllegalStateException(part + " is in " + found);
        }
        return found.get(0);
    }

    List<String> lines(String key) {
        return LakeFixture.lines(lake, key);
    }

    void replaceLines(String key, UnaryOperator<List<String>> change) {
        replace(lake, key, change);
    }

    static void replace(MemoryObjectStore store, String key, UnaryOperator<List<String>> change) {
        List<String> lines = change.apply(new ArrayList<>(LakeFixture.lines(store, key)));
        store.delete(key);
        store.create(key, gzip(lines));
    }

    static byte[] gzip(List<String> lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            for (String line : lines) {
                gzip.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    void copy(String from, String to) {
        lake.create(to, LakeFixture.content(lake, from));
    }

    void move(String from, String to) {
        copy(from, to);
        lake.delete(from);
    }
}
