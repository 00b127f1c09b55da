package dev.sluice.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** A demo's result for programs: one JSON object. */
final class DemoJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private DemoJson() {}

    static String of(DemoResult result) throws IOException {
        LakeCounts counts = result.counts();
        ObjectNode json = JSON.createObjectNode()
                .put("lake", result.lake())
                .put("complete", result.isComplete())
                .put("changes", counts.changes().changes())
                .put("expected_changes", result.expected().changes())
                .put("new_messages", result.added())
                .put("lines", counts.changes().lines())
                .put("doubled_lines", counts.doubledLines())
                .put("resends", counts.resends())
                .put("unpaired_lines", counts.changes().unpaired())
                .put("split_events", counts.changes().split())
                .put("updates_in_halves", result.expected().halves())
                .put("parked_events", result.parked().events())
                .put("parked_updates", result.parked().updates())
                .put("waiting", result.parked().waiting())
                .put("expected_control", result.expected().control())
                .put("doubled_control", counts.doubledControl())
                .put("heartbeats", result.expected().heartbeats())
                .put("crashes", result.crashes());
        ObjectNode control = json.putObject("control");
        counts.control().forEach(control::put);
        ObjectNode quarantined = json.putObject("quarantined");
        counts.quarantined().forEach(quarantined::put);
        for (TableCounts table : counts.tables()) {
            json.withArray("tables")
                    .addObject()
                    .put("connector", table.connector())
                    .put("table", table.table())
                    .put("events", table.events())
                    .put("c", table.inserts())
                    .put("u", table.updates())
                    .put("d", table.deletes())
                    .put("r", table.reads())
                    .put("first", table.first().toString())
                    .put("last", table.last().toString());
        }
        json.put("sql", LakeQuery.tables(result.lake()));
        json.set("example", example(result.example()));
        return JSON.writeValueAsString(json) + "\n";
    }

    private static ObjectNode example(ExampleLine example) throws JsonProcessingException {
        return JSON.createObjectNode().put("object", example.key()).put("line", example.line());
    }
}
