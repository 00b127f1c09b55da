package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.archive.SideBySide;
import dev.sluice.lake.LakePath;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.Root;
import dev.sluice.store.ListedObject;
import dev.sluice.verify.Row;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * What a listing of a lake tells: how much each table has, and how much of each partition was written when. Objects are
 * not opened, but for the first line of one object per partition and stretch of time, which tells how late it was.
 */
final class LakeVolume {
    /** Of these, the shortest is taken in which all fits that the lake has; of older lakes the last day is shown. */
    private static final List<Duration> STRETCHES =
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofHours(1));

    private static final int STRETCHES_SHOWN = 24;
    private static final Duration DAY = Duration.ofHours(STRETCHES_SHOWN);
    /** Objects that are opened at most: some seconds of a cloud store's time. */
    private static final int MOST_OPENED = 1_000;

    private static final int OPENED_AT_ONCE = 16;
    private static final String TABLES = "db=";
    private static final JsonFactory JSON = new JsonFactory();

    private final Instant now;
    private final Map<String, Tabled> tables = new TreeMap<>();
    /** By what the names of a partition's objects begin with, by the minute with which a stretch begins. */
    private final Map<String, NavigableMap<Long, Stretch>> partitions = new TreeMap<>();
    /** The finest stretch that may still be shown, by what was seen so far. */
    private Duration finest = STRETCHES.get(0);

    private @Nullable Instant oldest;

    private LakeVolume(Instant now) {
        this.now = now;
    }

    private static final class Tabled {
        private long objects;
        private long bytes;
        private String newestDay = "-";
        private Instant written = Instant.MIN;
    }

    /** What was written of a partition in some time. */
    private static final class Stretch {
        private long objects;
        private long bytes;
        private long highest = -1;
        private String last = "";
        private Instant written = Instant.MIN;

        private void add(Stretch other) {
            objects += other.objects;
            bytes += other.bytes;
            highest = Math.max(highest, other.highest);
            if (!other.last.isEmpty() && !other.written.isBefore(written)) {
                written = other.written;
                last = other.last;
            }
        }
    }

    /** Lists a lake; memory holds some numbers per table, and per partition and stretch of time that is shown. */
    static LakeVolume list(LakeReader lake, List<LedgerEditor.Entry> ledgers, Instant now) throws IOException {
        LakeVolume volume = new LakeVolume(now);
        ledgers.forEach(entry -> volume.partitions.put(chain(entry), new TreeMap<>()));
        for (String prefix : List.of(TABLES, "_control/")) {
            try (Stream<ListedObject> objects = lake.list(Root.LAKE, prefix)) {
                for (Iterator<ListedObject> all = objects.iterator(); all.hasNext(); ) {
                    volume.add(all.next());
                }
            } catch (UncheckedIOException e) {
                throw new IOException("the lake cannot be listed: " + e.getMessage(), e);
            }
        }
        return volume;
    }

    /** What the names of a partition's objects begin with, whichever life of its log they are of; as names are read. */
    private static String chain(LedgerEditor.Entry entry) {
        return entry.stream() + "-" + entry.partition();
    }

    private void add(ListedObject object) {
        int slash = object.key().lastIndexOf('/');
        if (slash < 0 || !object.key().contains(".jsonl")) {
            return;
        }
        Row row = Row.of(object.key().substring(0, slash));
        Tabled table = tables.computeIfAbsent(row.table(), key -> new Tabled());
        table.objects++;
        table.bytes += object.size();
        table.newestDay = row.day().compareTo(table.newestDay) > 0 ? row.day() : table.newestDay;
        Instant written = object.lastModified();
        table.written = written.isAfter(table.written) ? written : table.written;
        if (oldest == null || written.isBefore(oldest)) {
            oldest = written;
            coarsen();
        }
        if (!written.isBefore(now.minus(DAY))) {
            LakeReader.placed(object.key()).ifPresent(placed -> add(object, placed));
        }
    }

    private void add(ListedObject object, LakeReader.Placed placed) {
        NavigableMap<Long, Stretch> minutes = partitions.get(partition(placed));
        if (minutes == null) {
            minutes = placed.asRedriven()
                    .map(inner -> partitions.get(partition(inner)))
                    .orElse(null);
        }
        if (minutes == null) {
            return;
        }
        Stretch one = new Stretch();
        one.objects = 1;
        one.bytes = object.size();
        one.highest = placed.first();
        one.last = object.key().startsWith(TABLES) ? object.key() : "";
        one.written = object.lastModified();
        // A store whose clock is ahead writes now.
        long second = Math.min(one.written.getEpochSecond(), now.getEpochSecond());
        minutes.computeIfAbsent(begin(second), key -> new Stretch()).add(one);
    }

    /** The minute with which a stretch begins. */
    private long begin(long second) {
        return second / finest.toSeconds() * finest.toMinutes();
    }

    /** Each length of a stretch is a multiple of the one before, so what was put together need not be taken apart. */
    private void coarsen() {
        Duration needed = stretch();
        if (needed.equals(finest)) {
            return;
        }
        finest = needed;
        partitions.replaceAll((chain, fine) -> {
            NavigableMap<Long, Stretch> coarse = new TreeMap<>();
            fine.forEach((minute, what) -> coarse.computeIfAbsent(begin(minute * 60), key -> new Stretch())
                    .add(what));
            return coarse;
        });
    }

    /** How many stretches are held, of all partitions. */
    int held() {
        return partitions.values().stream().mapToInt(Map::size).sum();
    }

    private static String partition(LakeReader.Placed placed) {
        return LakePath.nameOf(placed.chain().substring(0, placed.chain().lastIndexOf('-')));
    }

    /** The tables, the largest first. */
    List<LakeDetails.TableVolume> tables() {
        return tables.entrySet().stream()
                .map(table -> new LakeDetails.TableVolume(
                        table.getKey(),
                        table.getValue().objects,
                        table.getValue().bytes,
                        table.getValue().newestDay,
                        table.getValue().written.toString()))
                .sorted(Comparator.comparingLong(LakeDetails.TableVolume::bytes).reversed())
                .toList();
    }

    /** What was written when; opens objects to tell how late. */
    LakeDetails.Written written(LakeReader lake, List<LedgerEditor.Entry> ledgers) throws IOException {
        Duration stretch = stretch();
        long seconds = stretch.toSeconds();
        long first = now.getEpochSecond() / seconds - STRETCHES_SHOWN + 1;
        List<LakeDetails.PartitionWritten> written = new ArrayList<>();
        int opened = 0;
        for (LedgerEditor.Entry entry : ledgers) {
            List<Stretch> stretches = new ArrayList<>();
            for (int i = 0; i < STRETCHES_SHOWN; i++) {
                stretches.add(new Stretch());
            }
            partitions
                    .getOrDefault(chain(entry), Collections.emptyNavigableMap())
                    .forEach((minute, what) -> {
                        long at = Math.min(minute * 60 / seconds - first, STRETCHES_SHOWN - 1L);
                        if (at >= 0) {
                            stretches.get((int) at).add(what);
                        }
                    });
            long some = stretches.stream().filter(one -> one.objects > 0).count();
            opened += (int) some;
            List<Long> delays = opened <= MOST_OPENED
                    ? SideBySide.all(delays(lake, stretches), OPENED_AT_ONCE).stream()
                            .map(delay -> delay.orElse(null))
                            .toList()
                    : List.of();
            written.add(of(entry, stretches, delays));
        }
        return new LakeDetails.Written(Instant.ofEpochSecond(first * seconds).toString(), seconds, written);
    }

    private static LakeDetails.PartitionWritten of(
            LedgerEditor.Entry entry, List<Stretch> stretches, List<@Nullable Long> delays) {
        return new LakeDetails.PartitionWritten(
                entry.stream(),
                entry.partition(),
                stretches.stream().map(one -> one.objects).toList(),
                stretches.stream().map(one -> one.bytes).toList(),
                stretches.stream().map(one -> one.highest).toList(),
                delays);
    }

    private Duration stretch() {
        Duration age = Duration.between(oldest == null ? now : oldest, now);
        for (Duration stretch : STRETCHES) {
            if (stretch.multipliedBy(STRETCHES_SHOWN - 1L).compareTo(age) > 0) {
                return stretch;
            }
        }
        return STRETCHES.get(STRETCHES.size() - 1);
    }

    private static List<Callable<Optional<Long>>> delays(LakeReader lake, List<Stretch> stretches) {
        List<Callable<Optional<Long>>> tasks = new ArrayList<>();
        for (Stretch stretch : stretches) {
            tasks.add(() -> stretch.last.isEmpty() ? Optional.empty() : delay(lake, stretch.last, stretch.written));
        }
        return tasks;
    }

    /** How long after the source's commit the first event of an object was in the lake; empty if it does not tell. */
    private static Optional<Long> delay(LakeReader lake, String key, Instant written) throws IOException {
        try (InputStream lines = lake.open(Root.LAKE, key).orElse(InputStream.nullInputStream());
                JsonParser line = JSON.createParser(lines)) {
            line.nextToken();
            while (line.nextToken() == JsonToken.FIELD_NAME) {
                String member = line.currentName();
                JsonToken value = line.nextToken();
                if (member.equals("ts_ms")) {
                    return value == JsonToken.VALUE_NUMBER_INT
                            ? Optional.of(written.toEpochMilli() - line.getLongValue())
                            : Optional.empty();
                }
                line.skipChildren();
            }
            return Optional.empty();
        } catch (ZipException | EOFException | JsonProcessingException damaged) {
            return Optional.empty(); // to find damage is what verify is for
        }
    }
}
