package dev.sluice.replay;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.text.Utf8Buffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a step did, or several.
 *
 * @param records that were given to the pipeline
 * @param bytes of their bodies
 * @param skipped items, those among them that were in the lake already
 * @param missing offsets that the archive lacks between the others
 * @param earlier records of an earlier life of the log, which were left out
 * @param faults of files, the first hundred
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record StepResult(
        long records,
        long bytes,
        long emitted,
        long parked,
        long control,
        long skipped,
        long quarantined,
        long missing,
        long earlier,
        List<ArchiveFault> faults) {
    private static final int MOST_FAULTS = 100;

    StepResult {
        faults = List.copyOf(faults.subList(0, Math.min(MOST_FAULTS, faults.size())));
    }

    /** Nothing but faults of files. */
    static StepResult of(List<ArchiveFault> faults) {
        return new StepResult(0, 0, 0, 0, 0, 0, 0, 0, 0, faults);
    }

    static StepResult of(BatchReport.Counts items) {
        return new StepResult(
                0,
                0,
                items.emitted(),
                items.parked(),
                items.control(),
                items.skipped(),
                items.quarantined(),
                0,
                0,
                List.of());
    }

    static StepResult of(ReplayedPartition done) {
        return new StepResult(
                done.extent().records(),
                done.extent().bytes(),
                0,
                0,
                0,
                0,
                0,
                done.extent().missing(),
                done.earlier(),
                done.extent().faults());
    }

    /** One JSON object without a line feed. */
    String json(String step) {
        return new Utf8Buffer(256)
                .append("{\"event\":\"replay\",\"step\":")
                .appendQuoted(step)
                .append(",\"records\":")
                .append(records)
                .append(",\"bytes\":")
                .append(bytes)
                .append(",\"emitted\":")
                .append(emitted)
                .append(",\"parked\":")
                .append(parked)
                .append(",\"control\":")
                .append(control)
                .append(",\"skipped\":")
                .append(skipped)
                .append(",\"quarantined\":")
                .append(quarantined)
                .append(",\"missing\":")
                .append(missing)
                .append(",\"earlier\":")
                .append(earlier)
                .append(",\"faults\":")
                .append(faults.size())
                .append("}")
                .slice(0)
                .toString();
    }

    StepResult plus(StepResult other) {
        Set<ArchiveFault> all = new LinkedHashSet<>(faults); // a block may reach over the border of two steps
        all.addAll(other.faults);
        return new StepResult(
                records + other.records,
                bytes + other.bytes,
                emitted + other.emitted,
                parked + other.parked,
                control + other.control,
                skipped + other.skipped,
                quarantined + other.quarantined,
                missing + other.missing,
                earlier + other.earlier,
                List.copyOf(all));
    }
}
