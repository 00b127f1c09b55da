package dev.sluice.pipeline;

import dev.sluice.assemble.HalfName;
import dev.sluice.assemble.ParkedHalves;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.PairSearch;
import dev.sluice.lake.SplitWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The halves of updates that are not told in one run. The second one takes the first from an earlier run of its partition;
 * if there is none, its line is written without it, and a first half that comes later, or stands in another partition,
 * leaves a line of its own if the update changed the key.
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
        for (UpdatePairs.Held first : run.halves()) {
            calls.add(() -> {
                PairKey key = PairKey.of(first.half().change());
                if (key == null) {
                    return () -> run.giveUp(first);
                }
                Outcome outcome = park(key, first);
                return () -> run.tell(first, outcome);
            });
        }
        for (Runnable known : lake.sideBySide(calls)) {
            known.run();
        }
    }

    private @Nullable RowImage firstOf(LoneHalf second) throws IOException {
        PairKey key = PairKey.of(second.half().change());
        if (key == null) {
            return null;
        }
        Optional<ParkedHalves.Half> first =
                parked(key.hash()).firstFor(second.place(), second.half().raw());
        return first.isEmpty() ? null : read(first.get()).before();
    }

    private ParkedHalves parked(String pair) {
        return ParkedHalves.of(state, stream, pair);
    }

    private Outcome park(PairKey key, UpdatePairs.Held held) throws IOException {
        ParkedHalves parked = parked(key.hash());
        HalfName name = parked.park(held.place(), held.half().raw());
        ParkedHalves.Listing listing = parked.list();
        Optional<HalfName> second = parked.unsettled(listing, name);
        return second.isPresent()
                ? new Outcome.Emitted(settle(key.hash(), parked, name, second.get()))
                : Outcome.Parked.half(key.hash());
    }

    /**
     * Settles a first half whose second one was written without it: if the update changed the key, the row of the old key
     * is gone, and a line says so.
     *
     * @return how many lines that is
     */
    int settle(String pair, ParkedHalves parked, HalfName firstName, HalfName secondName) throws IOException {
        if (!parked.take(firstName, secondName)) {
            return 0;
        }
        ParkedHalves.Half half = parked.load(firstName);
        RowChange first = read(half);
        RowChange second = read(parked.load(secondName));
        Normalizer normalizer = new Normalizer(
                settings.normalize(), half.place().origin(), settings.limits().numberLength());
        int lines = 0;
        if (normalizer.keyChanges(second.withBefore(first.before()))) {
            Utf8Buffer line = new Utf8Buffer(1024);
            NormalizedChange change =
                    normalizer.normalize(first.asDeleteOfOldKey(), half.place().position(), line);
            writer.writePair(change, pair, half.raw(), line.slice(0));
            lines = change.lines();
        }
        parked.markSettled(firstName);
        return lines;
    }

    /** Takes a first half that is part of a line already; a crash left it behind, and the same records came again. */
    boolean takeIfInLake(ParkedHalves parked, HalfName firstName) throws IOException {
        ParkedHalves.Half half = parked.load(firstName);
        Normalizer normalizer = new Normalizer(
                settings.normalize(), half.place().origin(), settings.limits().numberLength());
        Utf8Buffer line = new Utf8Buffer(1024);
        NormalizedChange first =
                normalizer.normalize(read(half).asDeleteOfOldKey(), half.place().position(), line);
        long offset = half.place().position().offset();
        for (PairSearch.Found found :
                search.find(first, line.slice(0), half.place().origin(), offset, offset + LakeWriter.MAX_RUN)) {
            if (found.hasFirst()) {
                return parked.take(firstName, firstName.at(false, found.offset()));
            }
        }
        return false;
    }

    private RowChange read(ParkedHalves.Half half) throws IOException {
        try {
            return new ItemReader(settings.limits()).half(half.raw()).change();
        } catch (MalformedMessageException e) {
            throw new IOException("a parked half of an update cannot be read: " + e.code(), e);
        }
    }
}
