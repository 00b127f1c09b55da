package dev.sluice.pipeline;

import dev.sluice.assemble.HalfName;
import dev.sluice.assemble.ParkedHalves;
import dev.sluice.assemble.Place;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.UpdateHalf;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.PairSearch;
import dev.sluice.lake.SplitWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The halves of updates that are not told in one run. The second one takes the first from an earlier run of its partition;
 * if there is none, its line is written without it, and a first half that comes later, or stands in another partition,
 * leaves a line of its own if the update changed the key.
 */
final class StoredHalves implements FirstHalves {
    private final Settings settings;
    private final ObjectStore state;
    private final String stream;
    private final SplitWriter writer;
    private final PairSearch search;

    StoredHalves(Settings settings, ObjectStore state, String stream, LakeWriter lake) {
        this.settings = settings;
        this.state = state;
        this.stream = stream;
        this.writer = new SplitWriter(lake, stream);
        this.search = new PairSearch(lake);
    }

    @Override
    public @Nullable RowImage firstOf(UpdateHalf second, Place place) throws IOException {
        PairKey key = PairKey.of(second.change());
        if (key == null) {
            return null;
        }
        Optional<ParkedHalves.Half> first = parked(key.hash()).firstFor(place, second.raw());
        return first.isEmpty() ? null : read(first.get()).before();
    }

    private ParkedHalves parked(String pair) {
        return ParkedHalves.of(state, stream, pair);
    }

    /** Parks the first halves whose second ones are not in the run. */
    void park(RunReader run) throws IOException {
        for (UpdatePairs.Held held : run.halves()) {
            PairKey key = PairKey.of(held.half().change());
            if (key == null) {
                run.giveUp(held);
            } else {
                run.tell(held, park(key, held));
            }
        }
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
