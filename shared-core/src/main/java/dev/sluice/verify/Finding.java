package dev.sluice.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A difference between lake and archive.
 *
 * @param kind of {@link What}, or {@code unreadable} for an object of which no line can be read
 * @param row where it stands or belongs
 * @param epoch life of the log, 0 if the line does not tell
 * @param offset -1 if the line does not tell
 * @param item number of the item in its record, -1 if only the lake tells of it
 * @param object key of the object that holds the line, null for what is missing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
        String kind,
        Row row,
        String stream,
        int partition,
        int epoch,
        long offset,
        int item,
        @Nullable String object) {
    static final String UNREADABLE = "unreadable";

    static final Comparator<Finding> BY_PLACE = Comparator.comparing(Finding::stream)
            .thenComparingInt(Finding::partition)
            .thenComparingInt(Finding::epoch)
            .thenComparingLong(Finding::offset)
            .thenComparingInt(Finding::item)
            .thenComparing(Finding::kind)
            .thenComparing(finding -> finding.row().table())
            .thenComparing(finding -> finding.row().day())
            .thenComparing(finding -> finding.object() == null ? "" : finding.object());
}
