package dev.sluice.simulation;

import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.simulation.Source.Draft;
import dev.sluice.simulation.Source.Log;
import dev.sluice.simulation.Source.Pair;
import dev.sluice.simulation.Source.Piece;
import dev.sluice.simulation.Source.Rec;
import dev.sluice.simulation.Source.Split;
import dev.sluice.store.ListedObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares what is there in the end with what the source told. */
final class Verdict {
    private final World world;
    private final Oracle oracle;

    Verdict(World world) {
        this.world = world;
        this.oracle = world.watch;
    }

    void judge(List<Log> logs) {
        listingIsWhatWasSeen();
        oracle.expectations.byEntry.values().stream().distinct().forEach(expected -> {
            if (!expected.isAbsent() && !expected.isComplete()) {
                oracle.violated("only a part of " + expected.what + " is in the lake");
            }
        });
        for (Log log : logs) {
            for (Rec rec : log.records) {
                if (!oracle.acknowledged.contains(rec) && !world.lacking.contains(rec)) {
                    oracle.violated(rec + " was never taken in");
                }
            }
            ledger(log);
        }
        for (Rec rec : oracle.acknowledged) {
            if (!oracle.isDurable(rec)) {
                oracle.violated(rec + " is nowhere");
            }
        }
        world.source.splits.forEach(this::split);
        world.source.pairs.forEach(this::pair);
        parkedIsExplained();
    }

    private void listingIsWhatWasSeen() {
        Set<String> there = new TreeSet<>();
        try (Stream<ListedObject> lake = world.lake.list("");
                Stream<ListedObject> quarantine = world.state.list("quarantine/")) {
            Stream.concat(lake, quarantine).map(ListedObject::key).forEach(there::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        there.removeIf(key -> key.startsWith("_schemas/") || key.equals("_layout.json") || key.endsWith(".resolved"));
        Set<String> seen = new TreeSet<>(oracle.objects.keySet());
        seen.addAll(oracle.reports.keySet());
        if (!there.equals(seen)) {
            oracle.violated("the stores list " + there + ", and these were seen: " + seen);
        }
    }

    /** One range is left, and it is at the end; holes are where the archive lacks what nobody had taken in. */
    private void ledger(Log log) {
        Ledger ledger = oracle.ledger(log.partition);
        if (ledger == null) {
            if (log.records.stream().anyMatch(oracle.acknowledged::contains)) {
                oracle.violated("partition " + log.partition + " has no ledger");
            }
            return;
        }
        LedgerEpoch newest = ledger.newest();
        if (newest.epoch() != log.epoch) {
            oracle.violated("partition " + log.partition + " is in its life " + newest.epoch() + ", not " + log.epoch);
        }
        boolean lacks = log.records.stream().anyMatch(rec -> !oracle.acknowledged.contains(rec));
        long end = log.records.get(log.records.size() - 1).offset();
        LedgerRange live = newest.ranges().get(newest.ranges().size() - 1);
        if (live.last() != null || (!lacks && (newest.ranges().size() > 1 || live.through() != end))) {
            oracle.violated("the ledger of partition " + log.partition + " does not end at " + end + ": " + newest);
        }
    }

    private boolean isAcknowledged(Draft draft) {
        return oracle.acknowledged.contains(draft.placed);
    }

    private void split(Split split) {
        int cuts = split.recut ? 2 : 1;
        boolean complete = false;
        boolean mayBe = false;
        Set<Rec> pieces = new HashSet<>();
        for (int cut = 0; cut < cuts; cut++) {
            boolean all = true;
            boolean placed = true;
            for (Piece piece : split.cut(cut)) {
                all &= piece.copies.stream().anyMatch(this::isAcknowledged);
                placed &= !piece.copies.isEmpty();
                piece.copies.forEach(copy -> pieces.add(copy.placed));
            }
            complete |= all;
            mayBe |= placed;
        }
        Expected event = oracle.expectations.ofSplit.get(split);
        boolean there = event != null && event.isComplete();
        boolean quarantined = oracle.inQuarantine.contains(split);
        if (there && !mayBe) {
            oracle.violated(split.name + " is in the lake, and one of its pieces never was");
        }
        if (complete && !there && !quarantined && !split.broken) {
            oracle.violated(split.name + " is whole and not in the lake");
        }
        // Counted from 1, it may be that the one with number 0 is missing.
        if (split.broken && split.from == 0 && complete && !quarantined) {
            oracle.violated(split.name + " cannot be joined, and is not in the quarantine");
        }
        boolean waits = !there && !quarantined && pieces.stream().anyMatch(oracle.parked::has);
        reports(split.name, pieces, waits, there);
    }

    private void pair(Pair pair) {
        Rec first = pair.first == null ? null : pair.first.placed;
        boolean secondThere = pair.second != null
                && oracle.expectations.ofSecondHalf.get(pair).isComplete();
        boolean paired = oracle.isPaired(pair);
        if (Expectations.isInFront(pair) && secondThere && !paired && !world.scenario.jumps()) {
            oracle.violated(pair.second.placed + " was written without its first half, which stands in front of it");
        }
        if (oracle.toldByFirst.contains(pair) && paired) {
            oracle.violated("the old key of " + first + " is told by both halves");
        }
        if (first != null) {
            boolean explained = paired || (secondThere && (!pair.changesKey || oracle.toldByFirst.contains(pair)));
            if (isAcknowledged(pair.first) && secondThere && !explained) {
                oracle.violated(first + " changed the key, and nothing tells that the old one is gone");
            }
            // One that the archive lacks may have been begun, and has taken the first half then.
            boolean begun = pair.second != null && !isAcknowledged(pair.second);
            reports(first.toString(), Set.of(first), !explained && !begun && oracle.parked.has(first), explained);
        }
    }

    /** What waits for too long is reported once; what came after all is resolved. */
    private void reports(String what, Set<Rec> about, boolean waits, boolean settled) {
        List<String> reports = oracle.reports.entrySet().stream()
                .filter(report -> report.getKey().contains("/incomplete-")
                        && report.getValue().stream().anyMatch(about::contains))
                .map(report -> report.getKey())
                .toList();
        if (waits && (reports.size() != 1 || oracle.resolved.contains(reports.get(0)))) {
            oracle.violated(what + " waits for too long, and its reports are " + reports);
        }
        if (settled && !oracle.resolved.containsAll(reports)) {
            oracle.violated(what + " is settled, and not all of its reports are: " + reports);
        }
    }

    private void parkedIsExplained() {
        for (Rec rec : oracle.parked.all()) {
            Pair pair = rec.draft().pair;
            Split split = rec.draft().piece == null ? null : rec.draft().piece.split;
            boolean waits = pair == null
                    ? oracle.inQuarantine.contains(split)
                            || oracle.expectations.ofSplit.get(split) == null
                            || !oracle.expectations.ofSplit.get(split).isComplete()
                    : pair.second == null || !oracle.acknowledged.contains(pair.second.placed);
            boolean uncommitted = !oracle.acknowledged.contains(rec);
            if (!waits && !uncommitted) {
                oracle.violated(rec + " is still parked");
            }
        }
    }
}
