package dev.sluice.pipeline;

import dev.sluice.change.Connector;
import dev.sluice.change.Table;
import dev.sluice.text.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Streams whose messages are rows without an envelope, as DataWorks writes them for a single table in its JSON format.
 * Nothing in such a message tells its table, so it has to be named.
 */
public record PlainRows(List<Rule> rules) {
    public static final PlainRows NONE = new PlainRows(List.of());

    /** The table of some streams. */
    public record Rule(Pattern streams, Table table) {}

    public PlainRows {
        rules = List.copyOf(rules);
    }

    /**
     * Reads {@code stream=db.schema.table,…}, the stream a glob; the first rule that matches a stream wins.
     *
     * @throws IllegalArgumentException that names the part which is wrong
     */
    static PlainRows parse(String text) {
        List<Rule> rules = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.lastIndexOf('=');
            String stream = part.substring(0, Math.max(0, equals)).strip();
            String[] names = part.substring(equals + 1).strip().split("\\.", -1);
            if (stream.isEmpty() || names.length != 3 || names[2].isEmpty()) {
                throw new IllegalArgumentException("'" + part.strip()
                        + "' is not of the form stream=db.schema.table; db and schema may be empty, the dots not");
            }
            Table table = new Table(Connector.DATAWORKS, names[0], names[1], names[2], List.of(), false);
            rules.add(new Rule(Glob.pattern(stream), table));
        }
        return new PlainRows(rules);
    }

    /** The table whose rows the messages of a stream are, or null if they are none. */
    @Nullable
    Table table(String stream) {
        for (Rule rule : rules) {
            if (rule.streams.matcher(stream).matches()) {
                return rule.table;
            }
        }
        return null;
    }
}
