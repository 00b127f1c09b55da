package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names an entry of the quarantine so that it can be typed: by where its item stood, as the {@code id} of a line does,
 * {@code stream/partition[@epoch]/offset[#item]}; or, where that is not one place, by its object and line,
 * {@code stream/kind-<16 hex>#line}.
 */
public record QuarantineId(String text) {
    private static final Pattern RECORD =
            Pattern.compile("(.+)/(\\d{1,9})(?:@(\\d{1,9}))?/(\\d{1,18})(?:#(\\d{1,9}))?");
    private static final Pattern REPORT = Pattern.compile("(.+)/((?:set|incomplete|unplaced)-[0-9a-f]{16})#\\d{1,9}");
    private static final Pattern REPORT_OBJECT =
            Pattern.compile("(set|incomplete|unplaced)-[0-9a-f]{32}\\.jsonl(\\.gz)?");
    private static final int HASH_DIGITS = 16;

    /** What an object of the quarantine keeps, as its name tells. */
    public enum Kind {
        /** Items that could not be read, each from its place in the log. */
        RECORD,
        /** The pieces of an event that can never be joined. */
        SET,
        /** What is there of an event, or of an update, whose rest did not come. */
        INCOMPLETE,
        /** Bodies of which nobody knows where they stood. */
        UNPLACED;

        static Kind of(String object) {
            Matcher report = REPORT_OBJECT.matcher(fileName(object));
            if (!report.matches()) {
                return RECORD;
            }
            return switch (report.group(1)) {
                case "set" -> SET;
                case "incomplete" -> INCOMPLETE;
                default -> UNPLACED;
            };
        }
    }

    static QuarantineId ofRecord(Origin origin, Position position) {
        return new QuarantineId(origin.stream() + "/" + origin.partition()
                + (origin.epoch() > 1 ? "@" + origin.epoch() : "") + "/" + position.offset()
                + (position.items() > 1 ? "#" + position.item() : ""));
    }

    /** The id that all items of a record begin with. */
    public static QuarantineId of(RecordPlace place) {
        Origin origin = place.origin();
        String life = origin.epoch() > 1 ? "@" + origin.epoch() : "";
        return new QuarantineId(origin.stream() + "/" + origin.partition() + life + "/" + place.offset());
    }

    static QuarantineId ofReport(String stream, String object, int line) {
        String name = fileName(object);
        return new QuarantineId(stream + "/" + name.substring(0, name.indexOf('-') + 1 + HASH_DIGITS) + "#" + line);
    }

    /** Reads what somebody typed; empty if it is of neither form. */
    public static Optional<QuarantineId> parse(String text) {
        if (REPORT.matcher(text).matches()) {
            return Optional.of(new QuarantineId(text));
        }
        Matcher record = RECORD.matcher(text);
        return record.matches()
                ? Optional.of(new QuarantineId(
                        "1".equals(record.group(3)) ? text.replaceFirst("@1(/\\d+(#\\d+)?)$", "$1") : text))
                : Optional.empty();
    }

    /** The stream that it begins with. */
    public String stream() {
        Matcher record = RECORD.matcher(text);
        Matcher report = REPORT.matcher(text);
        if (record.matches()) {
            return record.group(1);
        }
        return report.matches() ? report.group(1) : "";
    }

    /** Where the record stood, if it is the id of one. */
    public Optional<RecordPlace> place() {
        Matcher record = RECORD.matcher(text);
        if (!record.matches()) {
            return Optional.empty();
        }
        String epoch = record.group(3);
        int life = epoch == null ? 1 : Integer.parseInt(epoch);
        Origin origin = new Origin(record.group(1), Integer.parseInt(record.group(2)), life);
        return Optional.of(new RecordPlace(origin, Long.parseLong(record.group(4))));
    }

    /** False for an object that cannot hold the entry, as its name tells. */
    boolean mayBeIn(String object) {
        Matcher report = REPORT.matcher(text);
        return report.matches()
                ? fileName(object).startsWith(report.group(2))
                : place().map(place -> place.mayBeIn(object)).orElse(false);
    }

    private static String fileName(String object) {
        return object.substring(object.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
