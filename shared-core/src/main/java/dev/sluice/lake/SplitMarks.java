package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the state knows of split events: the marks of those that are in the lake, and the folders of their pieces. */
public final class SplitMarks {
    private final ObjectStore state;

    public SplitMarks(ObjectStore state) {
        this.state = state;
    }

    /** A mark and its key. */
    public record Found(String key, DoneMark mark) {
        /** Where its pieces stood. */
        public List<RecordPlace> records() {
            String stream = LakePath.nameOf(key.split("/", -1)[1]);
            return mark.segments().stream()
                    .map(piece -> new RecordPlace(new Origin(stream, piece.partition(), piece.epoch()), piece.offset()))
                    .toList();
        }
    }

    /** The marks of events that have this logical id, in all streams that are known. */
    public List<Found> of(String logicalId) throws IOException {
        List<Found> found = new ArrayList<>();
        for (String stream : streams()) {
            read("done/" + stream + "/" + LakePath.eventHash(Slice.of(logicalId)))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** The folders, with their slash, where pieces of events with this logical id would be parked. */
    public List<String> folders(String logicalId) throws IOException {
        String event = LakePath.eventHash(Slice.of(logicalId));
        return streams().stream()
                .map(stream -> "parked/" + stream + "/" + event.substring(0, 2) + "/" + event + "/")
                .toList();
    }

    /** The marks of events of which a piece stood there; reads all marks of the stream. */
    public List<Found> of(RecordPlace place) throws IOException {
        String prefix = "done/" + LakePath.name(place.origin().stream()) + "/";
        List<Found> found = new ArrayList<>();
        try (Stream<ListedObject> marks = state.list(prefix)) {
            for (Iterator<ListedObject> all = marks.iterator(); all.hasNext(); ) {
                read(all.next().key())
                        .filter(one -> one.mark.segments().stream().anyMatch(piece -> isAt(piece, place)))
                        .ifPresent(found::add);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(prefix + " cannot be listed: " + e.getMessage(), e);
        }
        return found;
    }

    private static boolean isAt(DoneMark.Place piece, RecordPlace place) {
        return piece.partition() == place.origin().partition()
                && piece.epoch() == place.origin().epoch()
                && piece.offset() == place.offset();
    }

    private Optional<Found> read(String key) throws IOException {
        Optional<StoredObject> stored = state.get(key);
        return stored.isEmpty()
                ? Optional.empty()
                : Optional.of(new Found(key, DoneMark.parse(stored.get().content())));
    }

    /** Names of the streams that have a ledger, as they stand in keys. */
    private SortedSet<String> streams() throws IOException {
        SortedSet<String> streams = new TreeSet<>();
        try (Stream<ListedObject> ledgers = state.list("ledger/")) {
            ledgers.forEach(ledger -> streams.add(ledger.key().split("/", -1)[1]));
        } catch (UncheckedIOException e) {
            throw new IOException("ledger/ cannot be listed: " + e.getMessage(), e);
        }
        return streams;
    }
}
