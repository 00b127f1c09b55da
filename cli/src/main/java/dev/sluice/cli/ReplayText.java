package dev.sluice.cli;

import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.Extent;
import dev.sluice.replay.ReplayedPartition;
import dev.sluice.text.Utf8Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Partitions of an archive for people, and for programs. */
final class ReplayText {
    private static final List<String> HEAD =
            List.of("stream", "partition", "records", "first", "last", "missing between");
    private static final Set<Integer> NUMBERS = Set.of(1, 2, 3, 4);
    private static final int GAPS_SHOWN = 3;

    private ReplayText() {}

    /**
     * A partition.
     *
     * @param log full identity of its log, null if that is not known
     * @param extent of what would be replayed, or was
     * @param done null if nothing was, because it is a dry run
     */
    record Row(
            String stream,
            int partition,
            @Nullable String log,
            Extent extent,
            @Nullable ReplayedPartition done) {
        static Row of(ArchivePartition archived, Extent extent) {
            return new Row(archived.stream(), archived.partition(), archived.log(), extent, null);
        }

        static Row of(ReplayedPartition done) {
            return new Row(
                    done.source().stream(),
                    done.source().partition(),
                    done.source().log(),
                    done.extent(),
                    done);
        }
    }

    static List<String> table(List<Row> partitions) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (Row partition : partitions) {
            Extent extent = partition.extent;
            boolean none = extent.records() == 0;
            rows.add(List.of(
                    partition.stream,
                    Integer.toString(partition.partition),
                    Long.toString(extent.records()),
                    none ? "-" : Long.toString(extent.first()),
                    none ? "-" : Long.toString(extent.last()),
                    gaps(extent)));
        }
        return TextTable.lines(rows, "  ", NUMBERS).stream()
                .map(TextReports::printable)
                .toList();
    }

    private static String gaps(Extent extent) {
        if (extent.gapCount() == 0) {
            return "-";
        }
        String first = extent.gaps().stream()
                .limit(GAPS_SHOWN)
                .map(gap -> gap.first() == gap.last() ? "" + gap.first() : gap.first() + "-" + gap.last())
                .collect(Collectors.joining(", "));
        return extent.missing() + ": " + first + (extent.gapCount() > GAPS_SHOWN ? ", ..." : "");
    }

    static String json(Row partition) {
        Extent extent = partition.extent;
        Utf8Buffer json = new Utf8Buffer(256)
                .append("{\"stream\":")
                .appendQuoted(partition.stream)
                .append(",\"partition\":")
                .append((long) partition.partition)
                .append(",\"log\":");
        if (partition.log == null) {
            json.append("null");
        } else {
            json.appendQuoted(partition.log);
        }
        json.append(",\"records\":")
                .append(extent.records())
                .append(",\"bytes\":")
                .append(extent.bytes())
                .append(",\"first\":");
        offset(json, extent.first()).append(",\"last\":");
        offset(json, extent.last())
                .append(",\"missing\":")
                .append(extent.missing())
                .append(",\"gap_count\":")
                .append(extent.gapCount())
                .append(",\"gaps\":[");
        String comma = "";
        for (Extent.Gap gap : extent.gaps()) {
            json.append(comma)
                    .append("{\"first\":")
                    .append(gap.first())
                    .append(",\"last\":")
                    .append(gap.last())
                    .append("}");
            comma = ",";
        }
        json.append("]");
        ReplayedPartition done = partition.done;
        if (done != null) {
            json.append(",\"new\":")
                    .append(Boolean.toString(done.isNew()))
                    .append(",\"earlier\":")
                    .append(done.earlier())
                    .append(",\"failed\":")
                    .append(Boolean.toString(done.failure() != null));
        }
        return json.append("}").toString();
    }

    private static Utf8Buffer offset(Utf8Buffer json, long offset) {
        return offset < 0 ? json.append("null") : json.append(offset);
    }
}
