package dev.sluice.verify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.archive.ArchiveFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a lake compares with an archive.
 *
 * @param equal there is no difference, and every file and object could be read
 * @param samplePermille how many of a thousand blocks of offsets were read
 * @param incomplete split events of which the archive has some pieces only
 * @param unreadable objects of the lake that are damaged
 * @param total of all rows
 * @param otherSettings nearly all lines differ, as if the lake was written with other settings
 * @param faults of files of the archive
 * @param findings the first differences, by their places
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record VerifyReport(
        boolean equal,
        int samplePermille,
        List<VerifiedPartition> partitions,
        long incomplete,
        long unreadable,
        Counts total,
        boolean otherSettings,
        List<Line> rows,
        List<ArchiveFault> faults,
        List<Finding> findings) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int NEARLY_ALL_PERCENT = 90;
    private static final int FEW = 10;

    /** The counts of a row. */
    public record Line(@JsonUnwrapped Row row, Counts counts) {}

    static VerifyReport of(
            int samplePermille,
            List<VerifiedPartition> partitions,
            long incomplete,
            List<ArchiveFault> faults,
            Findings found) {
        Counts total = new Counts();
        Map<Row, Counts> rows = new TreeMap<>(Comparator.comparing(Row::table).thenComparing(Row::day));
        found.folders().forEach((folder, counts) -> {
            total.add(counts);
            rows.computeIfAbsent(Row.of(folder), row -> new Counts()).add(counts); // quarantine has a folder per stream
        });
        List<ArchiveFault> all = new ArrayList<>(faults);
        partitions.forEach(partition -> all.addAll(partition.faults()));
        boolean equal = total.differences() == 0 && all.isEmpty() && found.unreadable() == 0;
        boolean other = total.of(What.LINES) >= FEW
                && total.of(What.DIFFERENT) * 100 >= total.of(What.LINES) * NEARLY_ALL_PERCENT;
        return new VerifyReport(
                equal,
                samplePermille,
                partitions,
                incomplete,
                found.unreadable(),
                total,
                other,
                rows.entrySet().stream()
                        .map(row -> new Line(row.getKey(), row.getValue()))
                        .toList(),
                all,
                found.first());
    }

    /** True when all that the archive tells is in the lake, not only nothing else. */
    @JsonIgnore
    public boolean isComplete() {
        return equal && total.of(What.NOT_YET) == 0 && total.of(What.IN_HOLE) == 0 && total.of(What.UNPROVEN) == 0;
    }

    /** True when there are differences that are not among the findings. */
    @JsonIgnore
    public boolean isCut() {
        return findings.size() >= Findings.MOST && total.differences() + unreadable > findings.size();
    }

    /** One JSON object without a line feed. */
    public String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is always JSON", e);
        }
    }
}
