package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.CaptureFile;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A lake after a day in which things happened: four partitions of a hub, one of which came late and one ended, and one of a
 * topic; a hole, messages that cannot be read, and events whose pieces wait. Its archive has the records of the hole.
 */
final class BusyLake {
    static final String NAMESPACE = "lake-in.servicebus.windows.net";
    private static final List<String> TABLES =
            List.of("Orders", "Orders", "Orders", "OrderLines", "OrderLines", "Customers", "Prices", "AuditLog");
    private static final int HOURS = 20;

    private final Path folder;
    private final Instant now;
    private final Random random = new Random(7);
    private final Map<Integer, CaptureFile> archive = new TreeMap<>();
    private final Set<Path> seen = new HashSet<>();

    private BusyLake(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
    }

    /** In {@code lake}, {@code state} and {@code captured} of the folder. */
    static void in(Path folder) throws IOException {
        BusyLake lake = new BusyLake(folder, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        for (int partition = 0; partition < 4; partition++) {
            lake.day(partition);
        }
        lake.poison();
        lake.pieces();
        lake.archive.forEach((partition, file) ->
                new Cli(folder).file("captured/lake-in/shop/" + partition + "/2026/05/06/07/08/10.avro", file.bytes()));
    }

    private void day(int partition) throws IOException {
        long offset = 4_100_000L + partition * 7L;
        for (int hour = HOURS; hour >= 0; hour--) {
            if (partition == 1 && hour < 5) {
                return; // its consumer ended
            }
            Duration late = Duration.ofSeconds(
                    4 + random.nextInt(9) + (partition == 3 ? (HOURS - hour) * (HOURS - hour) * 9 : 0));
            int count = 20 + random.nextInt(30) + (hour < 12 ? 60 / (1 + Math.abs(hour - 6)) : 0);
            Instant written = now.minus(Duration.ofHours(hour)).minusSeconds(hour == 0 ? 20 : random.nextInt(1500));
            List<Delivery> records = new ArrayList<>();
            for (int i = 0; i < count; i++, offset++) {
                Instant committed = written.minus(late).minusMillis(10L * (count - i));
                byte[] body = change(offset, committed, partition);
                records.add(new Delivery(offset, Slice.of(body), committed.toEpochMilli()));
                archive.computeIfAbsent(partition, key -> CaptureFile.deflated())
                        .record(offset, committed.toEpochMilli(), body);
            }
            boolean isDropped = partition == 2 && hour == 9;
            if (!isDropped) {
                take(partition, records, written);
            }
        }
    }

    private byte[] change(long offset, Instant committed, int partition) {
        String table = TABLES.get(random.nextInt(TABLES.size()));
        String noise = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        return CesMessage.insert()
                .logicalId("event-" + partition + "-" + offset)
                .table("Shop", "dbo", table)
                .commitTime(committed.toString())
                .column("Id", "int")
                .column("Note", "nvarchar(80)")
                .key("Id", Long.toString(offset))
                .current("{\"Id\":\"" + offset + "\",\"Note\":\"secret-" + noise + "\"}")
                .body();
    }

    private void poison() throws IOException {
        List<Delivery> records = new ArrayList<>();
        long offset = 9_000;
        for (int i = 0; i < 31; i++, offset++) {
            String body = i % 4 == 0
                    ? "{\"specversion\":\"1.0\",\"type\":\"com.microsoft.SQL.CES.DML.V1\",\"operat"
                    : i % 9 == 0 ? "{\"order\":1,\"total\":\"9.50\"}" : "{\"payload\":{\"op\":\"u\"}}";
            records.add(new Delivery(
                    offset,
                    Slice.of(body.getBytes(UTF_8)),
                    now.minus(Duration.ofMinutes(31L - i)).toEpochMilli()));
        }
        take("returns", 0, records, now.minusSeconds(30));
    }

    private void pieces() throws IOException {
        String piece = new String(Cli.resource("split/part-0.json"), UTF_8);
        List<Duration> ages = List.of(
                Duration.ofMinutes(3),
                Duration.ofMinutes(22),
                Duration.ofHours(3),
                Duration.ofDays(2),
                Duration.ofDays(9));
        long offset = 9_031;
        for (Duration age : ages) {
            byte[] body = piece.replace("00000000000000000071", String.format("%020d", offset))
                    .getBytes(UTF_8);
            take("returns", 0, List.of(new Delivery(offset++, Slice.of(body), now.toEpochMilli())), now.minus(age));
        }
        new Cli(folder).run("parked", "sweep", "--lake", "lake", "--state", "state");
    }

    private void take(int partition, List<Delivery> records, Instant written) throws IOException {
        take("shop", partition, records, written);
    }

    private void take(String stream, int partition, List<Delivery> records, Instant written) throws IOException {
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(folder.resolve("lake")), new FileObjectStore(folder.resolve("state")))) {
            lake.process(new StreamPartition(stream, partition, NAMESPACE + "/" + stream), records);
        }
        for (String store : List.of("lake", "state/parked")) {
            if (Files.exists(folder.resolve(store))) {
                try (Stream<Path> files = Files.walk(folder.resolve(store))) {
                    for (Path file :
                            files.filter(Files::isRegularFile).filter(seen::add).toList()) {
                        Files.setLastModifiedTime(file, FileTime.from(written));
                    }
                }
            }
        }
    }
}
