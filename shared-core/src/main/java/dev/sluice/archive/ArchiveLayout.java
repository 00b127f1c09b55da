package dev.sluice.archive;

import dev.sluice.lake.LakePath;
import dev.sluice.lake.StreamPartition;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells hub and partition by the path of a file: by a pattern in the words of Event Hubs Capture (its {@code
 * archiveNameFormat}), behind any prefix, or by the paths of an archive of our own.
 */
public final class ArchiveLayout {
    /** The pattern that Capture has where nobody sets another. */
    public static final String CAPTURE =
            "{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}";

    private static final String NAMESPACE = "Namespace";
    private static final String HUB = "EventHub";
    private static final String PARTITION = "PartitionId";
    private static final String PARTITION_NUMBER = "\\d{1,9}";
    private static final Map<String, String> TOKENS = Map.of(
            NAMESPACE,
            "[^/]+",
            HUB,
            "[^/]+",
            PARTITION,
            PARTITION_NUMBER,
            "Year",
            "\\d{4}",
            "Month",
            "\\d\\d",
            "Day",
            "\\d\\d",
            "Hour",
            "\\d\\d",
            "Minute",
            "\\d\\d",
            "Second",
            "\\d\\d");
    private static final Pattern TOKEN = Pattern.compile("\\{([^{}]*)}");
    static final String SUFFIX = ".avro";
    private static final String ANY_PREFIX = "(?:.*/)?";

    /** {@code <stream>/<partition>/<yyyy>/<MM>/<dd>/<HH>/<epoch>-<first>.avro}; a name that was cut has a {@code ~}. */
    private static final Pattern OWN = Pattern.compile(ANY_PREFIX + "(?<stream>[A-Za-z0-9_.%-]+)/(?<partition>"
            + PARTITION_NUMBER + ")/\\d{4}/\\d\\d/\\d\\d/\\d\\d/(?<epoch>\\d{1,9})-\\d{1,20}\\.avro");

    /** Of a record whose time is not known; the form of the path stays. */
    private static final String NO_HOUR = "1970/01/01/00";

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("yyyy/MM/dd/HH", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final long YEAR_10000 = 253_402_300_800_000L;

    private final String pattern;
    private final Pattern longest;
    private final Pattern shortest;

    private ArchiveLayout(String pattern, Pattern longest, Pattern shortest) {
        this.pattern = pattern;
        this.longest = longest;
        this.shortest = shortest;
    }

    /**
     * Reads a pattern. Capture demands all its tokens; here some may be missing, for files below a folder of theirs.
     *
     * @throws IllegalArgumentException for a token that Capture does not know or that stands there twice
     */
    public static ArchiveLayout of(String pattern) {
        String path = pattern.endsWith(SUFFIX) ? pattern.substring(0, pattern.length() - SUFFIX.length()) : pattern;
        StringBuilder regex = new StringBuilder(ANY_PREFIX);
        Map<String, Boolean> seen = new HashMap<>();
        Matcher token = TOKEN.matcher(path);
        int end = 0;
        while (token.find()) {
            String name = token.group(1);
            String form = TOKENS.get(name);
            if (form == null) {
                throw bad(pattern, "'{" + name + "}' is none of Capture's tokens");
            }
            if (seen.put(name, true) != null) {
                throw bad(pattern, "'{" + name + "}' stands there twice");
            }
            regex.append(literal(pattern, path.substring(end, token.start())));
            regex.append("(?<").append(name).append('>').append(form).append(')');
            end = token.end();
        }
        regex.append(literal(pattern, path.substring(end)));
        if (seen.isEmpty()) {
            throw bad(pattern, "it has no token");
        }
        regex.append(Pattern.quote(SUFFIX));
        return new ArchiveLayout(
                pattern,
                Pattern.compile(regex.toString()),
                Pattern.compile(regex.toString().replace("[^/]+", "[^/]+?")));
    }

    private static String literal(String pattern, String text) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw bad(pattern, "a brace has no other one");
        }
        return text.isEmpty() ? "" : Pattern.quote(text);
    }

    private static IllegalArgumentException bad(String pattern, String why) {
        return new IllegalArgumentException(
                "'" + pattern + "' is no layout: " + why + " (expected one like " + CAPTURE + ")");
    }

    ArchivePlace place(String key) {
        Matcher path = longest.matcher(key);
        if (path.matches()) {
            ArchivePlace place = capture(path);
            Matcher other = shortest.matcher(key);
            // Where names end is not certain if another reading gives other ones.
            return other.matches() && capture(other).equals(place) ? place : ArchivePlace.UNKNOWN;
        }
        Matcher own = OWN.matcher(key);
        String stream = own.matches() ? LakePath.decoded(own.group("stream")) : null;
        return stream == null
                ? ArchivePlace.UNKNOWN
                : new ArchivePlace(
                        stream, Integer.valueOf(own.group("partition")), null, Integer.parseInt(own.group("epoch")));
    }

    /**
     * Key of a file of our own. It follows from the first record alone, so a batch that comes again finds its file.
     *
     * @param time when the broker took the first record, milliseconds since 1970; null if that is not known
     */
    static String own(StreamPartition source, int epoch, long first, @Nullable Long time) {
        String hour =
                time == null || time < 0 || time >= YEAR_10000 ? NO_HOUR : HOUR.format(Instant.ofEpochMilli(time));
        return String.format(
                Locale.ROOT,
                "%s/%d/%s/%d-%020d.avro",
                LakePath.name(source.stream()),
                source.partition(),
                hour,
                epoch,
                first);
    }

    private ArchivePlace capture(Matcher path) {
        String namespace = group(path, NAMESPACE);
        String hub = group(path, HUB);
        String partition = group(path, PARTITION);
        return new ArchivePlace(
                hub,
                partition == null ? null : Integer.valueOf(partition),
                namespace == null || hub == null ? null : log(namespace, hub),
                0);
    }

    /** The identity that the Event Hubs trigger tells of a hub: its namespace with domain, and its name. */
    static String log(String namespace, String hub) {
        return namespace + (namespace.indexOf('.') < 0 ? ".servicebus.windows.net" : "") + "/" + hub;
    }

    private @Nullable String group(Matcher path, String token) {
        return pattern.contains("{" + token + "}") ? path.group(token) : null;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
