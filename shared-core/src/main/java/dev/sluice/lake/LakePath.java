package dev.sluice.lake;

import dev.sluice.change.Table;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.Origin;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names of objects. They follow from the data and the broker's positions alone, never from a clock, a setting that may
 * change or a row value; so the same event has the same name wherever and how often it is written.
 */
public final class LakePath {
    private static final int OFFSET_DIGITS = 20;

    /** Where the halves of updates are. */
    public static final String PAIRS = "pairs/";

    /** Name of the mark in a set's folder that it can never become an event. */
    public static final String CONFLICT = "conflict";

    /** The partition value for what is missing, unreadable or out of range; Hive's own word for it. */
    public static final String DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__";

    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2199;
    private static final int LONGEST_NAME = 120;
    private static final int KEPT_OF_LONG_NAME = 100;
    private static final String UPPER_HEX = "0123456789ABCDEF";

    private LakePath() {}

    /** {@code db=…/schema=…/table=…/date=…[/hour=…]} by the date digits of the source's own commit time. */
    static Folder table(Table table, CommitTime time, Layout.Partition partition) {
        String date = dated(time.year(), time.month(), time.day());
        String hour = date.equals(DEFAULT_PARTITION) || time.hour() < 0 ? DEFAULT_PARTITION : two(time.hour());
        return new Folder(
                Root.LAKE,
                tableFolder(table) + "/date=" + date + (partition == Layout.Partition.HOUR ? "/hour=" + hour : ""));
    }

    /** {@code _control/kind=…/date=…}, by the date digits of the source's own time in UTC. */
    static Folder control(String kind, CommitTime time) {
        return new Folder(Root.LAKE, "_control/kind=" + kind + "/date=" + dated(time.year(), time.month(), time.day()));
    }

    private static String tableFolder(Table table) {
        return "db=" + partition(table.db()) + "/schema=" + partition(table.schema()) + "/table="
                + partition(table.name());
    }

    static String schema(Table table, String schemaId) {
        return "_schemas/" + tableFolder(table) + "/" + schemaId + ".json";
    }

    /** @param brokerTime milliseconds since 1970, null if the broker gave none */
    static Folder quarantine(String stream, @Nullable Long brokerTime) {
        return new Folder(Root.STATE, "quarantine/" + name(stream) + "/date=" + dated(brokerTime));
    }

    public static String ledger(String stream, int partition) {
        return "ledger/" + name(stream) + "/" + partition + ".json";
    }

    /** Why a hole was closed; the same may be opened and closed again. */
    static String acceptedHole(String stream, int partition, int epoch, long first, long last, long millis) {
        return "holes/" + name(stream) + "/" + partition + "/" + epoch + "-" + first + "-" + last + "-" + millis
                + ".json";
    }

    /** The folder of a split event's parked pieces; the event's name is hashed, for it is the source's text. */
    public static String parkedSet(String stream, Slice logicalId) {
        return parkedFolder(stream, eventHash(logicalId));
    }

    private static String parkedFolder(String stream, String event) {
        return "parked/" + name(stream) + "/" + event.substring(0, 2) + "/" + event + "/";
    }

    /**
     * The mark that a set can never become an event.
     *
     * @param event see {@link #eventHash}
     */
    static String conflict(String stream, String event) {
        return parkedFolder(stream, event) + CONFLICT;
    }

    /** 32 hex digits that stand for a split event in the names of the state store. */
    public static String eventHash(Slice logicalId) {
        return Hash.hex(logicalId.copy(), 32);
    }

    /** 16 hex digits that tell a piece of a split event from another one that claims its place. */
    public static String fragmentHash(Slice fragment) {
        return Hash.hex(fragment.copy(), 16);
    }

    /** 32 hex digits that stand for an update told in two records, in the names of the state store and of the lake. */
    public static String pairHash(String db, String schema, String table, Slice sequence) {
        Utf8Buffer name = new Utf8Buffer(128);
        for (String part : List.of(db, schema, table)) {
            name.append(part.length()).append(':').append(part);
        }
        return Hash.hex(name.append(sequence).toBytes(), 32);
    }

    /** Folder of the halves of an update, with its slash. */
    public static String pair(String stream, String pair) {
        return PAIRS + name(stream) + "/" + pair + "/";
    }

    /** The object of a first half that tells what the second one was written without; the same for one sent again. */
    static String pair(Folder folder, String stream, String pair, Slice first, Layout.Compression compression) {
        Utf8Buffer name = new Utf8Buffer(128).append(stream).append('\n').append(pair);
        name.append('\n').append(fragmentHash(first));
        return folder.path() + "/pair-" + Hash.hex(name.toBytes(), 32) + compression.suffix();
    }

    /**
     * The mark that a split event is in the lake.
     *
     * @param event see {@link #eventHash}
     */
    static String done(String stream, String event) {
        return "done/" + name(stream) + "/" + event;
    }

    /** The object of an event that came in pieces: it is named by the event, for its pieces may stand anywhere. */
    static String split(Folder folder, String stream, Slice logicalId, Layout.Compression compression) {
        return folder.path() + "/" + splitName(stream, logicalId) + compression.suffix();
    }

    /** Name of that object in its folder, without the ending that tells its compression. */
    public static String splitName(String stream, Slice logicalId) {
        return "split-" + event(stream, logicalId);
    }

    /** The object that keeps the pieces of an event which cannot be joined. */
    static String set(Folder folder, String stream, Slice logicalId, Layout.Compression compression) {
        return folder.path() + "/set-" + event(stream, logicalId) + compression.suffix();
    }

    /** The report of an event whose other pieces did not come in time. */
    static String incomplete(Folder folder, String stream, Slice logicalId, Layout.Compression compression) {
        return folder.path() + "/incomplete-" + event(stream, logicalId) + compression.suffix();
    }

    /** The object that keeps bodies whose positions are not known. */
    static String unplaced(
            Folder folder, Origin origin, long lowest, List<Slice> bodies, Layout.Compression compression) {
        Utf8Buffer name =
                new Utf8Buffer(128).append(origin.partition()).append('\n').append(lowest);
        for (Slice body : bodies) {
            name.append('\n').append(Hash.hex(body.copy(), 64));
        }
        return folder.path() + "/unplaced-" + Hash.hex(name.toBytes(), 32) + compression.suffix();
    }

    private static String event(String stream, Slice logicalId) {
        Utf8Buffer name = new Utf8Buffer(128).append(stream).append('\n').append(logicalId);
        return Hash.hex(name.toBytes(), 32);
    }

    /** What the objects of a partition's chain in a folder begin with. */
    static String chain(Folder folder, Origin origin) {
        return folder.path() + "/" + name(origin.stream()) + "-" + origin.partition() + "-" + origin.epoch() + "-";
    }

    /**
     * An object of a chain.
     *
     * @param first offset of its first event
     */
    record ChainObject(String key, long first) {}

    /** The object of a chain that has this key; empty if it is none. */
    static Optional<ChainObject> chainObject(String chain, String key) {
        String rest = key.substring(chain.length());
        boolean numbered = rest.length() > OFFSET_DIGITS
                && rest.charAt(OFFSET_DIGITS) == '.'
                && isObject(key)
                && rest.chars().limit(OFFSET_DIGITS).allMatch(c -> c >= '0' && c <= '9');
        return numbered
                ? Optional.of(new ChainObject(key, Long.parseLong(rest.substring(0, OFFSET_DIGITS))))
                : Optional.empty();
    }

    /** True for an object with lines; marks stand beside these, under longer names. */
    static boolean isObject(String key) {
        return Arrays.stream(Layout.Compression.values()).anyMatch(kind -> key.endsWith(kind.suffix()));
    }

    /** What the keys of events that were left out of their chain begin with. */
    static String redriven(Folder folder, Origin origin) {
        return folder.path() + "/redrive-" + name(origin.stream()) + "-" + origin.partition() + "-" + origin.epoch()
                + "-";
    }

    /** The object of an event that was left out of its chain. */
    static String redrive(Folder folder, Origin origin, long offset, int item, Layout.Compression compression) {
        return redriven(folder, origin) + twenty(offset) + (item == 0 ? "" : "." + item) + compression.suffix();
    }

    /** The object whose first event stands at this offset. */
    static String object(Folder folder, Origin origin, long first, Layout.Compression compression) {
        return chain(folder, origin) + twenty(first) + compression.suffix();
    }

    private static String dated(@Nullable Long millis) {
        if (millis == null) {
            return DEFAULT_PARTITION;
        }
        ZonedDateTime time = Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
        return dated(time.getYear(), time.getMonthValue(), time.getDayOfMonth());
    }

    private static String dated(int year, int month, int day) {
        return year < FIRST_YEAR || year > LAST_YEAR ? DEFAULT_PARTITION : year + "-" + two(month) + "-" + two(day);
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }

    /** Twenty digits, without what a formatter loads first. */
    private static String twenty(long offset) {
        String digits = Long.toString(offset);
        return "0".repeat(20 - digits.length()) + digits;
    }

    private static String partition(String name) {
        return name.isEmpty() ? DEFAULT_PARTITION : name(name);
    }

    /**
     * A name as one path segment: UTF-8, percent-encoded outside {@code A-Za-z0-9_-} and dots that have something on
     * both sides; if that is longer than 120 bytes, its first 100, {@code ~} and 16 hex of its SHA-256.
     */
    public static String name(String name) {
        byte[] bytes = Utf8.bytes(name);
        StringBuilder out = new StringBuilder(bytes.length + 16);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xFF;
            boolean innerDot = c == '.' && i > 0 && i < bytes.length - 1;
            if (isPlain(c) || innerDot) {
                out.append((char) c);
            } else {
                out.append('%').append(UPPER_HEX.charAt(c >> 4)).append(UPPER_HEX.charAt(c & 15));
            }
        }
        return out.length() <= LONGEST_NAME
                ? out.toString()
                : out.substring(0, KEPT_OF_LONG_NAME) + "~" + Hash.hex(out.toString(), 16);
    }

    /** The name that a path segment stands for, as far as it was not cut; the segment itself if it stands for none. */
    public static String nameOf(String segment) {
        String name = decoded(segment);
        return name == null ? segment : name;
    }

    /** The name that was percent-encoded for a path; null if it was not. */
    public static @Nullable String decoded(String segment) {
        byte[] bytes = new byte[segment.length()];
        int length = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c != '%') {
                bytes[length++] = (byte) c;
            } else if (i + 2 < segment.length()
                    && HexFormat.isHexDigit(segment.charAt(i + 1))
                    && HexFormat.isHexDigit(segment.charAt(i + 2))) {
                bytes[length++] = (byte) HexFormat.fromHexDigits(segment, i + 1, i + 3);
                i += 2;
            } else {
                return null;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static boolean isPlain(int c) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
