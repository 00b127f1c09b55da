package dev.sluice.assemble;

import dev.sluice.lake.LakePath;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The halves of one update in the state store: first ones that wait for the second, and second ones that followed none in
 * their run, with the first one that each is to have. A first half serves one second half: who takes it leaves a mark that
 * says so. One that served nobody tells by itself what that other line lacks, and then has a mark of its own; it can still
 * serve.
 */
public final class ParkedHalves {
    private static final String TAKEN = "taken-";
    private static final String SETTLED = "settled-";
    private static final String REPORT = "incomplete";
    /** {@code pairs/<stream>/<32 hex>/} */
    private static final int FOLDERS = 4;

    private final ObjectStore state;
    private final String prefix;

    /**
     * The halves in this folder.
     *
     * @param prefix its key, with its slash
     */
    public ParkedHalves(ObjectStore state, String prefix) {
        this.state = state;
        this.prefix = prefix;
    }

    /**
     * The halves of an update.
     *
     * @param pair names it, {@link LakePath#pairHash}
     */
    public static ParkedHalves of(ObjectStore state, String stream, String pair) {
        return new ParkedHalves(state, LakePath.pair(stream, pair));
    }

    /**
     * What is parked.
     *
     * @param first first halves, in the order of their places
     * @param since when each of them was parked, by the store's clock
     * @param second second halves that followed no first one in their run, in the order of their places
     * @param taken names of the first halves that have served
     * @param settled names of those whose second half was written without them, and that told the rest
     * @param reported a first half was reported that has waited for too long
     * @param newest when the last object was written, by the store's clock
     * @param oldest when the first one was
     */
    public record Listing(
            List<HalfName> first,
            Map<HalfName, Instant> since,
            List<HalfName> second,
            Set<String> taken,
            Set<String> settled,
            boolean reported,
            Instant oldest,
            Instant newest) {
        /** What does not look like one of ours is passed over. */
        static Listing of(String prefix, List<ListedObject> objects) {
            List<HalfName> first = new ArrayList<>();
            Map<HalfName, Instant> since = new HashMap<>();
            List<HalfName> second = new ArrayList<>();
            Set<String> taken = new HashSet<>();
            Set<String> settled = new HashSet<>();
            boolean reported = false;
            Instant oldest = Instant.MAX;
            Instant newest = Instant.MIN;
            for (ListedObject object : objects) {
                String name = object.key().substring(prefix.length());
                HalfName.parse(name).ifPresent(half -> {
                    (half.first() ? first : second).add(half);
                    since.put(half, object.lastModified());
                });
                if (name.startsWith(TAKEN)) {
                    taken.add(name.substring(TAKEN.length()));
                }
                if (name.startsWith(SETTLED)) {
                    settled.add(name.substring(SETTLED.length()));
                }
                reported |= name.equals(REPORT);
                oldest = object.lastModified().isBefore(oldest) ? object.lastModified() : oldest;
                newest = object.lastModified().isAfter(newest) ? object.lastModified() : newest;
            }
            first.sort(HalfName.BY_PLACE);
            second.sort(HalfName.BY_PLACE);
            return new Listing(first, since, second, taken, settled, reported, oldest, newest);
        }

        /** True when the first half has served a second one. */
        public boolean isTaken(HalfName half) {
            return taken.contains(half.text());
        }

        /** The first halves that no second one has taken, and that have not told the rest. */
        public List<HalfName> waiting() {
            return first.stream()
                    .filter(half -> !isTaken(half) && !settled.contains(half.text()))
                    .toList();
        }

        /** When a half was parked, by the store's clock. */
        public Instant since(HalfName half) {
            return since.getOrDefault(half, oldest);
        }

        /** True when there are first halves, and none of them waits. */
        public boolean haveServed() {
            return !first.isEmpty() && waiting().isEmpty();
        }

        /** One of them. */
        public HalfName any() {
            return first.isEmpty() ? second.get(0) : first.get(0);
        }

        /** The latest first half that stands before this second one in its partition. */
        public Optional<HalfName> lastBefore(HalfName wanted) {
            return first.stream().filter(half -> half.standsBefore(wanted)).reduce((earlier, later) -> later);
        }
    }

    /** What is done with the halves of one update. */
    public interface Visitor {
        /**
         * Takes the halves of one update.
         *
         * @param pair names the update, {@link LakePath#pairHash}
         */
        void visit(String pair, ParkedHalves parked, Listing listing) throws IOException;
    }

    /** Visits the halves of all updates that have some. */
    public static void forEach(ObjectStore state, Visitor visitor) throws IOException {
        ObjectFolders.forEach(state, LakePath.PAIRS, (folder, objects) -> {
            String[] names = folder.split("/", -1);
            Listing listing = Listing.of(folder, objects);
            if (names.length == FOLDERS && !(listing.first.isEmpty() && listing.second.isEmpty())) {
                visitor.visit(names[FOLDERS - 2], new ParkedHalves(state, folder), listing);
            }
        });
    }

    /** Removes the halves; the marks last, for without them a first half would wait again. */
    public void remove() throws IOException {
        List<String> keys =
                state.listAll(prefix).stream().map(ListedObject::key).sorted().toList();
        for (String key : keys) {
            if (HalfName.parse(key.substring(prefix.length())).isPresent()) {
                state.delete(key);
            }
        }
        for (String key : keys) {
            state.delete(key);
        }
    }

    /** Lists what is parked. */
    public Listing list() throws IOException {
        return Listing.of(prefix, state.listAll(prefix));
    }

    /**
     * Keeps a second half, and decides for ever which first half it is to have, for all owners that are at it. It has that
     * one if it can {@link #take} it, else none.
     *
     * @param first what this owner found, null if it found none
     * @return what is decided; null for a line without a first half
     */
    public @Nullable HalfName decide(Place second, @Nullable HalfName first, Slice raw) throws IOException {
        HalfName name = HalfName.of(false, second);
        if (state.create(prefix + name.text(), new ParkedRecord(second, -1, first, raw).content())) {
            return first;
        }
        return load(name).first();
    }

    /**
     * The second halves that have no first one. One that is to have a first one and has not come to take it does so now, and
     * the listing tells that.
     */
    public List<HalfName> unpaired(Listing listing) throws IOException {
        List<HalfName> unpaired = new ArrayList<>();
        for (HalfName second : listing.second) {
            HalfName first = load(second).first();
            if (first == null || !take(first, second)) {
                unpaired.add(second);
            } else {
                listing.taken.add(first.text());
            }
        }
        return unpaired;
    }

    /**
     * Parks a first half; when this returns, it is durable.
     *
     * @param through offset of the last record that was read and is no second half of it
     */
    public void park(Place first, long through, Slice raw) throws IOException {
        state.create(prefix + HalfName.of(true, first).text(), new ParkedRecord(first, through, null, raw).content());
    }

    /** Lets a first half serve this second one; false if it has served another. */
    public boolean take(HalfName first, HalfName second) throws IOException {
        String key = prefix + TAKEN + first.text();
        byte[] by = second.text().getBytes(StandardCharsets.US_ASCII);
        if (state.create(key, by)) {
            return true;
        }
        byte[] present =
                state.get(key).orElseThrow(() -> new VanishedException(key)).content();
        return new String(present, StandardCharsets.US_ASCII).equals(second.text());
    }

    /** Notes that a first half has told what its second one was written without. */
    public void markSettled(HalfName first) throws IOException {
        state.create(prefix + SETTLED + first.text(), new byte[0]);
    }

    /** The second half that has taken this first one; empty if that cannot be told. */
    public Optional<HalfName> takenBy(HalfName first) throws IOException {
        return state.get(prefix + TAKEN + first.text())
                .flatMap(mark -> HalfName.parse(new String(mark.content(), StandardCharsets.US_ASCII)));
    }

    /**
     * A half as it was parked.
     *
     * @param through of a first half: up to this offset no second half follows it; -1 if that is not known
     * @param first of a second half: the first one that it is to have, null if it has none
     * @param raw the message as received
     */
    public record Half(
            HalfName name,
            Place place,
            long through,
            @Nullable HalfName first,
            Slice raw) {}

    public Half load(HalfName name) throws IOException {
        String key = prefix + name.text();
        ParkedRecord parked = ParkedRecord.read(
                key,
                state.get(key).orElseThrow(() -> new VanishedException(key)).content());
        return new Half(name, parked.place(), parked.through(), parked.first(), parked.raw());
    }

    /**
     * Notes where a first half is reported that has waited for too long; if another sweep did, its word counts. Tells where
     * that is.
     */
    public String markReported(String report) throws IOException {
        return state.create(prefix + REPORT, report.getBytes(StandardCharsets.UTF_8)) ? report : report();
    }

    /** Where a first half was reported. */
    public String report() throws IOException {
        byte[] content = state.get(prefix + REPORT)
                .orElseThrow(() -> new VanishedException(prefix + REPORT))
                .content();
        return new String(content, StandardCharsets.UTF_8);
    }
}
