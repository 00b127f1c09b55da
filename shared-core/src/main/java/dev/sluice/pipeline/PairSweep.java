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
import java.util.List;
import java.util.Optional;

/** Goes over the parked halves of updates: settles those that met nobody, reports those that wait for too long. */
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
        String stream = stream(parked, listing);
        SplitWriter writer = new SplitWriter(lake, stream);
        StoredHalves halves = new StoredHalves(settings, state, stream, lake);
        if (settle(pair, parked, listing, halves)) {
            resolve(parked, listing, writer);
            return item(pair, parked, listing, Fate.COMPLETED);
        }
        if (listing.waiting().isEmpty() || isRepeated(parked, listing)) {
            return finished(pair, parked, listing, now);
        }
        boolean late = !listing.oldest().plus(settings.waiting().ttl()).isAfter(now);
        if (!late && !listing.reported()) {
            return item(pair, parked, listing, Fate.WAITING);
        }
        if (!listing.reported() && areInLake(parked, listing, halves)) {
            return item(pair, parked, listing, Fate.FINISHED);
        }
        report(pair, parked, listing, writer);
        return item(pair, parked, listing, Fate.INCOMPLETE);
    }

    private static boolean areInLake(ParkedHalves parked, ParkedHalves.Listing listing, StoredHalves halves)
            throws IOException {
        boolean all = true;
        for (HalfName first : listing.waiting()) {
            all &= halves.takeIfInLake(parked, first);
        }
        return all;
    }

    private static boolean settle(String pair, ParkedHalves parked, ParkedHalves.Listing listing, StoredHalves halves)
            throws IOException {
        boolean settled = false;
        for (HalfName first : listing.first()) {
            Optional<HalfName> second = parked.unsettled(listing, first);
            if (second.isPresent()) {
                halves.settle(pair, parked, first, second.get());
                settled = true;
            }
        }
        return settled;
    }

    /** A first half that was sent again after it had served. */
    private static boolean isRepeated(ParkedHalves parked, ParkedHalves.Listing listing) throws IOException {
        List<HalfName> served =
                listing.first().stream().filter(listing::isTaken).toList();
        if (served.isEmpty()) {
            return false;
        }
        Slice raw = parked.load(served.get(0)).raw();
        for (HalfName waiting : listing.waiting()) {
            if (!parked.load(waiting).raw().equals(raw)) {
                return false;
            }
        }
        return true;
    }

    private Item finished(String pair, ParkedHalves parked, ParkedHalves.Listing listing, Instant now)
            throws IOException {
        Item finished = item(pair, parked, listing, Fate.FINISHED);
        if (listing.reported()) {
            resolve(parked, listing, new SplitWriter(lake, stream(parked, listing)));
        }
        boolean expired = listing.newest().plus(settings.waiting().grace()).isBefore(now);
        if (!expired || !isCommitted(parked, listing)) {
            return finished;
        }
        parked.remove();
        return new Item(
                finished.stream(),
                finished.set(),
                finished.table(),
                finished.missing(),
                finished.since(),
                Fate.REMOVED);
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
    private void report(String pair, ParkedHalves parked, ParkedHalves.Listing listing, SplitWriter writer)
            throws IOException {
        List<HalfName> waiting = listing.waiting();
        ParkedHalves.Half first = parked.load(waiting.get(0));
        String key = listing.reported()
                ? parked.report()
                : writer.reportKey(Slice.of(pair), first.place().brokerTime());
        if (!listing.reported()) {
            parked.markReported(key);
        }
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
                fate);
    }
}
