package dev.sluice.assemble;

import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Segment;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All sets that are parked, one after the other, as a sweep meets them. */
public final class ParkedSets {
    private static final String PREFIX = "parked/";

    private final ObjectStore state;
    private final Assembly assembly;

    public ParkedSets(ObjectStore state, Assembly assembly) {
        this.state = state;
        this.assembly = assembly;
    }

    /**
     * A parked set as the listing shows it.
     *
     * @param folder key of its folder, with its slash
     * @param objects keys of its objects
     * @param oldest when its first object was written, by the store's clock
     * @param newest when its last one was
     */
    public record Entry(
            String folder, List<String> objects, ParkedSet.Listing listing, Instant oldest, Instant newest) {}

    /** What a visitor does with a set. */
    public interface Visitor {
        void visit(Entry entry) throws IOException;
    }

    /** Visits all sets; holds one listing entry at a time. */
    public void forEach(Visitor visitor) throws IOException {
        ObjectFolders.forEach(state, PREFIX, (folder, objects) -> visitor.visit(entry(folder, objects)));
    }

    private static Entry entry(String folder, List<ListedObject> set) {
        Instant oldest = Instant.MAX;
        Instant newest = Instant.MIN;
        List<String> keys = new ArrayList<>();
        for (ListedObject object : set) {
            keys.add(object.key());
            oldest = object.lastModified().isBefore(oldest) ? object.lastModified() : oldest;
            newest = object.lastModified().isAfter(newest) ? object.lastModified() : newest;
        }
        return new Entry(folder, keys, ParkedSet.Listing.of(folder, set), oldest, newest);
    }

    /**
     * The event with what is known of its pieces; null if only marks are left of the set.
     *
     * @throws MalformedMessageException if its first piece cannot be read
     */
    public @Nullable SplitEvent event(Entry entry) throws IOException, MalformedMessageException {
        if (entry.listing.names().isEmpty()) {
            return null;
        }
        ParkedSet set = set(entry);
        HeldPiece lowest = lowest(entry);
        Segment first = assembly.reader().read(lowest.raw());
        SplitEvent event = new SplitEvent(first.logicalId());
        event.add(lowest, first.total());
        event.noteAll(set, entry.listing);
        return event;
    }

    /** The first of its pieces, as it was parked. */
    public HeldPiece lowest(Entry entry) throws IOException {
        return piece(entry, Collections.min(entry.listing.names()));
    }

    /** A piece as it was parked. */
    public HeldPiece piece(Entry entry, PieceName name) throws IOException {
        return set(entry).load(name);
    }

    /** Joins the event if all of its pieces are there; see {@link Assembly}. */
    public Assembly.@Nullable Completed join(Entry entry, SplitEvent event)
            throws IOException, MalformedMessageException {
        return assembly.join(set(entry), entry.listing, event);
    }

    public void markConflict(Entry entry) throws IOException {
        set(entry).markConflict();
    }

    /** Where the set was reported as incomplete. */
    public String report(Entry entry) throws IOException {
        return set(entry).report();
    }

    /** Notes where the set is reported as incomplete; if another sweep did, its word counts. Tells where that is. */
    public String markReported(Entry entry, String report) throws IOException {
        return set(entry).markReported(report);
    }

    /** Removes the objects of a set whose event is in the lake. */
    public void remove(Entry entry) throws IOException {
        List<String> marksFirst = new ArrayList<>(entry.objects);
        Collections.reverse(marksFirst); // a mark alone would look like a set without pieces
        for (String key : marksFirst) {
            state.delete(key);
        }
    }

    private ParkedSet set(Entry entry) {
        return new ParkedSet(state, entry.folder);
    }
}
