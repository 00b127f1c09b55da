package dev.sluice.simulation;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.Table;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.simulation.Expected.Entry;
import dev.sluice.simulation.Source.Draft;
import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Pair;
import dev.sluice.simulation.Source.Piece;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.Source.Split;
import dev.sluice.text.Slice;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the source shall become, worked out from it record by record: each one is normalized by itself, events in pieces
 * from the whole message, updates from both halves and from the second one alone. No store has a part in it.
 */
final class Expectations {
    private static final String MISSING = "__HIVE_DEFAULT_PARTITION__";

    final Map<Rec, List<Expected>> ofRecord = new HashMap<>();
    final Map<Split, Expected> ofSplit = new HashMap<>();
    final Map<Pair, Expected> ofSecondHalf = new HashMap<>();
    /** The lines of a second half that are written with the first. */
    final Map<Pair, Set<Entry>> paired = new HashMap<>();

    final Map<Entry, Expected> byEntry = new HashMap<>();

    Expectations(Source source, List<Settings> settings) {
        for (List<Log> lives : source.partitions) {
            for (Log log : lives) {
                log.records.stream()
                        .filter(rec -> rec.draft().piece == null && rec.draft().pair == null)
                        .forEach(rec -> ofRecord.put(rec, plain(rec, settings)));
            }
        }
        source.splits.forEach(split -> split(split, settings));
        source.pairs.forEach(pair -> pair(pair, settings));
    }

    private List<Expected> plain(Rec rec, List<Settings> settings) {
        Map<Integer, Expected> items = new TreeMap<>();
        for (Settings some : settings) {
            lines(rec, rec.draft().body, some)
                    .forEach((item, lines) -> items.computeIfAbsent(
                                    item, number -> new Expected(rec + " item " + number, rec, number))
                            .add(lines));
        }
        items.values().forEach(this::index);
        return List.copyOf(items.values());
    }

    private void index(Expected expected) {
        expected.entries().forEach(entry -> byEntry.put(entry, expected));
    }

    /** It stands where a copy of its first piece stood. */
    private void split(Split split, List<Settings> settings) {
        Expected expected = null;
        for (Piece piece : split.pieces) {
            for (Draft copy : piece.index == 0 && !split.broken ? piece.copies : List.<Draft>of()) {
                Rec rec = copy.placed;
                expected = expected == null ? new Expected(split.name, rec, 0) : expected;
                for (Settings some : settings) {
                    expected.add(lines(rec, split.whole, some).get(0));
                }
            }
        }
        if (expected != null) {
            ofSplit.put(split, expected);
            index(expected);
        }
    }

    private void pair(Pair pair, List<Settings> settings) {
        if (pair.second == null) {
            return;
        }
        Rec second = pair.second.placed;
        Expected expected = new Expected("update " + pair.sequence, second, 0);
        Set<Entry> with = new HashSet<>();
        for (Settings some : settings) {
            expected.add(lines(second, second.draft().body, some).get(0));
            if (pair.first != null && isInFront(pair)) {
                List<Entry> both = lines(List.of(delivery(pair.first.placed), delivery(second)), second, some)
                        .get(0);
                expected.add(both);
                with.addAll(both);
            }
        }
        ofSecondHalf.put(pair, expected);
        paired.put(pair, with);
        index(expected);
    }

    /** True when the first half stands in front of the second in its log. */
    static boolean isInFront(Pair pair) {
        Rec first = pair.first == null ? null : pair.first.placed;
        Rec second = pair.second == null ? null : pair.second.placed;
        return first != null && second != null && first.log() == second.log() && first.offset() < second.offset();
    }

    private static Delivery delivery(Rec rec) {
        return new Delivery(rec.offset(), rec.draft().body, rec.brokerTime());
    }

    private static Map<Integer, List<Entry>> lines(Rec rec, @Nullable Slice body, Settings settings) {
        return lines(List.of(new Delivery(rec.offset(), body, rec.brokerTime())), rec, settings);
    }

    /** By item of the record: its lines. */
    private static Map<Integer, List<Entry>> lines(List<Delivery> deliveries, Rec rec, Settings settings) {
        Origin origin = new Origin(World.STREAM, rec.log().partition, rec.log().epoch);
        Lines lines = new Lines(origin);
        new BatchNormalizer(settings, origin).normalize(deliveries, lines);
        return lines.items;
    }

    private static final class Lines implements LineSink {
        private final Map<Integer, List<Entry>> items = new TreeMap<>();
        private final Origin origin;

        private Lines(Origin origin) {
            this.origin = origin;
        }

        private void add(String folder, Position position, Slice lines) {
            List<Entry> entries = items.computeIfAbsent(position.item(), item -> new ArrayList<>());
            for (String line : lines.toString().lines().toList()) {
                entries.add(new Entry(folder, line));
            }
        }

        @Override
        public void change(NormalizedChange change, Position position, Slice lines) {
            Table table = change.table();
            add(
                    "db=" + table.db() + "/schema=" + (table.schema().isEmpty() ? MISSING : table.schema()) + "/table="
                            + table.name() + "/date=" + date(change.time()),
                    position,
                    lines);
        }

        @Override
        public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
            add("_control/kind=" + kind.label() + "/date=" + date(time), position, line);
        }

        @Override
        public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long time, Slice raw) {
            String date = time == null
                    ? MISSING
                    : Instant.ofEpochMilli(time).toString().substring(0, 10);
            Slice line = QuarantineLine.of(fault.code(), fault.reason(), fault.where(), origin, position, time, raw);
            add("quarantine/" + World.STREAM + "/date=" + date, position, line);
        }

        private static String date(CommitTime time) {
            return LocalDate.of(time.year(), time.month(), time.day()).toString();
        }

        @Override
        public void sourceTime(long millis) {}

        @Override
        public void piece(Position position) {}

        @Override
        public boolean joined(JoinedEvent event) {
            return false;
        }
    }
}
