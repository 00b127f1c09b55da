package dev.sluice.pipeline;

import dev.sluice.change.Connector;
import dev.sluice.change.Limits;
import dev.sluice.lake.Layout;
import dev.sluice.normalize.NormalizeOptions;
import dev.sluice.normalize.NormalizeOptions.Binary;
import dev.sluice.normalize.NormalizeOptions.Decimals;
import dev.sluice.normalize.NormalizeOptions.Integers;
import dev.sluice.normalize.SourceZones;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a user may choose, the same by environment variables on every platform and by flags on the command line.
 *
 * @param dialects whose messages are read; no variable narrows them, only who knows what the input is
 */
public record Settings(
        NormalizeOptions normalize,
        Limits limits,
        Layout layout,
        Waiting waiting,
        PlainRows plainRows,
        SparseTopics sparseTopics,
        Set<Connector> dialects) {
    private static final Set<Connector> ALL_DIALECTS = Set.of(Connector.values());

    public static final Settings DEFAULT = new Settings(
            NormalizeOptions.DEFAULT,
            Limits.DEFAULT,
            Layout.DEFAULT,
            Waiting.DEFAULT,
            PlainRows.NONE,
            SparseTopics.NONE,
            ALL_DIALECTS);

    /**
     * Raise it when messages of any kind go into other folders than the version before put them, or a message has more or
     * fewer items.
     */
    private static final int RULES = 1;

    /** Variables that others than this class read. */
    private static final Set<String> ELSEWHERE = Set.of(
            "SLUICE_LAKE",
            "SLUICE_STATE",
            "SLUICE_ARCHIVE",
            "SLUICE_ARCHIVE_WRITE",
            "SLUICE_KAFKA_CLUSTER",
            "SLUICE_STREAM",
            "SLUICE_DEBUG");

    /**
     * Reads the {@code SLUICE_*} variables; what is not set has its default.
     *
     * @throws IllegalArgumentException that names every value which is wrong and every variable which is not known, one
     *     per line, each with what is expected
     */
    public static Settings of(Map<String, String> environment) {
        return of(environment, Set.of());
    }

    /**
     * The same where a platform has variables of its own.
     *
     * @param others names of {@code SLUICE_*} variables that somebody else reads; those with two underscores are the
     *     platform's own too
     */
    public static Settings of(Map<String, String> environment, Set<String> others) {
        Reader in = new Reader(environment, others);
        Limits limits = Limits.DEFAULT;
        Settings settings = new Settings(
                new NormalizeOptions(
                        in.choice("SLUICE_DECIMALS", Decimals.STRING),
                        in.choice("SLUICE_INTEGERS", Integers.NUMBER),
                        in.choice("SLUICE_CES_BINARY", Binary.AUTO),
                        in.noBefore(),
                        in.flag("SLUICE_CES_ALL_COLUMNS", true),
                        in.read("SLUICE_SOURCE_ZONE", SourceZones.DEFAULT, SourceZones::parse)),
                new Limits(
                        (int) in.number("SLUICE_MAX_RECORD_BYTES", limits.recordBytes(), Integer.MAX_VALUE / 2),
                        (int) in.number("SLUICE_MAX_ITEMS", limits.items(), 999_999),
                        (int) in.number("SLUICE_MAX_DEPTH", limits.depth(), 1000),
                        (int) in.number("SLUICE_MAX_NUMBER_LENGTH", limits.numberLength(), 1 << 20),
                        (int) in.number("SLUICE_MAX_COLUMNS", limits.columns(), 65_536),
                        (int) in.number("SLUICE_MAX_SEGMENTS", limits.segments(), 999_999),
                        in.number("SLUICE_MAX_EVENT_BYTES", limits.eventBytes(), Long.MAX_VALUE),
                        (int) in.number("SLUICE_MAX_VALUE_BYTES", limits.valueBytes(), 512 << 20)),
                new Layout(
                        in.choice("SLUICE_PARTITION", Layout.Partition.DAY),
                        in.choice("SLUICE_COMPRESSION", Layout.Compression.GZIP)),
                new Waiting(
                        in.read("SLUICE_PARKED_TTL", Waiting.DEFAULT.ttl(), Waiting::duration),
                        in.read("SLUICE_PARKED_GRACE", Waiting.DEFAULT.grace(), Waiting::duration)),
                in.read("SLUICE_PLAIN_ROWS", PlainRows.NONE, PlainRows::parse),
                in.read("SLUICE_SPARSE_TOPICS", SparseTopics.NONE, SparseTopics::parse),
                ALL_DIALECTS);
        in.complain();
        return settings;
    }

    /** What decides into which folder an item of a stream goes; owners with the same text agree on all of them. */
    public String rules(String stream) {
        return RULES + " " + limits + " " + plainRows.table(stream) + " " + new TreeSet<>(dialects);
    }

    /** What decides what the lines of a stream are: with the same text, the same messages give the same lines. */
    public String lines(String stream) {
        return normalize + " " + rules(stream);
    }

    /** The same, but messages of other dialects than this one are quarantined. */
    public Settings reading(Connector dialect) {
        return new Settings(normalize, limits, layout, waiting, plainRows, sparseTopics, Set.of(dialect));
    }

    /** Reads values and collects what is wrong with them. */
    private static final class Reader {
        private final Map<String, String> environment;
        private final Set<String> known = new TreeSet<>(ELSEWHERE);
        private final List<String> faults = new ArrayList<>();

        private Reader(Map<String, String> environment, Set<String> others) {
            this.environment = environment;
            known.addAll(others);
        }

        private <T> T read(String name, T otherwise, Function<String, T> parse) {
            known.add(name);
            String text = environment.get(name);
            if (text == null || text.isBlank()) {
                return otherwise;
            }
            try {
                return parse.apply(text.strip());
            } catch (IllegalArgumentException e) {
                faults.add(name + ": " + e.getMessage());
                return otherwise;
            }
        }

        private <E extends Enum<E>> E choice(String name, E otherwise) {
            E[] all = otherwise.getDeclaringClass().getEnumConstants();
            return read(
                    name,
                    otherwise,
                    text -> Arrays.stream(all)
                            .filter(value -> value.name().equalsIgnoreCase(text))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is none of "
                                    + Arrays.stream(all)
                                            .map(value -> value.name().toLowerCase(Locale.ROOT))
                                            .collect(Collectors.joining(", ")))));
        }

        private boolean flag(String name, boolean otherwise) {
            return read(name, otherwise, text -> {
                if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                    throw new IllegalArgumentException("'" + text + "' is neither true nor false");
                }
                return text.equalsIgnoreCase("true");
            });
        }

        private boolean noBefore() {
            return read("SLUICE_NO_BEFORE", false, text -> {
                if (!text.equals("c") && !text.equals("u")) {
                    throw new IllegalArgumentException("'" + text + "' is none of u, c");
                }
                return text.equals("c");
            });
        }

        private long number(String name, long otherwise, long most) {
            return read(name, otherwise, text -> {
                long number;
                try {
                    number = Long.parseLong(text);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
                }
                if (number < 1 || number > most) {
                    throw new IllegalArgumentException(text + " is not between 1 and " + most);
                }
                return number;
            });
        }

        private void complain() {
            environment.keySet().stream()
                    .filter(name -> name.startsWith("SLUICE_") && !name.contains("__") && !known.contains(name))
                    .sorted()
                    .forEach(name ->
                            faults.add(name + ": there is no such setting; there are " + String.join(", ", known)));
            if (!faults.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", faults));
            }
        }
    }
}
