package dev.sluice.lake;

import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells of a lake where lines belong and what stands there, and writes nothing. Safe for any number of threads. */
public final class LakeReader {
    private static final Pattern PLACED = Pattern.compile(
            "(?<chain>.+-(?<partition>\\d{1,9})-(?<epoch>\\d{1,9}))-(?<first>\\d{20})(\\.\\d{1,9})?\\.jsonl(\\.gz)?");
    private static final Pattern REDRIVE = Pattern.compile("redrive-(.+)");

    private final ObjectStore lake;
    private final ObjectStore state;
    private final Layout layout;

    private LakeReader(ObjectStore lake, ObjectStore state, Layout layout) {
        this.lake = lake;
        this.state = state;
        this.layout = layout;
    }

    /**
     * Opens a lake as it was begun.
     *
     * @throws IOException also if there is none
     */
    public static LakeReader open(ObjectStore lake, ObjectStore state) throws IOException {
        return new LakeReader(lake, state, Layout.read(lake));
    }

    /**
     * What the name of an object tells.
     *
     * @param chain see {@link #chain}, of the object's stream, partition and epoch
     * @param first offset of its first event
     */
    public record Placed(String chain, long first) {
        /** The same if the object is one of an event that was left out of its chain; the name alone cannot tell. */
        public Optional<Placed> asRedriven() {
            Matcher redrive = REDRIVE.matcher(chain);
            return redrive.matches() ? Optional.of(new Placed(redrive.group(1), first)) : Optional.empty();
        }
    }

    /** What the name of an object tells; empty if it is not named by a place in a log. */
    public static Optional<Placed> placed(String key) {
        Matcher name = PLACED.matcher(key.substring(key.lastIndexOf('/') + 1));
        return name.matches()
                ? Optional.of(new Placed(name.group("chain"), offset(name.group("first"))))
                : Optional.empty();
    }

    private static long offset(String digits) {
        return digits.compareTo("0" + Long.MAX_VALUE) > 0 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    /** What the names of a partition's objects begin with, without the last dash. */
    public static String chain(Origin origin) {
        return LakePath.name(origin.stream()) + "-" + origin.partition() + "-" + origin.epoch();
    }

    /** Folder of a change. */
    public String folder(NormalizedChange change) {
        return LakePath.table(change.table(), change.time(), layout.partition()).path();
    }

    /** Folder of a control event. */
    public static String folder(String kind, CommitTime time) {
        return LakePath.control(kind, time).path();
    }

    /** Folder of what cannot be read, in the state store. */
    public static String quarantine(String stream, @Nullable Long brokerTime) {
        return LakePath.quarantine(stream, brokerTime).path();
    }

    /** Folder of the folders in which that is. */
    public static String quarantine(String stream) {
        return "quarantine/" + LakePath.name(stream) + "/";
    }

    /** The object of a split event. */
    public String split(NormalizedChange change, String stream, Slice logicalId) {
        return folder(change) + "/" + LakePath.splitName(stream, logicalId)
                + layout.compression().suffix();
    }

    public Stream<ListedObject> list(Root root, String prefix) throws IOException {
        return store(root).list(prefix);
    }

    /** The lines of an object; empty if it is gone. */
    public Optional<InputStream> open(Root root, String key) throws IOException {
        Optional<InputStream> content = store(root).open(key);
        return content.isEmpty() ? Optional.empty() : Optional.of(LakeObject.read(content.get(), layout.compression()));
    }

    private ObjectStore store(Root root) {
        return root == Root.LAKE ? lake : state;
    }
}
