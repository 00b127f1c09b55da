package dev.sluice.cli;

import dev.sluice.text.Utf8Buffer;
import java.io.PrintStream;

/** The same for programs: one JSON object per line, a last one with the counts. */
final class JsonReports implements Reports {
    private final PrintStream err;

    JsonReports(PrintStream err) {
        this.err = err;
    }

    @Override
    public void quarantined(Item item, String code, String reason, String where) {
        print(begin(item, code)
                .append(",\"reason\":")
                .appendQuoted(reason)
                .append(",\"where\":")
                .appendQuoted(where));
    }

    @Override
    public void incomplete(Item item, String set, String missing, String reason) {
        print(begin(item, "incomplete")
                .append(",\"reason\":")
                .appendQuoted(reason)
                .append(",\"set\":")
                .appendQuoted(set)
                .append(",\"missing\":")
                .appendQuoted(missing));
    }

    @Override
    public void file(String file, String code, String reason) {
        print(new Utf8Buffer(256)
                .append("{\"file\":")
                .appendQuoted(file)
                .append(",\"code\":")
                .appendQuoted(code)
                .append(",\"reason\":")
                .appendQuoted(reason));
    }

    @Override
    public void summary(String command, Tally tally) {
        print(new Utf8Buffer(256)
                .append("{\"summary\":")
                .appendQuoted(command)
                .append(",\"records\":")
                .append(tally.records)
                .append(",\"lines\":")
                .append(tally.lines)
                .append(",\"quarantined\":")
                .append(tally.quarantined)
                .append(",\"incomplete\":")
                .append(tally.incomplete)
                .append(",\"skipped\":")
                .append(tally.skipped)
                .append(",\"already_in_lake\":")
                .append(tally.alreadyThere)
                .append(",\"control\":")
                .append(tally.control));
    }

    private static Utf8Buffer begin(Item item, String code) {
        return new Utf8Buffer(256)
                .append("{\"input\":")
                .appendQuoted(item.place().input())
                .append(",\"record\":")
                .append(item.place().record())
                .append(",\"item\":")
                .append((long) item.number())
                .append(",\"items\":")
                .append((long) item.of())
                .append(",\"code\":")
                .appendQuoted(code);
    }

    private void print(Utf8Buffer json) {
        err.println(json.append("}"));
    }
}
