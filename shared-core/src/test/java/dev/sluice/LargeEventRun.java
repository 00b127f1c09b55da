package dev.sluice;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/**
 * Runs one large event through the pipeline, its pieces shuffled over two partitions and many batches, and compares the
 * lake's line with the one it has to be. Started by {@link LargeEventTest} in a JVM with little memory.
 */
public final class LargeEventRun {
    private static final int BATCH = 8;

    private LargeEventRun() {}

    /**
     * Exits with 0 if the line is right.
     *
     * @param args folder to work in, mebibytes of the event, number of its pieces
     */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        LargeEvent event = new LargeEvent(Long.parseLong(args[1]) << 20);
        int pieces = Integer.parseInt(args[2]);
        Path data = folder.resolve("data.json");
        event.writeData(data);

        ObjectStore lake = new FileObjectStore(folder.resolve("lake"));
        ObjectStore state = new FileObjectStore(folder.resolve("state"));
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(7));
        long start = System.nanoTime();
        int longest = deliver(data, order, lake, state);
        long seconds = (System.nanoTime() - start) / 1_000_000_000;

        int lowest = order.indexOf(0);
        String schemaId = LakeFixture.names(lake, "_schemas/").get(0).replaceAll(".*/|\\.json", "");
        MessageDigest expected = MessageDigest.getInstance("SHA-256");
        try (OutputStream out =
                new BufferedOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), expected), 1 << 16)) {
            event.writeLine(out, "hub", partition(lowest), offset(lowest), schemaId);
        }
        MessageDigest actual = MessageDigest.getInstance("SHA-256");
        long length = digest(lake, actual);

        String expectedHash = HexFormat.of().formatHex(expected.digest());
        String actualHash = HexFormat.of().formatHex(actual.digest());
        System.out.printf(
                Locale.ROOT,
                "data %,d bytes, %d pieces of at most %,d bytes, line %,d bytes, %d s, heap of at most %,d bytes%n",
                Files.size(data),
                pieces,
                longest,
                length,
                seconds,
                Runtime.getRuntime().maxMemory());
        System.out.println("expected " + expectedHash);
        System.out.println("actual   " + actualHash);
        System.exit(expectedHash.equals(actualHash) ? 0 : 1);
    }

    private static int partition(int place) {
        return place / BATCH % 2;
    }

    private static long offset(int place) {
        return (long) place / BATCH / 2 * BATCH + place % BATCH;
    }

    /** Gives the pipeline the pieces in batches; the length of the longest message. */
    private static int deliver(Path data, List<Integer> order, ObjectStore lake, ObjectStore state) throws IOException {
        int longest = 0;
        try (LakeFixture fixture = new LakeFixture(lake, state);
                RandomAccessFile file = new RandomAccessFile(data.toFile(), "r")) {
            for (int from = 0; from < order.size(); from += BATCH) {
                List<Delivery> records = new ArrayList<>();
                for (int place = from; place < Math.min(order.size(), from + BATCH); place++) {
                    byte[] message = LargeEvent.message(file, order.get(place), order.size());
                    longest = Math.max(longest, message.length);
                    records.add(new Delivery(offset(place), Slice.of(message), LakeFixture.BROKER_TIME));
                }
                BatchReport report =
                        fixture.process(new StreamPartition("hub", partition(from), "namespace/hub"), records);
                if (report.items().size() != records.size()) {
                    throw new IllegalStateException("not every piece has an outcome");
                }
            }
        }
        return longest;
    }

    private static long digest(ObjectStore lake, MessageDigest digest) throws IOException {
        String object = LakeFixture.names(lake, "db=").get(0);
        long length = 0;
        try (InputStream lines = new GZIPInputStream(lake.open(object).orElseThrow(), 1 << 16)) {
            byte[] buffer = new byte[1 << 16];
            for (int count = lines.read(buffer); count >= 0; count = lines.read(buffer)) {
                digest.update(buffer, 0, count);
                length += count;
            }
        }
        return length;
    }
}
