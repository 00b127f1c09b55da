package dev.sluice.pipeline;

import dev.sluice.assemble.HalfName;
import dev.sluice.assemble.ParkedHalves;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.PairSearch;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.lake.SplitWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The halves of updates that are not told in one run. The second one takes the first from an earlier run of its partition;
 * if there is none, its line is written without it. What a first half knows that served none, later or in another
 * partition, the sweep tells: whether a second one follows that it serves cannot be known while a run is read.
 */
final class StoredHalves {
    private final Settings settings;
    private final ObjectStore state;
    private final String stream;
    private final LakeWriter lake;
    private final SplitWriter writer;
    private final PairSearch search;

    StoredHalves(Settings settings, ObjectStore state, String stream, LakeWriter lake) {
        this.settings = settings;
        this.state = state;
        this.stream = stream;
        this.lake = lake;
        this.writer = new SplitWriter(lake, stream);
        this.search = new PairSearch(lake);
    }

    /**
     * Gives second halves of the run the first ones that earlier runs parked, and parks its first halves whose second ones
     * are not in it. All of them at once; when this returns, what they leave is durable.
     */
    void settle(RunReader run) throws IOException {
        List<Callable<Runnable>> calls = new ArrayList<>();
        for (LoneHalf second : run.lone()) {
            calls.add(() -> {
                RowImage before = firstOf(second);
                return () -> run.emit(second, before);
            });
        }
        long through = run.through();
        for (UpdatePairs.Held first : run.halves()) {
            calls.add(() -> {
                PairKey key = PairKey.of(first.half().change());
                if (key == null) {
                    return () -> run.giveUp(first);
                }
                long alone = first.superseded() ? first.place().position().offset() : through;
                parked(key.hash()).park(first.place(), alone, first.half().raw());
                return () -> run.tell(first, Outcome.Parked.half(key.hash()));
            });
        }
        for (Runnable known : lake.sideBySide(calls)) {
            known.run();
        }
    }

    private ParkedHalves parked(String pair) {
        return ParkedHalves.of(state, stream, pair);
    }

    /** The row before the update, if the half right before this one in its partition is a first one. */
    private @Nullable RowImage firstOf(LoneHalf second) throws IOException {
        PairKey key = PairKey.of(second.half().change());
        if (key == null) {
            return null;
        }
        ParkedHalves parked = parked(key.hash());
        HalfName name = HalfName.of(false, second.place());
        HalfName first = parked.decide(
                second.place(),
                second.mayHaveFirst() ? find(second, name, parked, key) : null,
                second.half().raw());
        if (first == null || !parked.take(first, name)) {
            return null;
        }
        ParkedHalves.Half half = parked.load(first);
        try {
            return read(half).before();
        } catch (MalformedMessageException unreadable) {
            quarantine(key.hash(), parked, List.of(half), unreadable);
            return null;
        }
    }

    /** The half right before a second one in its partition, if that is a first one. */
    private @Nullable HalfName find(LoneHalf second, HalfName name, ParkedHalves parked, PairKey key)
            throws IOException {
        ParkedHalves.Listing listing = parked.list();
        Optional<HalfName> first = listing.lastBefore(name);
        if (first.isEmpty() || listing.second().contains(name)) {
            return null; // or it is decided
        }
        ParkedHalves.Half half = parked.load(first.get());
        try {
            boolean isNext = listing.isTaken(first.get()) || !isFollowed(parked, half, second.from());
            return isNext ? first.get() : null;
        } catch (MalformedMessageException unreadable) {
            quarantine(key.hash(), parked, List.of(half), unreadable);
            return null;
        }
    }

    /**
     * True when a line of the update stands between a first half and a run. The run that parked it tells that there is
     * none; unless it was not committed, and the same records came again in another cut.
     */
    private boolean isFollowed(ParkedHalves parked, ParkedHalves.Half first, long from)
            throws IOException, MalformedMessageException {
        if (first.through() + 1 >= from) {
            return false;
        }
        List<PairSearch.Found> lines = lines(first, first.place().position().offset(), from - 1);
        takeFor(lines, parked, first.name());
        return !lines.isEmpty();
    }

    /** Takes a first half that is part of a line already. */
    private static boolean takeFor(List<PairSearch.Found> lines, ParkedHalves parked, HalfName first)
            throws IOException {
        for (PairSearch.Found line : lines) {
            if (line.hasFirst()) {
                parked.take(first, first.at(false, line.offset()));
                return true;
            }
        }
        return false;
    }

    private List<PairSearch.Found> lines(ParkedHalves.Half first, long from, long to)
            throws IOException, MalformedMessageException {
        Utf8Buffer line = new Utf8Buffer(1024);
        NormalizedChange change = asDelete(first, line);
        return search.find(change, line.slice(0), first.place().origin(), from, to);
    }

    private NormalizedChange asDelete(ParkedHalves.Half first, Utf8Buffer line) throws MalformedMessageException {
        return normalizer(first)
                .normalize(read(first).asDeleteOfOldKey(), first.place().position(), line);
    }

    private Normalizer normalizer(ParkedHalves.Half half) {
        return new Normalizer(
                settings.normalize(), half.place().origin(), settings.limits().numberLength());
    }

    /**
     * Takes a first half whose row is part of a line already: a crash left it behind, and the same records came again; or
     * it was sent again.
     */
    boolean takeIfInLake(ParkedHalves parked, ParkedHalves.Half first) throws IOException, MalformedMessageException {
        long offset = first.place().position().offset();
        return takeFor(lines(first, offset - LakeWriter.MAX_RUN, offset + LakeWriter.MAX_RUN), parked, first.name());
    }

    /**
     * Tells what a second half was written without: if the update changed the key, the row of the old key is gone, and a
     * line says so.
     */
    void tellOldKey(String pair, ParkedHalves parked, ParkedHalves.Half first, ParkedHalves.Half second)
            throws IOException, MalformedMessageException {
        if (normalizer(first).keyChanges(read(second).withBefore(read(first).before()))) {
            Utf8Buffer line = new Utf8Buffer(1024);
            NormalizedChange change = asDelete(first, line);
            writer.writePair(change, pair, first.raw(), line.slice(0));
        }
        parked.markSettled(first.name());
    }

    private RowChange read(ParkedHalves.Half half) throws MalformedMessageException {
        return new ItemReader(settings.limits()).half(half.raw()).change();
    }

    /**
     * Keeps halves that can be read no more, as may be after a limit was lowered.
     *
     * @param halves the first half, and others of which it cannot tell the rest
     */
    void quarantine(
            String pair, ParkedHalves parked, List<ParkedHalves.Half> halves, MalformedMessageException unreadable)
            throws IOException {
        ParkedHalves.Half first = halves.get(0);
        Slice name = Slice.of(pair + "/" + first.name().text());
        writer.writeBrokenSet(name, first.place().brokerTime(), out -> {
            for (ParkedHalves.Half half : halves) {
                Slice line = QuarantineLine.of(
                        unreadable.code(),
                        unreadable.reason(),
                        unreadable.where(),
                        half.place().origin(),
                        half.place().position(),
                        half.place().brokerTime(),
                        half.raw());
                out.write(line.bytes(), line.from(), line.length());
            }
        });
        parked.markSettled(first.name());
    }
}
