package dev.sluice.verify;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * How a lake compares with its certificate.
 *
 * @param certificate its hash
 * @param blocks that were checked
 * @param records that they are certified for
 * @param lines that the lake has there now
 * @param faults what is wrong with the certificate, and objects that hold lines of another place
 * @param unreadable keys of objects that are damaged
 * @param changed blocks whose lines are not those that were certified
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record CheckReport(
        String certificate,
        long blocks,
        long records,
        long lines,
        List<String> faults,
        List<String> unreadable,
        List<Changed> changed) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public CheckReport {
        faults = List.copyOf(faults);
        unreadable = List.copyOf(unreadable);
        changed = List.copyOf(changed);
    }

    /**
     * A block.
     *
     * @param certified lines
     * @param found lines
     */
    public record Changed(String stream, int partition, int epoch, long first, long last, long certified, long found) {}

    /** True when nothing changed since. */
    @JsonGetter
    public boolean holds() {
        return faults.isEmpty() && unreadable.isEmpty() && changed.isEmpty();
    }

    CheckReport plus(CheckReport more) {
        return new CheckReport(
                certificate,
                blocks + more.blocks,
                records + more.records,
                lines + more.lines,
                joined(faults, more.faults),
                joined(unreadable, more.unreadable),
                joined(changed, more.changed));
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
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
