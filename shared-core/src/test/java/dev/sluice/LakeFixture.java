package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Layout;
import dev.sluice.lake.StreamPartition;
import dev.sluice.lake.Time;
import dev.sluice.lake.VirtualTime;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.RecordArchive;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A pipeline on a lake, and the view that a reader of the lake has. Lines are judged by {@link LineSchemas}. */
public final class LakeFixture implements AutoCloseable {
    public static final StreamPartition HUB = new StreamPartition("hub", 3, "namespace/hub");
    /** 2026-05-06T07:08:10Z. */
    public static final long BROKER_TIME = 1_778_051_290_000L;

    private final LakeWriter writer;
    private final ChangePipeline pipeline;

    public LakeFixture(ObjectStore lake, ObjectStore state) throws IOException {
        this(Settings.DEFAULT, lake, state);
    }

    public LakeFixture(Settings settings, ObjectStore lake, ObjectStore state) throws IOException {
        this(settings, lake, state, new VirtualTime());
    }

    public LakeFixture(Settings settings, ObjectStore lake, ObjectStore state, Time time) throws IOException {
        this(settings, lake, state, time, RecordArchive.NONE);
    }

    public LakeFixture(Settings settings, ObjectStore lake, ObjectStore state, Time time, RecordArchive archive)
            throws IOException {
        writer = LakeWriter.open(lake, state, settings.layout(), time, Duration.ofSeconds(90));
        pipeline = new ChangePipeline(settings, writer, state, archive);
    }

    public BatchReport process(List<Delivery> records) throws IOException {
        return pipeline.process(new Batch(HUB, records));
    }

    public BatchReport process(StreamPartition source, List<Delivery> records) throws IOException {
        return pipeline.process(new Batch(source, records));
    }

    /** Records from this offset on, each a second later than the one before. */
    public static List<Delivery> records(long first, byte @Nullable []... bodies) {
        List<Delivery> records = new ArrayList<>();
        for (byte[] body : bodies) {
            long offset = first + records.size();
            records.add(new Delivery(offset, body == null ? null : Slice.of(body), BROKER_TIME + offset * 1000));
        }
        return records;
    }

    @Override
    public void close() {
        writer.close();
    }

    /** Names of all objects under a prefix. */
    public static List<String> names(ObjectStore store, String prefix) {
        try (Stream<ListedObject> objects = store.list(prefix)) {
            return objects.map(ListedObject::key).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] content(ObjectStore store, String name) {
        try {
            return store.get(name).orElseThrow().content();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of one object, decompressed if its name says so. */
    public static List<String> lines(ObjectStore store, String name) {
        byte[] content = content(store, name);
        if (!name.endsWith(Layout.Compression.GZIP.suffix())) {
            return LineSchemas.lines(content);
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
            return LineSchemas.lines(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * By folder, all lines that a reader finds in it, object by object. Checks each object on the way: it is not empty,
     * and its name tells the offset of its first line.
     */
    public static Map<String, List<String>> folders(ObjectStore store, String prefix) {
        Map<String, List<String>> folders = new TreeMap<>();
        for (String name : names(store, prefix)) {
            List<String> lines = lines(store, name);
            assertThat(lines).as(name).isNotEmpty();
            assertThat(name).contains(String.format("%020d", offset(lines.get(0))));
            folders.computeIfAbsent(name.substring(0, name.lastIndexOf('/')), key -> new ArrayList<>())
                    .addAll(lines);
        }
        return folders;
    }

    private static long offset(String line) {
        Line parsed = new Line(line);
        return Long.parseLong(line.startsWith("{\"code\"") ? parsed.raw("offset") : parsed.raw("source", "offset"));
    }
}
