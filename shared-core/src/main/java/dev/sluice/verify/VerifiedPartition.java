package dev.sluice.verify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.sluice.archive.ArchiveFault;
import java.util.List;

/**
 * What was verified of one life of a partition's log.
 *
 * @param records that were read and judged
 * @param first offset of the first, -1 if there is none
 * @param last offset of the last, -1 if there is none
 * @param missing offsets between them that the archive lacks
 * @param unarchived lines of the lake at those offsets, which nothing can prove
 * @param earlier records of an earlier life of the log, which were left out
 * @param outcomes what became of the items
 * @param blocks of the certificate
 * @param faults of files that were found when they were merged
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record VerifiedPartition(
        String stream,
        int partition,
        int epoch,
        long records,
        long first,
        long last,
        long missing,
        long unarchived,
        long earlier,
        Certificate.Outcomes outcomes,
        @JsonIgnore List<Certificate.Block> blocks,
        @JsonIgnore List<ArchiveFault> faults) {
    public VerifiedPartition {
        blocks = List.copyOf(blocks);
        faults = List.copyOf(faults);
    }
}
