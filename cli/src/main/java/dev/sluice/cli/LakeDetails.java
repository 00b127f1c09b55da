package dev.sluice.cli;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lake.LakeReader;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.lake.LedgerRange;
import dev.sluice.pipeline.Sweep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows of a lake beside its status.
 *
 * @param openHoles in the newest life of each log
 * @param parkedAges how long sets are parked that are not in the lake
 * @param quarantineReasons open entries by code and reason, most first
 * @param written of each partition, over time
 * @param tables the largest first
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record LakeDetails(
        List<Hole> openHoles,
        List<ParkedAge> parkedAges,
        List<QuarantineReasons.Reason> quarantineReasons,
        Written written,
        List<TableVolume> tables) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Offsets that nobody has taken in. */
    record Hole(String stream, int partition, int epoch, long first, long last) {
        long offsets() {
            return last - first + 1;
        }
    }

    /**
     * Sets that are parked for about as long.
     *
     * @param waiting for pieces that may still come
     * @param incomplete reported, and still completed if their pieces come
     * @param broken that can never become an event
     */
    record ParkedAge(String age, int waiting, int incomplete, int broken) {
        private static final List<ParkedAge> NONE = List.of(
                new ParkedAge("under 5 minutes", 0, 0, 0),
                new ParkedAge("5 minutes to 1 hour", 0, 0, 0),
                new ParkedAge("1 to 24 hours", 0, 0, 0),
                new ParkedAge("1 to 7 days", 0, 0, 0),
                new ParkedAge("over 7 days", 0, 0, 0));
        private static final List<Duration> ENDS =
                List.of(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));

        int sets() {
            return waiting + incomplete + broken;
        }

        private ParkedAge plus(Sweep.Fate fate) {
            return switch (fate) {
                case WAITING -> new ParkedAge(age, waiting + 1, incomplete, broken);
                case INCOMPLETE -> new ParkedAge(age, waiting, incomplete + 1, broken);
                case BROKEN -> new ParkedAge(age, waiting, incomplete, broken + 1);
                case COMPLETED, FINISHED, REMOVED -> this;
            };
        }

        static List<ParkedAge> of(List<Sweep.Item> items, Instant now) {
            List<ParkedAge> ages = new ArrayList<>(NONE);
            for (Sweep.Item item : items) {
                Duration age = Duration.between(item.since(), now);
                int at = (int)
                        ENDS.stream().filter(end -> age.compareTo(end) >= 0).count();
                ages.set(at, ages.get(at).plus(item.fate()));
            }
            return ages;
        }
    }

    /**
     * What was written when, by the times that the store gave the objects.
     *
     * @param from begin of the first stretch
     * @param seconds of a stretch
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record Written(String from, long seconds, List<PartitionWritten> partitions) {}

    /**
     * Of one partition, each list by stretch.
     *
     * @param objects how many, but for those of split events, whose names tell no partition
     * @param bytes as they are stored
     * @param offset highest offset with which an object begins, -1 if there is none
     * @param delayMs from the source's commit of the first event of one object to the store's time of that object; null if
     *     that is not known; empty if objects were not opened, for there are too many partitions
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record PartitionWritten(
            String stream,
            int partition,
            List<Long> objects,
            List<Long> bytes,
            List<Long> offset,
            List<@Nullable Long> delayMs) {
        long allBytes() {
            return bytes.stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Of one table, or one kind of control events.
     *
     * @param newestDay of its folders
     * @param written when the store got its newest object
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record TableVolume(String table, long objects, long bytes, String newestDay, String written) {}

    /** Looks into a lake, beside what is known from its state. */
    static LakeDetails read(
            LakeReader lake,
            Instant now,
            List<LedgerEditor.Entry> ledgers,
            List<Sweep.Item> parked,
            QuarantineReasons reasons)
            throws IOException {
        LakeVolume volume = LakeVolume.list(lake, ledgers, now);
        return new LakeDetails(
                holes(ledgers),
                ParkedAge.of(parked, now),
                reasons.list(),
                volume.written(lake, ledgers),
                volume.tables());
    }

    /** The holes in the newest life of each log. */
    static List<Hole> holes(List<LedgerEditor.Entry> ledgers) {
        List<Hole> holes = new ArrayList<>();
        for (LedgerEditor.Entry entry : ledgers) {
            int epoch = entry.ledger().newest().epoch();
            for (LedgerRange range : entry.ledger().newest().ranges()) {
                if (range.last() != null) {
                    holes.add(new Hole(entry.stream(), entry.partition(), epoch, range.through() + 1, range.last()));
                }
            }
        }
        return holes;
    }

    /** The status with these as members of their own. */
    String json(LakeStatus status) throws IOException {
        ObjectNode all = (ObjectNode) JSON.readTree(status.json());
        return all.setAll(JSON.<ObjectNode>valueToTree(this)).toString();
    }
}
