package dev.sluice.normalize;

import dev.sluice.change.Table;
import dev.sluice.text.Glob;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * In which zone a source writes times that carry none, or carry a false {@code Z} (a documented defect of SQL Server
 * outside UTC). Without a rule: CES in UTC, DataWorks and Canal in Asia/Shanghai (FORMATS.md has the evidence).
 */
public record SourceZones(List<Rule> rules) {
    public static final SourceZones DEFAULT = new SourceZones(List.of());

    /**
     * The zone of some tables.
     *
     * @param tables glob on {@code db.schema.table}; an empty schema gives {@code db..table}
     */
    public record Rule(Pattern tables, ZoneId zone) {}

    public SourceZones {
        rules = List.copyOf(rules);
    }

    /**
     * Reads {@code [pattern=]zone,…}; the first rule that matches a table wins.
     *
     * @throws IllegalArgumentException that names the part which is wrong
     */
    public static SourceZones parse(String text) {
        List<Rule> rules = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.lastIndexOf('=');
            String pattern = equals < 0 ? "*" : part.substring(0, equals).strip();
            String zone = part.substring(equals + 1).strip();
            try {
                rules.add(new Rule(Glob.pattern(pattern), ZoneId.of(zone)));
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        "'" + zone + "' is not a time zone; expected one like Europe/Berlin, UTC or +05:30", e);
            }
        }
        return new SourceZones(rules);
    }

    ZoneId zone(Table table) {
        String name = table.db() + "." + table.schema() + "." + table.name();
        for (Rule rule : rules) {
            if (rule.tables.matcher(name).matches()) {
                return rule.zone;
            }
        }
        return switch (table.connector()) {
            case CES -> ZoneOffset.UTC;
            case DATAWORKS, CANAL -> China.ZONE;
        };
    }

    /** Loaded only where it is needed: to read the rules of the world's zones takes a process that starts some milliseconds. */
    private static final class China {
        private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    }
}
