package dev.sluice.benchmarks.replay;

import dev.sluice.traffic.CesTraffic;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/**
 * Seeded CES updates as Event Hubs Capture writes them, by Apache Avro's own writer in deflate; and the same bodies as lines
 * of JSON with their partitions and offsets, for who cannot read Avro.
 */
final class CapturedUpdates {
    static final String HUB = "updates";

    private static final int PARTITIONS = 4;
    private static final int EVENTS_PER_FILE = 250_000;
    private static final long FIRST_MS =
            Instant.parse("2026-08-29T17:00:00.250Z").toEpochMilli();
    private static final int APART_MS = 37;
    private static final int DEFLATE_LEVEL = 6;
    private static final DateTimeFormatter PATH =
            DateTimeFormatter.ofPattern("yyyy/MM/dd/HH/mm/ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "EventData", "namespace": "Microsoft.ServiceBus.Messaging", "fields": [
              {"name": "SequenceNumber", "type": "long"},
              {"name": "Offset", "type": "string"},
              {"name": "EnqueuedTimeUtc", "type": "string"},
              {"name": "SystemProperties", "type": {"type": "map", "values": ["long", "double", "string", "bytes"]}},
              {"name": "Properties", "type": {"type": "map", "values": ["long", "double", "string", "bytes"]}},
              {"name": "Body", "type": ["null", "bytes"]}]}""");

    private final Path folder;
    private final long events;

    CapturedUpdates(Path folder, long events) {
        this.folder = folder;
        this.events = events;
    }

    Path capture() {
        return folder.resolve("capture");
    }

    Path lines() {
        return folder.resolve("lines");
    }

    /** Bytes of all bodies. */
    long bytes() throws IOException {
        return Long.parseLong(Files.readString(done()).strip());
    }

    private Path done() {
        return folder.resolve("bytes");
    }

    /** Writes the files, unless an earlier run did. */
    void write() throws IOException {
        if (Files.exists(done())) {
            return;
        }
        Folders.delete(folder);
        Files.createDirectories(lines());
        long bytes = 0;
        List<PartitionFiles> partitions = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(new PartitionFiles(i));
        }
        Iterator<byte[]> bodies = CesTraffic.benchmarkUpdates(42).iterator();
        for (long i = 0; i < events; i++) {
            byte[] body = bodies.next();
            partitions.get((int) (i % PARTITIONS)).add(body, FIRST_MS + i * APART_MS);
            bytes += body.length;
        }
        for (PartitionFiles partition : partitions) {
            partition.close();
        }
        Files.writeString(done(), bytes + "\n");
    }

    private final class PartitionFiles {
        private final int partition;
        private final OutputStream lines;
        private DataFileWriter<GenericRecord> file = writer();
        private long count;

        private PartitionFiles(int partition) throws IOException {
            this.partition = partition;
            this.lines = new BufferedOutputStream(
                    Files.newOutputStream(lines().resolve("partition-" + partition + ".jsonl")), 1 << 16);
        }

        void add(byte[] body, long time) throws IOException {
            if (count % EVENTS_PER_FILE == 0) {
                file.close();
                file = writer();
                Path path = capture()
                        .resolve("bench/" + HUB + "/" + partition + "/" + PATH.format(Instant.ofEpochMilli(time))
                                + ".avro");
                Files.createDirectories(path.resolveSibling(""));
                file.create(SCHEMA, path.toFile());
            }
            GenericRecord event = new GenericData.Record(SCHEMA);
            event.put("SequenceNumber", count);
            event.put("Offset", Long.toString(count));
            event.put("EnqueuedTimeUtc", Instant.ofEpochMilli(time).toString());
            event.put("SystemProperties", Map.of());
            event.put("Properties", Map.of());
            event.put("Body", ByteBuffer.wrap(body));
            file.append(event);
            String head = "{\"partition\":" + partition + ",\"offset\":" + count + ",\"body\":";
            lines.write(head.getBytes(StandardCharsets.US_ASCII));
            lines.write(onOneLine(body));
            lines.write('}');
            lines.write('\n');
            count++;
        }

        /** Line feeds are only between the members of the envelope. */
        private static byte[] onOneLine(byte[] body) {
            byte[] line = body.clone();
            for (int i = 0; i < line.length; i++) {
                if (line[i] == '\n') {
                    line[i] = ' ';
                }
            }
            return line;
        }

        private static DataFileWriter<GenericRecord> writer() {
            return new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))
                    .setCodec(CodecFactory.deflateCodec(DEFLATE_LEVEL));
        }

        void close() throws IOException {
            file.close();
            lines.close();
        }
    }
}
