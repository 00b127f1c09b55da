package dev.sluice.cli;

import dev.sluice.pipeline.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** One line per item, as compilers write them. */
final class TextReports implements Reports {
    private static final int WIDTH = 80;

    private final PrintStream err;

    TextReports(PrintStream err) {
        this.err = err;
    }

    @Override
    public void quarantined(Item item, String code, String reason, String where) {
        String part = item.of() == 1 ? "" : "item " + item.number() + " of " + item.of();
        String detail = part.isEmpty() || where.isEmpty() ? part + where : part + ", " + where;
        line(item, code, detail.isEmpty() ? reason : reason + " (" + detail + ")");
    }

    @Override
    public void incomplete(Item item, String set, String missing, String reason) {
        String what = missing.equals(Outcome.Parked.SECOND_HALF)
                ? "half of an update, missing: "
                : "a split event, segments missing: ";
        line(item, "incomplete", what + missing + "; " + reason);
    }

    @Override
    public void file(String file, String code, String reason) {
        err.println(printable(file + ": " + code + ": " + reason));
    }

    private void line(Item item, String code, String text) {
        err.println(printable(item.place().input() + ":" + item.place().record() + ": " + code + ": " + text));
    }

    @Override
    public void summary(String command, Tally tally) {
        err.println(command + ": " + tally.records + " records, " + tally.lines + " lines, " + tally.quarantined
                + " quarantined, " + tally.incomplete + " incomplete, " + tally.skipped + " skipped"
                + (tally.alreadyThere == 0 ? "" : " (" + tally.alreadyThere + " already in the lake)")
                + (tally.control == 0 ? "" : ", " + tally.control + " control"));
    }

    /** Text in lines of 80 columns, as far as its words allow. */
    static List<String> wrapped(String indent, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : printable(text).split(" ", -1)) {
            if (line.length() > 0 && indent.length() + line.length() + 1 + word.length() > WIDTH) {
                lines.add(indent + line);
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(indent + line);
        return lines;
    }

    /** File names may hold anything; a terminal must not obey it. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(c -> printable.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return printable.toString();
    }
}
