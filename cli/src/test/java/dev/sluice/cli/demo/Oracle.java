package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.LakeFiles;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import dev.sluice.traffic.SourceRow;
import dev.sluice.traffic.TrafficOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What a demo's lake has to hold, told by the generator, and what it does hold, as comparable text. */
final class Oracle {
    private Oracle() {}

    /** {@code table op id partition/offset} of each change; two for a changed key. */
    static Set<String> expected(long seed, int events) {
        return of(seed, events, Kind.CHANGE);
    }

    /** The same of what the source sent again; which of these are in the lake depends on the cuts. */
    static Set<String> resends(long seed, int events) {
        return of(seed, events, Kind.RESEND);
    }

    private static Set<String> of(long seed, int events, Kind kind) {
        Set<String> expected = new TreeSet<>();
        for (Generated generated :
                CesTraffic.seeded(seed).with(TrafficOptions.defaults().withEvents(events))) {
            SourceRow row = generated.row();
            if (generated.kind() == kind && row != null) {
                if (isKeyChange(row)) {
                    expected.add(text(row, "d", row.logicalId() + "/d"));
                    expected.add(text(row, "c", row.logicalId() + "/c"));
                } else {
                    expected.add(text(row, row.op(), row.logicalId()));
                }
            }
        }
        return expected;
    }

    /** Both images full, which the demo's options make all key changes but sparse ones. */
    private static boolean isKeyChange(SourceRow row) {
        return row.op().equals("u")
                && row.before() != null
                && row.after() != null
                && row.key().keySet().stream()
                        .anyMatch(name -> !Objects.equals(
                                row.before().get(name), row.after().get(name)));
    }

    private static String text(SourceRow row, String op, String id) {
        return row.table() + " " + op + " " + id + " " + row.partition() + "/" + row.offset();
    }

    /** All lines of the lake, so that a doubled one shows. */
    static List<String> found(Path lake) throws IOException {
        List<String> found = new ArrayList<>();
        for (JsonNode line : LakeFiles.changes(lake)) {
            JsonNode source = line.get("source");
            found.add(source.get("db").asText() + "." + source.get("schema").asText() + "."
                    + source.get("table").asText() + " " + line.get("op").asText() + " "
                    + line.get("id").asText() + " " + source.get("partition") + "/" + source.get("offset"));
        }
        return found;
    }
}
