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
                .put("changes", counts.changes())
                .put("expected_changes", result.expected().changes())
                .put("new_messages", result.added())
                .put("lines", counts.lines())
                .put("doubled_lines", counts.lines() - counts.differentLines())
                .put("resends", counts.resends());
        ObjectNode quarantined = json.putObject("quarantined");
        counts.quarantined().forEach(quarantined::put);
        for (TableCounts table : counts.tables()) {
            json.withArray("tables")
                    .addObject()
                    .put("table", table.table())
                    .put("events", table.events())
                    .put("c", table.inserts())
                    .put("u", table.updates())
                    .put("d", table.deletes())
                    .put("first", table.first())
                    .put("last", table.last());
        }
        json.put("sql", LakeQuery.tables(result.lake()));
        json.set("example", example(result.example()));
        return JSON.writeValueAsString(json) + "\n";
    }

    private static ObjectNode example(ExampleLine example) throws JsonProcessingException {
        return JSON.createObjectNode().put("object", example.key()).put("line", example.line());
    }
}
