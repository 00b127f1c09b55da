package dev.sluice.cli;

import dev.sluice.lake.QuarantineEntry;
import dev.sluice.pipeline.Redrive;
import dev.sluice.text.Utf8Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Entries of the quarantine for people, within 80 columns as far as names allow, and for programs. */
final class QuarantineText {
    private static final String INDENT = "    ";
    private static final int FATE_WIDTH = 9;

    private QuarantineText() {}

    /** Its id, time and code, then the reason. */
    static List<String> lines(QuarantineEntry entry) {
        List<String> lines = new ArrayList<>();
        lines.add(entry.id() + "  " + time(entry.brokerTime()) + "  " + entry.code()
                + (entry.settled() ? "  (resolved)" : ""));
        lines.addAll(TextReports.wrapped(INDENT, entry.reason() + place(entry.where())));
        return printable(lines);
    }

    private static String place(String where) {
        return where.isEmpty() ? "" : " (" + where + ")";
    }

    /** As in other tables, without the year. */
    private static String time(@Nullable Instant time) {
        return time == null ? "no time    " : time.toString().substring(5, 16).replace('T', ' ');
    }

    /** How many entries there are of each code. */
    static List<String> counts(Map<String, Integer> codes) {
        if (codes.isEmpty()) {
            return List.of("nothing is in the quarantine");
        }
        List<List<String>> rows = new ArrayList<>();
        codes.forEach((code, count) -> rows.add(List.of(Integer.toString(count), code)));
        int all = codes.values().stream().mapToInt(Integer::intValue).sum();
        rows.add(List.of(Integer.toString(all), all == 1 ? "entry" : "entries"));
        return Stream.concat(Stream.of(""), TextTable.lines(rows, "  ", Set.of(0)).stream())
                .toList();
    }

    /** All that is known of an entry, but for its body. */
    static List<String> head(QuarantineEntry.WithBytes one) {
        QuarantineEntry entry = one.entry();
        String kind = BodyText.isText(one.raw()) ? "text" : "no UTF-8";
        return printable(TextTable.lines(
                List.of(
                        List.of("id", entry.id().text()),
                        List.of("code", entry.code()),
                        List.of("reason", entry.reason()),
                        List.of("where", entry.where().isEmpty() ? "all of it" : entry.where()),
                        List.of("stream", entry.origin().stream()),
                        List.of(
                                "partition",
                                entry.origin().partition() + ", epoch "
                                        + entry.origin().epoch()),
                        List.of(
                                "offset",
                                entry.position().offset() + ", item "
                                        + entry.position().item() + " of "
                                        + entry.position().items()),
                        List.of(
                                "broker time",
                                entry.brokerTime() == null
                                        ? "not told"
                                        : entry.brokerTime().toString()),
                        List.of("resolved", entry.settled() ? "yes" : "no"),
                        List.of("object", entry.object()),
                        List.of("line", Integer.toString(entry.line())),
                        List.of("body", one.raw().length() + " bytes, " + kind),
                        List.of("", "")),
                "  ",
                Set.of()));
    }

    static String json(QuarantineEntry entry) {
        Utf8Buffer json =
                new Utf8Buffer(512).append("{\"id\":").appendQuoted(entry.id().text());
        json.append(",\"code\":").appendQuoted(entry.code());
        json.append(",\"reason\":").appendQuoted(entry.reason());
        json.append(",\"where\":").appendQuoted(entry.where());
        json.append(",\"stream\":").appendQuoted(entry.origin().stream());
        json.append(",\"partition\":").append((long) entry.origin().partition());
        json.append(",\"epoch\":").append((long) entry.origin().epoch());
        json.append(",\"offset\":").append(entry.position().offset());
        json.append(",\"item\":").append((long) entry.position().item());
        json.append(",\"items\":").append((long) entry.position().items());
        json.append(",\"broker_time\":");
        if (entry.brokerTime() == null) {
            json.append("null");
        } else {
            json.appendQuoted(entry.brokerTime().toString());
        }
        json.append(",\"resolved\":").append(Boolean.toString(entry.settled()));
        json.append(",\"object\":").appendQuoted(entry.object());
        json.append(",\"line\":").append((long) entry.line());
        return json.append("}").toString();
    }

    /** What became of it, and why. */
    static List<String> lines(Redrive.Result result) {
        List<String> lines = new ArrayList<>();
        String fate = fate(result.fate()).replace('_', ' ');
        lines.add(fate + " ".repeat(FATE_WIDTH - fate.length()) + "  "
                + result.entry().id()
                + (result.lines() == 0 ? "" : "  " + result.lines() + (result.lines() == 1 ? " line" : " lines")));
        if (!result.reason().isEmpty()) {
            lines.addAll(TextReports.wrapped(
                    INDENT,
                    (result.code().isEmpty() ? "" : result.code() + ": ") + result.reason() + place(result.where())));
        }
        return printable(lines);
    }

    static String json(Redrive.Result result) {
        return new Utf8Buffer(256)
                .append("{\"id\":")
                .appendQuoted(result.entry().id().text())
                .append(",\"fate\":")
                .appendQuoted(fate(result.fate()))
                .append(",\"lines\":")
                .append((long) result.lines())
                .append(",\"code\":")
                .appendQuoted(result.code())
                .append(",\"reason\":")
                .appendQuoted(result.reason())
                .append(",\"where\":")
                .appendQuoted(result.where())
                .append("}")
                .toString();
    }

    static String fate(Redrive.Fate fate) {
        return fate.name().toLowerCase(Locale.ROOT);
    }

    private static List<String> printable(List<String> lines) {
        return lines.stream().map(TextReports::printable).toList();
    }
}
