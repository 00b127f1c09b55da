package dev.sluice.pipeline;

import dev.sluice.assemble.HalfName;
import dev.sluice.assemble.ParkedHalves;
import dev.sluice.assemble.VanishedException;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Table;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.lake.SplitWriter;
import dev.sluice.pipeline.Sweep.Fate;
import dev.sluice.pipeline.Sweep.Item;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Goes over the parked halves of updates. A first half that served nobody is judged once a second one is not to be expected
 * any more: what it knows is in a line already, or belongs to a second half that was written without it, or is reported.
 */
final class PairSweep {
    private final Settings settings;
    private final LakeWriter lake;
    private final ObjectStore state;

    PairSweep(Settings settings, LakeWriter lake, ObjectStore state) {
        this.settings = settings;
        this.lake = lake;
        this.state = state;
    }

    List<Item> run(Instant now) throws IOException {
        List<Item> items = new ArrayList<>();
        ParkedHalves.forEach(state, (pair, parked, listing) -> visit(items, () -> sweep(pair, parked, listing, now)));
        return items;
    }

    List<Item> list() throws IOException {
        List<Item> items = new ArrayList<>();
        ParkedHalves.forEach(
                state,
                (pair, parked, listing) -> visit(items, () -> {
                    Fate fate = listing.waiting().isEmpty()
                            ? Fate.FINISHED
                            : listing.reported() ? Fate.INCOMPLETE : Fate.WAITING;
                    return item(pair, parked, listing, fate);
                }));
        return items;
    }

    private interface Look {
        Item at() throws IOException;
    }

    /** Halves that another sweep removes meanwhile are none any more. */
    private static void visit(List<Item> items, Look look) throws IOException {
        try {
            items.add(look.at());
        } catch (VanishedException removed) {
            return;
        }
    }

    private Item sweep(String pair, ParkedHalves parked, ParkedHalves.Listing listing, Instant now) throws IOException {
        if (listing.waiting().isEmpty()) {
            return finished(pair, parked, listing, now);
        }
        List<HalfName> unpaired = parked.unpaired(listing);
        if (listing.waiting().isEmpty()) {
            return finished(pair, parked, listing, now);
        }
        String stream = stream(parked, listing);
        SplitWriter writer = new SplitWriter(lake, stream);
        StoredHalves halves = new StoredHalves(settings, state, stream, lake);
        boolean alone = unpaired.isEmpty();
        boolean hopeless = alone && listing.reported() && isExpired(listing, now); // it was looked for often enough
        boolean late = listing.reported();
        List<HalfName> left = new ArrayList<>();
        Set<Fate> fates = EnumSet.noneOf(Fate.class);
        for (HalfName first : listing.waiting()) {
            boolean old = !listing.since(first).plus(settings.waiting().ttl()).isAfter(now);
            boolean due = old || (!alone && isPassed(stream, first));
            Fate fate = due && !hopeless ? judge(pair, parked, first, unpaired, halves) : Fate.WAITING;
            fates.add(fate);
            if (fate == Fate.WAITING) {
                left.add(first);
                late |= due;
            }
        }
        if (left.isEmpty() && fates.contains(Fate.BROKEN)) {
            return reported(pair, parked, listing, Fate.BROKEN, false);
        }
        if (left.isEmpty()) {
            resolve(parked, listing, writer);
            return item(pair, parked, listing, fates.contains(Fate.COMPLETED) ? Fate.COMPLETED : Fate.FINISHED);
        }
        if (!alone || !late) {
            return item(pair, parked, listing, Fate.WAITING);
        }
        boolean before = listing.reported();
        report(pair, parked, listing, left, writer);
        return reported(pair, parked, listing, Fate.INCOMPLETE, before);
    }

    /** Sees to it that the lake has what a first half knows; it waits on if no second half is known. */
    private static Fate judge(
            String pair, ParkedHalves parked, HalfName name, List<HalfName> unpaired, StoredHalves halves)
            throws IOException {
        List<ParkedHalves.Half> read = new ArrayList<>(List.of(parked.load(name)));
        try {
            if (halves.takeIfInLake(parked, read.get(0))) {
                return Fate.FINISHED;
            }
            if (unpaired.isEmpty()) {
                return Fate.WAITING;
            }
            read.add(parked.load(unpaired.get(0)));
            halves.tellOldKey(pair, parked, read.get(0), read.get(1));
            return Fate.COMPLETED;
        } catch (MalformedMessageException unreadable) {
            halves.quarantine(pair, parked, read, unreadable);
            return Fate.BROKEN;
        }
    }

    /** True when so many records of its partition are behind a first half that no run holds it and a second one. */
    private boolean isPassed(String stream, HalfName first) throws IOException {
        return lake.isCommitted(stream, first.partition(), first.epoch(), first.offset() + LakeWriter.MAX_RUN);
    }

    private Item finished(String pair, ParkedHalves parked, ParkedHalves.Listing listing, Instant now)
            throws IOException {
        Item finished = item(pair, parked, listing, Fate.FINISHED);
        if (listing.reported()) {
            resolve(parked, listing, new SplitWriter(lake, stream(parked, listing)));
        }
        if (!isExpired(listing, now) || !isCommitted(parked, listing)) {
            return finished;
        }
        parked.remove();
        return new Item(
                finished.stream(),
                finished.set(),
                finished.table(),
                finished.missing(),
                finished.since(),
                Fate.REMOVED,
                false);
    }

    /** Nothing came for so long that the same records will not come again either. */
    private boolean isExpired(ParkedHalves.Listing listing, Instant now) {
        return listing.newest().plus(settings.waiting().grace()).isBefore(now);
    }

    /** A second half whose batch is not committed may be given again, and needs the first one again. */
    private boolean isCommitted(ParkedHalves parked, ParkedHalves.Listing listing) throws IOException {
        String stream = stream(parked, listing);
        for (HalfName first : listing.first()) {
            HalfName second = parked.takenBy(first).orElse(first);
            if (!lake.isCommitted(stream, second.partition(), second.epoch(), second.offset())) {
                return false;
            }
        }
        for (HalfName second : listing.second()) {
            if (!lake.isCommitted(stream, second.partition(), second.epoch(), second.offset())) {
                return false;
            }
        }
        return true;
    }

    private static void resolve(ParkedHalves parked, ParkedHalves.Listing listing, SplitWriter writer)
            throws IOException {
        if (listing.reported()) {
            writer.resolve(parked.report());
        }
    }

    /** Notes where the report is, then writes it, as for split events. */
    private void report(
            String pair, ParkedHalves parked, ParkedHalves.Listing listing, List<HalfName> waiting, SplitWriter writer)
            throws IOException {
        ParkedHalves.Half first = parked.load(waiting.get(0));
        String key = listing.reported()
                ? parked.report()
                : parked.markReported(
                        writer.reportKey(Slice.of(pair), first.place().brokerTime()));
        if (writer.isReported(key)) {
            return;
        }
        String reason = "the first half of an update of " + table(first) + "; its second half did not come";
        writer.writeReport(key, out -> {
            for (HalfName name : waiting) {
                ParkedHalves.Half half = parked.load(name);
                Slice line = QuarantineLine.of(
                        UpdatePairs.ORPHAN.code(),
                        reason,
                        "",
                        half.place().origin(),
                        half.place().position(),
                        half.place().brokerTime(),
                        half.raw());
                out.write(line.bytes(), line.from(), line.length());
            }
        });
    }

    private static String stream(ParkedHalves parked, ParkedHalves.Listing listing) throws IOException {
        return parked.load(listing.any()).place().origin().stream();
    }

    private String table(ParkedHalves.Half half) {
        try {
            Table table =
                    new ItemReader(settings.limits()).half(half.raw()).change().table();
            return table.db() + "." + table.schema() + "." + table.name();
        } catch (MalformedMessageException unreadable) {
            return "";
        }
    }

    private Item item(String pair, ParkedHalves parked, ParkedHalves.Listing listing, Fate fate) throws IOException {
        ParkedHalves.Half half = parked.load(listing.any());
        boolean isWaiting = fate == Fate.WAITING || fate == Fate.INCOMPLETE;
        return new Item(
                half.place().origin().stream(),
                pair,
                table(half),
                isWaiting ? Outcome.Parked.SECOND_HALF : "",
                listing.oldest(),
                fate,
                false);
    }

    private Item reported(String pair, ParkedHalves parked, ParkedHalves.Listing listing, Fate fate, boolean before)
            throws IOException {
        Item item = item(pair, parked, listing, fate);
        return new Item(item.stream(), item.set(), item.table(), item.missing(), item.since(), fate, !before);
    }
}
