package dev.sluice.cli;

import dev.sluice.cli.LakeDetails.ParkedAge;
import dev.sluice.cli.LakeDetails.PartitionWritten;
import dev.sluice.cli.LakeDetails.TableVolume;
import dev.sluice.cli.LakeStatus.Partition;
import dev.sluice.cli.html.Cell;
import dev.sluice.cli.html.Charts;
import dev.sluice.cli.html.Charts.Part;
import dev.sluice.cli.html.Html;
import dev.sluice.cli.html.Page;
import dev.sluice.cli.html.Page.Head;
import dev.sluice.cli.html.Page.Mood;
import dev.sluice.cli.html.Page.Step;
import dev.sluice.cli.html.Page.Tile;
import dev.sluice.pipeline.Sweep.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A status as a page: for whoever is on call, what to look at first and what to do. */
final class StatusPage {
    private static final int MOST_ROWS = 100;
    /** A quiet stream is no late one: only beside others of its stream is a partition late. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private static final int MOST_CHARTS = 60;

    private final LakeStatus status;
    private final LakeDetails details;
    private final String flags;
    private final String settings;
    private final Page page;

    private StatusPage(LakeStatus status, LakeDetails details, String lake, String flags, String settings) {
        this.status = status;
        this.details = details;
        this.flags = flags;
        this.settings = settings;
        this.page = new Page("Sluice status", "Sluice status", lake, status.at().toString());
    }

    /**
     * A page.
     *
     * @param lake as it was named
     * @param flags that name lake and state on a command line
     * @param settings that were given, as flags; empty if none was
     */
    static byte[] of(LakeStatus status, LakeDetails details, String lake, String flags, String settings) {
        return new StatusPage(status, details, lake, flags, settings).write();
    }

    private byte[] write() {
        page.verdict(mood(), verdict(), facts()).steps(steps()).tiles(tiles());
        partitions();
        written();
        holes();
        parked();
        quarantine();
        tables();
        page.html()
                .leaf(
                        "footer",
                        "Times are UTC. From ledgers, parked pieces and quarantine in the state, from the names, sizes and times of"
                                + " the lake's objects, and from the first line of a few of them. No values of rows. How far the"
                                + " broker's log goes on behind the last record that is done, nothing here can tell.");
        return page.bytes();
    }

    private Mood mood() {
        if (!status.isWell()) {
            return Mood.ILL;
        }
        return laggards().isEmpty() && !status.partitions().isEmpty() ? Mood.WELL : Mood.WARN;
    }

    private String verdict() {
        if (status.partitions().isEmpty()) {
            return "This lake has nothing yet";
        }
        return switch (mood()) {
            case ILL -> "Needs attention";
            case WARN -> "Nothing is missing, but not all partitions keep up";
            case WELL -> "All is well: nothing waits for you";
        };
    }

    /** Partitions that are far behind the best of their stream: their consumer may have ended. */
    private List<Partition> laggards() {
        return byNeed().stream()
                .filter(one -> {
                    long best = status.partitions().stream()
                            .filter(other -> other.stream().equals(one.stream()) && other.throughTime() != null)
                            .mapToLong(other -> millis(other.lag(status.at())))
                            .min()
                            .orElse(0);
                    long own = millis(one.lag(status.at()));
                    return own > LATE.toMillis() && own > best * 10;
                })
                .toList();
    }

    private List<String> facts() {
        List<String> facts = new ArrayList<>();
        if (holeCount() > 0) {
            facts.add(Page.count(holeCount(), "hole", "holes") + ", " + Page.count(missing(), "offset", "offsets")
                    + " missing");
        }
        if (quarantined() > 0) {
            facts.add(Page.count(quarantined(), "entry", "entries") + " in quarantine");
        }
        if (parked(Fate.INCOMPLETE) > 0) {
            facts.add(Page.count(parked(Fate.INCOMPLETE), "split event", "split events") + " incomplete");
        }
        if (parked(Fate.BROKEN) > 0) {
            facts.add(Page.count(parked(Fate.BROKEN), "split event", "split events") + " broken");
        }
        if (!laggards().isEmpty()) {
            facts.add(Page.count(laggards().size(), "partition", "partitions") + " far behind the others");
        }
        if (facts.isEmpty() && !status.partitions().isEmpty()) {
            facts.add("no hole, nothing in quarantine, no split event too late");
        }
        return facts;
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        if (holeCount() > 0) {
            steps.add(new Step(
                    "Fill the holes from the archive",
                    "Nobody has taken these records in. See whether the archive has them, then replay it with the settings of the"
                            + " functions (others write other lines); live traffic goes on. If nobody has them, see the runbook: holes accept.",
                    List.of(
                            "sluice holes list " + flags,
                            "sluice replay ARCHIVE --dry-run",
                            Shell.command("sluice replay ARCHIVE", flags, settings))));
        }
        if (quarantined() > 0) {
            steps.add(new Step(
                    "See what could not be read",
                    "Nothing waits behind it. Once a setting or a newer version makes it readable, redrive it with the"
                            + " settings of the functions: each item lands once.",
                    List.of(
                            "sluice quarantine list " + flags,
                            Shell.command(
                                    "sluice quarantine redrive --code "
                                            + Shell.word(details.quarantineReasons()
                                                    .get(0)
                                                    .code())
                                            + " --dry-run",
                                    flags,
                                    settings))));
        }
        if (parked(Fate.INCOMPLETE) + parked(Fate.BROKEN) > 0) {
            steps.add(new Step(
                    "Look for the missing pieces",
                    "They are in a hole, in quarantine, or were never sent. A replay brings them if an archive has them, and"
                            + " still completes the event; run it with the settings of the functions.",
                    List.of(Shell.command("sluice parked list", flags, settings))));
        }
        List<Partition> laggards = laggards();
        if (!laggards.isEmpty()) {
            String first = name(laggards.get(0).stream(), laggards.get(0).partition());
            steps.add(new Step(
                    "See why " + first + (laggards.size() == 1 ? " is" : " and " + (laggards.size() - 1) + " more are")
                            + " behind",
                    "Other partitions of the stream keep up. If the source still writes to it, look into the logs of the"
                            + " functions. Run this again to see whether it moves.",
                    List.of(Shell.command("sluice status", flags, settings))));
        }
        return steps;
    }

    private List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        Partition behind = status.partitions().stream()
                .filter(one -> one.throughTime() != null)
                .max(Comparator.comparingLong(one -> millis(one.lag(status.at()))))
                .orElse(null);
        tiles.add(new Tile(
                "#partitions",
                "Furthest behind",
                behind == null ? "?" : StatusText.age(behind.lag(status.at())),
                behind == null ? "the broker gave no times" : name(behind.stream(), behind.partition()),
                ""));
        tiles.add(new Tile(
                missing() > 0 ? "#holes" : "#partitions",
                "Missing offsets",
                Page.grouped(missing()),
                holeCount() == 0 ? "no hole" : "in " + Page.count(holeCount(), "hole", "holes"),
                missing() > 0 ? "ill" : ""));
        tiles.add(new Tile(
                "#quarantine",
                "In quarantine",
                Page.grouped(quarantined()),
                quarantined() == 0
                        ? "nothing is open"
                        : "of " + Page.count(status.quarantined().size(), "code", "codes"),
                quarantined() > 0 ? "ill" : ""));
        tiles.add(parkedTile());
        tiles.add(new Tile(
                "#tables",
                "In the lake",
                Page.size(
                        details.tables().stream().mapToLong(TableVolume::bytes).sum()),
                Page.count(
                        details.tables().stream()
                                .mapToLong(TableVolume::objects)
                                .sum(),
                        "object",
                        "objects"),
                ""));
        return tiles;
    }

    private Tile parkedTile() {
        int late = parked(Fate.INCOMPLETE) + parked(Fate.BROKEN);
        int waiting = parked(Fate.WAITING);
        if (late > 0) {
            return new Tile(
                    "#parked", "Split events too late", Page.grouped(late), "and " + waiting + " that wait", "ill");
        }
        Instant oldest = status.oldest();
        return new Tile(
                "#parked",
                "Split events that wait",
                Page.grouped(waiting),
                oldest == null
                        ? "none is too late"
                        : "the oldest for " + StatusText.age(Duration.between(oldest, status.at())),
                "");
    }

    /** What needs somebody first, then what is furthest behind. */
    private void partitions() {
        page.section(
                "partitions",
                "Partitions",
                "Behind: now, less the broker's time of the newest record that is done. It grows on a quiet stream, too.");
        long most = status.partitions().stream()
                .mapToLong(one -> millis(one.lag(status.at())))
                .max()
                .orElse(0);
        List<List<Cell>> rows = byNeed().stream().map(one -> row(one, most)).toList();
        page.table(
                "partitions-table",
                "Partitions, those with holes first, then those furthest behind",
                List.of(
                        Head.text("Partition"),
                        Head.number("Behind"),
                        Head.number("Missing"),
                        Head.number("Holes"),
                        Head.number("Through offset"),
                        Head.number("Epoch")),
                rows);
        if (status.acceptedHoles() > 0) {
            page.note("Accepted holes: " + status.acceptedHoles() + ". See 'sluice holes list --all'.");
        }
        page.end();
    }

    private List<Partition> byNeed() {
        return status.partitions().stream()
                .sorted(Comparator.comparing((Partition one) -> one.missing() == 0)
                        .thenComparing(one -> -millis(one.lag(status.at()))))
                .toList();
    }

    private List<Cell> row(Partition one, long most) {
        Duration lag = one.lag(status.at());
        return List.of(
                Cell.of(name(one.stream(), one.partition())),
                Cell.of(StatusText.age(lag), lag == null ? "null" : Long.toString(lag.toMillis()))
                        .with(new Part(share(millis(lag), most), "delay")),
                Cell.of(one.missing()).as(one.missing() > 0 ? "ill" : ""),
                Cell.of(one.holes()).as(one.holes() > 0 ? "ill" : ""),
                Cell.of(one.through()),
                Cell.of(one.epoch()));
    }

    private void holes() {
        if (details.openHoles().isEmpty()) {
            return;
        }
        page.section("holes", "Holes", "Offsets that nobody has taken in, in the newest life of each log.");
        long most = details.openHoles().stream()
                .mapToLong(LakeDetails.Hole::offsets)
                .max()
                .orElse(0);
        page.table(
                "holes-table",
                "Holes",
                List.of(Head.text("Partition"), Head.number("Offsets"), Head.number("First"), Head.number("Last")),
                details.openHoles().stream()
                        .limit(MOST_ROWS)
                        .map(hole -> List.of(
                                Cell.of(name(hole.stream(), hole.partition())),
                                Cell.of(hole.offsets()).with(new Part(share(hole.offsets(), most), "ill")),
                                Cell.of(hole.first()),
                                Cell.of(hole.last())))
                        .toList());
        more(details.openHoles().size(), "holes", "sluice holes list");
        page.end();
    }

    private void quarantine() {
        page.section(
                "quarantine",
                "Quarantine by reason",
                details.quarantineReasons().isEmpty()
                        ? "Nothing is in the quarantine."
                        : "Messages that could not be read, with the code and the reason; their bytes are kept.");
        if (!details.quarantineReasons().isEmpty()) {
            long most = details.quarantineReasons().get(0).entries();
            page.table(
                    "quarantine-table",
                    "Open entries of the quarantine by code and reason, most first",
                    List.of(
                            Head.text("Code"),
                            Head.number("Entries"),
                            Head.text("Reason"),
                            Head.text("Oldest"),
                            Head.text("Newest")),
                    details.quarantineReasons().stream()
                            .limit(MOST_ROWS)
                            .map(one -> List.of(
                                    Cell.of(one.code()).as("word"),
                                    Cell.of(one.entries()).with(new Part(share(one.entries(), most), "ill")),
                                    Cell.of(one.reason()).as("wide"),
                                    Cell.of(time(one.oldest()), String.valueOf(one.oldest()))
                                            .as("time"),
                                    Cell.of(time(one.newest()), String.valueOf(one.newest()))
                                            .as("time")))
                            .toList());
            more(details.quarantineReasons().size(), "reasons", "sluice quarantine list");
        }
        page.end();
    }

    private void parked() {
        long sets = details.parkedAges().stream().mapToLong(ParkedAge::sets).sum();
        int finished = parked(Fate.FINISHED);
        page.section(
                "parked",
                "Parked split events by age",
                (sets == 0
                                ? "No split event waits."
                                : "Pieces of events that wait for others, since the first was parked.")
                        + (finished == 0
                                ? ""
                                : " " + Page.count(finished, "event is", "events are")
                                        + " in the lake, with pieces kept for late duplicates."));
        if (sets > 0) {
            long most = details.parkedAges().stream()
                    .mapToLong(ParkedAge::sets)
                    .max()
                    .orElse(0);
            page.table(
                    "parked-table",
                    "Parked split events by age",
                    List.of(
                            Head.text("Parked for"),
                            Head.number("Events"),
                            Head.number("Waiting"),
                            Head.number("Incomplete"),
                            Head.number("Broken")),
                    details.parkedAges().stream()
                            .map(one -> List.of(
                                    Cell.of(one.age()),
                                    Cell.of(one.sets())
                                            .with(
                                                    new Part(share(one.waiting(), most), "volume"),
                                                    new Part(share(one.incomplete() + one.broken(), most), "ill")),
                                    Cell.of(one.waiting()),
                                    Cell.of(one.incomplete()).as(one.incomplete() > 0 ? "ill" : ""),
                                    Cell.of(one.broken()).as(one.broken() > 0 ? "ill" : "")))
                            .toList());
            page.key("volume", "waiting", "ill", "incomplete or broken");
        }
        page.end();
    }

    private void written() {
        if (details.written().partitions().isEmpty()) {
            return;
        }
        Duration stretch = Duration.ofSeconds(details.written().seconds());
        int stretches = details.written().partitions().get(0).bytes().size();
        page.section(
                "written",
                "Throughput and delay per partition",
                "The last " + StatusPage.words(stretch.multipliedBy(stretches)) + ", "
                        + StatusPage.words(stretch)
                        + " a column. Written: bytes of the objects as stored, on one scale for all partitions. Delay: from the"
                        + " commit that the source tells to the object in the lake, of one event per column; on a scale of its"
                        + " own. A replay shows as written much and late.");
        long most = details.written().partitions().stream()
                .flatMap(one -> one.bytes().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        page.html().open("div", "class", "charts");
        Map<String, PartitionWritten> charts = new HashMap<>();
        details.written().partitions().forEach(one -> charts.put(name(one.stream(), one.partition()), one));
        byNeed().stream()
                .limit(MOST_CHARTS)
                .map(one -> charts.get(name(one.stream(), one.partition())))
                .filter(Objects::nonNull)
                .forEach(one -> chart(one, stretch, most));
        page.html().close();
        if (charts.size() > MOST_CHARTS) {
            page.note((charts.size() - MOST_CHARTS) + " more partitions: see 'sluice status --html FILE --json'.");
        }
        page.end();
    }

    private void chart(PartitionWritten one, Duration stretch, long most) {
        Html html = page.html();
        String name = name(one.stream(), one.partition());
        Instant from = Instant.parse(details.written().from());
        List<Charts.Column> columns = new ArrayList<>();
        List<Charts.Step> levels = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        long longest = one.delayMs().stream()
                .mapToLong(delay -> delay == null ? 0 : delay)
                .max()
                .orElse(0);
        for (int i = 0; i < one.bytes().size(); i++) {
            Instant begin = from.plus(stretch.multipliedBy(i));
            long bytes = one.bytes().get(i);
            Long delay = one.delayMs().isEmpty() ? null : one.delayMs().get(i);
            String time = clock(begin);
            columns.add(Charts.Column.of(share(bytes, most), "volume", time + ": " + Page.size(bytes)));
            levels.add(new Charts.Step(
                    delay == null ? OptionalDouble.empty() : OptionalDouble.of(share(Math.max(0, delay), longest)),
                    time + ": " + delay(delay)));
            if (bytes > 0) {
                rows.add(List.of(
                        Cell.of(time),
                        Cell.of(Page.size(bytes), Long.toString(bytes)),
                        Cell.of(one.objects().get(i)),
                        Cell.of(one.offset().get(i)),
                        Cell.of(delay(delay), String.valueOf(delay))));
            }
        }
        html.open("figure").leaf("figcaption", name);
        if (one.allBytes() == 0) {
            html.leaf(
                            "p",
                            "No object that names this partition was written in this time; split events are counted by table only.",
                            "class",
                            "note")
                    .close();
            return;
        }
        long highest = one.bytes().stream().mapToLong(Long::longValue).max().orElse(0);
        level("Written", Page.size(one.allBytes()), "peak " + Page.size(highest));
        Charts.columns(html, name + ": written, " + Page.size(one.allBytes()) + " in all", columns);
        if (one.delayMs().stream().anyMatch(delay -> delay != null)) {
            Long last = one.delayMs().stream()
                    .filter(delay -> delay != null)
                    .reduce((a, b) -> b)
                    .orElse(null);
            level("Delay", "last " + delay(last), "longest " + delay(longest));
            Charts.steps(html, name + ": delay, the longest " + delay(longest), "delay", levels);
        }
        html.open("div", "class", "axis", "aria-hidden", "true").leaf("span", clock(from));
        html.leaf("span", clock(status.at())).close();
        html.open("details").leaf("summary", "Numbers of " + name);
        page.table(
                "written-" + details.written().partitions().indexOf(one),
                name + ", written and delay",
                List.of(
                        Head.text("From"),
                        Head.number("Written"),
                        Head.number("Objects"),
                        Head.number("Offset"),
                        Head.number("Delay")),
                rows);
        html.close().close();
    }

    private void level(String label, String value, String note) {
        page.html().open("div", "class", "level").open("span").text(label + " ").leaf("b", value);
        page.html().close().leaf("span", note).close();
    }

    private void tables() {
        if (details.tables().isEmpty()) {
            return;
        }
        page.section(
                "tables",
                "Tables by volume",
                "Bytes as they are stored. How many lines these are, no name tells; ask the lake, or verify it.");
        long most = details.tables().get(0).bytes();
        page.table(
                "tables-table",
                "Tables by volume, the largest first",
                List.of(
                        Head.text("Table"),
                        Head.number("Stored"),
                        Head.number("Objects"),
                        Head.text("Newest day"),
                        Head.text("Last written")),
                details.tables().stream()
                        .limit(MOST_ROWS)
                        .map(one -> List.of(
                                Cell.of(one.table()),
                                Cell.of(Page.size(one.bytes()), Long.toString(one.bytes()))
                                        .with(new Part(share(one.bytes(), most), "volume")),
                                Cell.of(one.objects()),
                                Cell.of(one.newestDay()).as("time"),
                                Cell.of(time(one.written()), one.written()).as("time")))
                        .toList());
        more(details.tables().size(), "tables", "sluice status --html FILE --json");
        page.end();
    }

    private void more(int count, String what, String command) {
        if (count > MOST_ROWS) {
            page.note((count - MOST_ROWS) + " more " + what + ": see '" + command + "'.");
        }
    }

    private int holeCount() {
        return status.partitions().stream().mapToInt(Partition::holes).sum();
    }

    private long missing() {
        return status.partitions().stream().mapToLong(Partition::missing).sum();
    }

    private long quarantined() {
        return status.quarantined().values().stream()
                .mapToLong(Integer::longValue)
                .sum();
    }

    private int parked(Fate fate) {
        return status.parked().getOrDefault(fate, 0);
    }

    static String name(String stream, int partition) {
        return stream + "/" + partition;
    }

    private static long millis(@Nullable Duration lag) {
        return lag == null ? 0 : Math.max(0, lag.toMillis());
    }

    private static String delay(@Nullable Long millis) {
        return StatusText.age(millis == null ? null : Duration.ofMillis(millis));
    }

    static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.min(1, (double) part / whole);
    }

    private static String clock(Instant time) {
        return time.toString().substring(11, 16);
    }

    private static String time(@Nullable String time) {
        return time == null ? "no time" : time.substring(0, 16).replace('T', ' ');
    }

    private static String words(Duration time) {
        return time.toMinutes() < 120 && time.toMinutes() != 60
                ? Page.count(time.toMinutes(), "minute", "minutes")
                : Page.count(time.toHours(), "hour", "hours");
    }
}
