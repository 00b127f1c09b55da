package dev.sluice.assemble;

import dev.sluice.lake.LakePath;
import dev.sluice.lake.RecordPlace;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is parked of split events and of updates, by where it stood. */
public final class ParkedPlaces {
    private final ObjectStore state;

    public ParkedPlaces(ObjectStore state) {
        this.state = state;
    }

    /**
     * A piece or a half.
     *
     * @param key of its object
     * @param waitsFor what is not there, {@code ""} if nothing is missing
     */
    public record Parked(String key, RecordPlace place, String waitsFor) {}

    /**
     * The pieces of a set.
     *
     * @param folder its key, with its slash
     */
    public List<Parked> pieces(String folder) throws IOException {
        ParkedSet set = new ParkedSet(state, folder);
        ParkedSet.Listing listing = set.list();
        List<Parked> pieces = new ArrayList<>();
        for (PieceName name : listing.names()) {
            Place place = set.load(name).place();
            pieces.add(new Parked(
                    folder + name.text(),
                    new RecordPlace(place.origin(), place.position().offset()),
                    listing.missing()));
        }
        return pieces;
    }

    /** The pieces that stood there; reads all that are parked of the stream. */
    public List<Parked> pieces(RecordPlace place) throws IOException {
        List<Parked> found = new ArrayList<>();
        String prefix = "parked/" + LakePath.name(place.origin().stream()) + "/";
        ObjectFolders.forEach(
                state,
                prefix,
                (folder, objects) -> pieces(folder).stream()
                        .filter(piece -> piece.place.equals(place))
                        .forEach(found::add));
        return found;
    }

    /** The halves of updates that stood there. */
    public List<Parked> halves(RecordPlace place) throws IOException {
        List<Parked> found = new ArrayList<>();
        String prefix = LakePath.PAIRS + LakePath.name(place.origin().stream()) + "/";
        try (Stream<ListedObject> objects = state.list(prefix)) {
            for (Iterator<ListedObject> all = objects.iterator(); all.hasNext(); ) {
                String key = all.next().key();
                int name = key.lastIndexOf('/') + 1;
                Optional<HalfName> half = HalfName.parse(key.substring(name)).filter(one -> isAt(one, place));
                if (half.isPresent()) {
                    found.add(new Parked(key, place, waitsFor(key.substring(0, name), half.get())));
                }
            }
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
        return found;
    }

    private String waitsFor(String folder, HalfName half) throws IOException {
        Optional<StoredObject> taken = state.get(folder + "taken-" + half.text());
        Optional<StoredObject> settled = state.get(folder + "settled-" + half.text());
        return half.first() && taken.isEmpty() && settled.isEmpty() ? "the second half of the update" : "";
    }

    /** The second half that a first one has served, if it has. */
    public Optional<RecordPlace> servedBy(Parked first) throws IOException {
        int name = first.key.lastIndexOf('/') + 1;
        return state.get(first.key.substring(0, name) + "taken-" + first.key.substring(name))
                .flatMap(mark -> HalfName.parse(new String(mark.content(), StandardCharsets.US_ASCII)))
                .map(second -> new RecordPlace(first.place.origin(), second.offset()));
    }

    private static boolean isAt(HalfName half, RecordPlace place) {
        return half.partition() == place.origin().partition()
                && half.epoch() == place.origin().epoch()
                && half.offset() == place.offset();
    }
}
