package dev.sluice.simulation;

import dev.sluice.lake.Ledger;
import dev.sluice.simulation.Expected.Entry;
import dev.sluice.simulation.Source.Draft;
import dev.sluice.simulation.Source.Pair;
import dev.sluice.simulation.Source.Piece;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.Source.Split;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Judges each effect at the moment it happens: what appears is expected and is there once; what the ledger calls done or
 * the broker was told is done, is there; what was done once stays done.
 */
final class Oracle implements Watch {
    private static final Pattern CHAIN = Pattern.compile("hub-(\\d+)-(\\d+)-(\\d{20})\\.jsonl(\\.gz)?");
    private static final Pattern PAIR_LINE = Pattern.compile("\"partition\":(\\d+),\"offset\":(\\d+)");

    final Source source;
    final Expectations expectations;
    final Parked parked;
    final Set<Rec> acknowledged = new LinkedHashSet<>();
    final Set<Pair> toldByFirst = new HashSet<>();
    final Set<Split> inQuarantine = new HashSet<>();
    /** By report, the records that it is about. */
    final Map<String, Set<Rec>> reports = new TreeMap<>();

    final Set<String> resolved = new HashSet<>();
    final Map<String, List<Entry>> objects = new TreeMap<>();
    private final Map<String, String> objectOf = new HashMap<>();
    private final Ledgers ledgers = new Ledgers(this);
    private @Nullable String violation;

    Oracle(Source source, Expectations expectations) {
        this.source = source;
        this.expectations = expectations;
        this.parked = new Parked(source);
    }

    /** What is wrong; null while all is well. */
    @Nullable
    String violation() {
        return violation;
    }

    /** Only the first one counts. */
    void violated(String what) {
        violation = violation == null ? what : violation;
    }

    @Override
    public void created(String root, String key, byte[] content) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        if (root.equals(World.LAKE) ? !key.startsWith("_schemas/") && !key.equals("_layout.json") : isQuarantine(key)) {
            if (name.endsWith(".resolved")) {
                resolved.add(key.substring(0, key.length() - ".resolved".length()));
            } else if (name.startsWith("set-") || name.startsWith("incomplete-")) {
                report(key, name, lines(key, content));
            } else if (name.startsWith("pair-")) {
                firstHalf(key, lines(key, content));
            } else {
                object(key, name, lines(key, content));
            }
        } else if (root.equals(World.STATE)) {
            parked.created(key, content);
        }
    }

    private static boolean isQuarantine(String key) {
        return key.startsWith("quarantine/");
    }

    private static List<String> lines(String key, byte[] content) {
        byte[] text = content;
        if (key.endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
                text = in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new String(text, StandardCharsets.UTF_8).lines().toList();
    }

    private void object(String key, String name, List<String> lines) {
        String folder = key.substring(0, key.lastIndexOf('/'));
        Matcher chain = CHAIN.matcher(name);
        boolean inChain = chain.matches();
        List<Entry> entries = new ArrayList<>();
        Set<Expected> touched = new LinkedHashSet<>();
        Expected before = null;
        for (String line : lines) {
            Entry entry = new Entry(folder, line);
            Expected expected = expectations.byEntry.get(entry);
            if (expected == null) {
                violated("nothing of the source becomes this line in " + key + ": " + line);
                return;
            }
            if (!expected.appear(entry)) {
                violated(expected.what + " is in the lake twice, now in " + key);
                return;
            }
            if (before == null && inChain && Long.parseLong(chain.group(3)) != expected.offset) {
                violated(key + " begins with " + expected.what);
            }
            if (before != null
                    && (expected.offset < before.offset
                            || (expected.offset == before.offset && expected.item < before.item))) {
                violated(expected.what + " stands behind " + before.what + " in " + key);
            }
            if (inChain && !source.scenario.newRules()) {
                String record = folder + " " + chain.group(1) + " " + chain.group(2) + " " + expected.offset;
                String other = objectOf.putIfAbsent(record, key);
                if (other != null && !other.equals(key)) {
                    violated("items of one record stand in two objects of a folder, " + other + " and " + key);
                }
            }
            before = expected;
            touched.add(expected);
            entries.add(entry);
        }
        objects.put(key, entries);
        for (Expected expected : touched) {
            if (!(source.scenario.newRules() ? expected.isOneInEachFolder() : expected.isOne())) {
                violated(expected.what + " is in the lake in two ways, now in " + key);
            }
        }
    }

    private void firstHalf(String key, List<String> lines) {
        Matcher place = PAIR_LINE.matcher(lines.get(0));
        objects.put(key, List.of());
        for (Pair pair : source.pairs) {
            Rec first = pair.first == null ? null : pair.first.placed;
            if (first != null
                    && place.find(0)
                    && place.group(1).equals(Integer.toString(first.log().partition))
                    && place.group(2).equals(Long.toString(first.offset()))
                    && lines.get(0).contains("\"v\":\"old" + pair.sequence + "\"}")) {
                boolean right = lines.size() == 1
                        && pair.changesKey
                        && pair.second != null
                        && lines.get(0).startsWith("{\"op\":\"d\",")
                        && lines.get(0).contains("\"flags\":[\"key_change\",\"unpaired\"]");
                if (!right || !toldByFirst.add(pair)) {
                    violated("the old key of " + first + " is told twice or wrongly in " + key);
                }
                return;
            }
        }
        violated("nothing of the source becomes " + key);
    }

    private void report(String key, String name, List<String> lines) {
        Set<Rec> about = new LinkedHashSet<>();
        for (String line : lines) {
            Rec rec = parked.at(line);
            if (rec == null || (rec.draft().piece == null && rec.draft().pair == null)) {
                violated(key + " is about no part of a change: " + line);
                return;
            }
            about.add(rec);
            if (name.startsWith("set-")) {
                Split split = rec.draft().piece == null ? null : rec.draft().piece.split;
                if (split == null || !(split.broken || split.recut)) {
                    violated(rec + " is in the quarantine: " + key);
                    return;
                }
                inQuarantine.add(split);
            }
        }
        if (reports.put(key, about) != null) {
            violated(key + " is written twice");
        }
    }

    @Override
    public void swapped(String root, String key, byte[] content) {
        if (root.equals(World.STATE) && key.startsWith("ledger/")) {
            ledgers.swapped(key, content);
            return;
        }
        deleted(root, key);
        created(root, key, content);
    }

    @Override
    public void deleted(String root, String key) {
        List<Entry> entries = objects.remove(key);
        if (entries != null) {
            for (Entry entry : entries) {
                expectations.byEntry.get(entry).vanish(entry);
            }
            requireAcknowledged(key + " is gone");
        } else if (root.equals(World.STATE)) {
            Rec rec = parked.deleted(key);
            if (rec != null) {
                requireAcknowledged(key + " is gone");
            }
        }
    }

    private void requireAcknowledged(String why) {
        for (Rec rec : acknowledged) {
            if (!isDurable(rec)) {
                violated(why + ", and " + rec + " was acknowledged and is nowhere");
            }
        }
    }

    void acknowledge(List<Rec> records) {
        for (Rec rec : records) {
            if (!isDurable(rec)) {
                violated(rec + " is acknowledged and is nowhere");
            }
            acknowledged.add(rec);
        }
    }

    @Nullable
    Ledger ledger(int partition) {
        return ledgers.of(partition);
    }

    /** True when nothing of the record can be lost any more. */
    boolean isDurable(Rec rec) {
        Draft draft = rec.draft();
        if (draft.piece != null) {
            return isDurable(rec, draft.piece);
        }
        if (draft.pair != null) {
            return draft.isFirstHalf() ? isFirstDurable(rec, draft.pair) : isSecondThere(draft.pair);
        }
        return expectations.ofRecord.get(rec).stream().allMatch(item -> item.isComplete() || hasCopy(draft, item));
    }

    /** An item that was sent before may be left out where that copy is. */
    private boolean hasCopy(Draft draft, Expected item) {
        return draft.original != null
                && expectations.ofRecord.get(draft.original.placed).stream()
                        .anyMatch(copy -> copy.item == item.item && copy.isComplete());
    }

    private boolean isDurable(Rec rec, Piece piece) {
        Expected event = expectations.ofSplit.get(piece.split);
        return parked.has(rec)
                || (event != null && event.isComplete())
                || (inQuarantine.contains(piece.split)
                        && reports.values().stream().anyMatch(about -> about.contains(rec)));
    }

    private boolean isSecondThere(Pair pair) {
        return expectations.ofSecondHalf.get(pair).isComplete();
    }

    /** True when the second half was written with the first. */
    boolean isPaired(Pair pair) {
        Expected second = expectations.ofSecondHalf.get(pair);
        return second != null && second.hasAny(expectations.paired.get(pair));
    }

    private boolean isFirstDurable(Rec rec, Pair pair) {
        return parked.has(rec)
                || isPaired(pair)
                || (pair.second != null && isSecondThere(pair) && (!pair.changesKey || toldByFirst.contains(pair)));
    }
}
