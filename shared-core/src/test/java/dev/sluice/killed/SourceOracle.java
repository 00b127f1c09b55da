package dev.sluice.killed;

import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import dev.sluice.traffic.SourceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What has to be in the lake, as the generator of the traffic tells it; no code of the pipeline has a part in it. */
public final class SourceOracle {
    private final List<String> changes = new ArrayList<>();
    private final List<String> control = new ArrayList<>();
    private final List<String> poison = new ArrayList<>();

    /** Reads what the generator says of its records. */
    public SourceOracle(List<Wave.Log> logs) {
        for (Wave.Log log : logs) {
            for (Generated record : log.records()) {
                String place = log.name() + " " + record.message().offset();
                if (record.kind() == Kind.CHANGE) {
                    addChange(log, record.row(), place);
                } else if (record.kind() == Kind.CONTROL) {
                    control.add(place);
                } else if (record.kind() == Kind.POISON) {
                    poison.add(place);
                }
            }
        }
        changes.sort(null);
        control.sort(null);
        poison.sort(null);
    }

    private void addChange(Wave.Log log, SourceRow row, String place) {
        String id = row.logicalId().isEmpty()
                ? log.source().stream() + "/" + row.partition() + "/" + row.offset()
                : row.logicalId();
        if (isKeyChange(row)) {
            changes.add(row.table() + " d " + id + "/d " + place);
            changes.add(row.table() + " c " + id + "/c " + place);
        } else {
            changes.add(row.table() + " " + row.op() + " " + id + " " + place);
        }
    }

    private static boolean isKeyChange(SourceRow row) {
        return row.op().equals("u")
                && row.before() != null
                && row.after() != null
                && row.key().keySet().stream()
                        .anyMatch(name -> !Objects.equals(
                                row.before().get(name), row.after().get(name)));
    }

    /** {@code table op id place} of each row change. */
    public List<String> changes() {
        return changes;
    }

    /** The place of each control event. */
    public List<String> control() {
        return control;
    }

    /** The place of each message that cannot be read. */
    public List<String> poison() {
        return poison;
    }
}
