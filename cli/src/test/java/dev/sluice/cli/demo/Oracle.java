package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.LakeFiles;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import dev.sluice.traffic.SourceRow;
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

    /** {@code table op id stream/partition/offset} of each change; two for a changed key. */
    static Set<String> expected(long seed, int events) {
        return of(seed, events, Kind.CHANGE);
    }

    /** The same of what the source sent again; which of these are in the lake depends on the cuts. */
    static Set<String> resends(long seed, int events) {
        return of(seed, events, Kind.RESEND);
    }

    private static Set<String> of(long seed, int events, Kind kind) {
        Set<String> expected = new TreeSet<>();
        for (DemoTraffic.Sent sent : new DemoTraffic(seed, events)) {
            Generated generated = sent.generated();
            SourceRow row = generated.row();
            if (generated.kind() == kind && row != null) {
                String id = id(sent.stream(), row);
                if (isKeyChange(row)) {
                    expected.add(text(sent.stream(), row, "d", id + "/d"));
                    expected.add(text(sent.stream(), row, "c", id + "/c"));
                } else {
                    expected.add(text(sent.stream(), row, row.op(), id));
                }
            }
        }
        return expected;
    }

    /** DataWorks gives its changes none: their place is it. */
    private static String id(DemoStream stream, SourceRow row) {
        return switch (stream) {
            case CES -> row.logicalId();
            case DATAWORKS -> stream.label + "/" + row.partition() + "/" + row.offset();
        };
    }

    /** How many messages of a kind there are. */
    static long count(long seed, int events, Kind kind) {
        long count = 0;
        for (DemoTraffic.Sent sent : new DemoTraffic(seed, events)) {
            count += sent.generated().kind() == kind ? 1 : 0;
        }
        return count;
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

    private static String text(DemoStream stream, SourceRow row, String op, String id) {
        return row.table() + " " + op + " " + id + " " + stream.label + "/" + row.partition() + "/" + row.offset();
    }

    /** All lines of the lake, so that a doubled one shows. */
    static List<String> found(Path lake) throws IOException {
        List<String> found = new ArrayList<>();
        for (JsonNode line : LakeFiles.changes(lake)) {
            JsonNode source = line.get("source");
            found.add(source.get("db").asText() + "." + source.get("schema").asText() + "."
                    + source.get("table").asText() + " " + line.get("op").asText() + " "
                    + line.get("id").asText() + " " + source.get("stream").asText() + "/" + source.get("partition")
                    + "/" + source.get("offset"));
        }
        return found;
    }
}
