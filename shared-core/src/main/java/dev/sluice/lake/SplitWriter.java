package dev.sluice.lake;

import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.TableSchema;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes what becomes of the split events of one stream; every object is named by its event and created once. */
public final class SplitWriter {
    private final LakeWriter writer;
    private final String stream;

    public SplitWriter(LakeWriter writer, String stream) {
        this.writer = writer;
        this.stream = stream;
    }

    /** What {@link #writeSplit} found. */
    public enum Written {
        NOW,
        /** It was there before. */
        BEFORE,
        /** Another event of the same logical id has the mark; nothing was written. */
        OTHER
    }

    /**
     * Writes an event that came in pieces. First comes its mark, which says where the event goes and what it is; whoever
     * creates that decides. Then comes the object. Both are created once; a second delivery changes nothing, whatever
     * settings it is read with.
     *
     * @param hash 16 hex digits of the SHA-256 of the joined payload
     * @param pieces where the pieces stood, ascending; the event stands where the first did
     */
    public Written writeSplit(
            NormalizedChange change, Slice logicalId, EventLines lines, String hash, List<DoneMark.Place> pieces)
            throws IOException {
        String event = LakePath.eventHash(logicalId);
        Layout layout = writer.layout();
        Folder folder = LakePath.table(change.table(), change.time(), layout.partition());
        DoneMark ours = new DoneMark(LakePath.split(folder, stream, logicalId, layout.compression()), hash, pieces);
        Optional<DoneMark> before = mark(event);
        if (before.isEmpty() && !writer.state().create(LakePath.done(stream, event), ours.json())) {
            before = mark(event);
        }
        DoneMark mark = before.orElse(ours);
        if (!mark.hash().equals(hash)) {
            return Written.OTHER;
        }
        if (before.isPresent() && isThere(Root.LAKE, mark.object())) {
            return Written.BEFORE;
        }
        TableSchema schema = change.schema();
        if (schema != null) {
            writer.writeSchema(LakePath.schema(change.table(), schema.id()), schema.bytes());
        }
        DoneMark.Place place = mark.segments().get(0);
        create(writer.store(Root.LAKE), mark.object(), out -> lines.writeTo(place.partition(), place.offset(), out));
        return Written.NOW;
    }

    private Optional<DoneMark> mark(String event) throws IOException {
        Optional<StoredObject> mark = writer.state().get(LakePath.done(stream, event));
        return mark.isEmpty()
                ? Optional.empty()
                : Optional.of(DoneMark.parse(mark.get().content()));
    }

    /**
     * Writes what a first half of an update tells whose second half was written without it.
     *
     * @param pair names the update, {@link LakePath#pairHash}
     * @param first the half as received
     */
    public void writePair(NormalizedChange change, String pair, Slice first, Slice lines) throws IOException {
        TableSchema schema = change.schema();
        if (schema != null) {
            writer.writeSchema(LakePath.schema(change.table(), schema.id()), schema.bytes());
        }
        Layout layout = writer.layout();
        Folder folder = LakePath.table(change.table(), change.time(), layout.partition());
        writer.store(Root.LAKE)
                .create(
                        LakePath.pair(folder, stream, pair, first, layout.compression()),
                        LakeObject.encode(lines, layout.compression()));
    }

    /**
     * Keeps the pieces of an event that can never be joined, in an object of its own that is named by the event.
     *
     * @param lines quarantine lines, see {@link QuarantineLine}
     */
    public void writeBrokenSet(Slice logicalId, @Nullable Long brokerTime, ObjectStore.Content lines)
            throws IOException {
        Folder folder = LakePath.quarantine(stream, brokerTime);
        create(
                writer.state(),
                LakePath.set(folder, stream, logicalId, writer.layout().compression()),
                lines);
    }

    /** Where an event is reported whose other pieces did not come in time. */
    public String reportKey(Slice logicalId, @Nullable Long brokerTime) throws IOException {
        Folder folder = LakePath.quarantine(stream, brokerTime);
        return LakePath.incomplete(folder, stream, logicalId, writer.layout().compression());
    }

    /**
     * Reports an event whose other pieces did not come in time. Its pieces stay where they are parked.
     *
     * @param lines quarantine lines of the pieces that are there, see {@link QuarantineLine}
     */
    public void writeReport(String key, ObjectStore.Content lines) throws IOException {
        create(writer.state(), key, lines);
    }

    /** True when the report is there. */
    public boolean isReported(String key) throws IOException {
        return isThere(Root.STATE, key);
    }

    private boolean isThere(Root root, String key) throws IOException {
        return writer.store(root).listAll(key).stream()
                .anyMatch(object -> object.key().equals(key));
    }

    /** Says that what a report complains of is settled. */
    public void resolve(String report) throws IOException {
        writer.state().create(report + ".resolved", new byte[0]);
    }

    /**
     * True when the event's pieces wait for nothing more: it is in the lake, or they are in the quarantine.
     *
     * @param event 32 hex digits, {@link LakePath#eventHash}
     */
    public boolean isSettled(String event) throws IOException {
        return isDone(event)
                || writer.state().get(LakePath.conflict(stream, event)).isPresent();
    }

    /** True when the event is in the lake. */
    public boolean isDone(Slice logicalId) throws IOException {
        return isDone(LakePath.eventHash(logicalId));
    }

    /**
     * True when the event is in the lake.
     *
     * @param event 32 hex digits, {@link LakePath#eventHash}
     */
    public boolean isDone(String event) throws IOException {
        Optional<DoneMark> mark = mark(event);
        return mark.isPresent() && isThere(Root.LAKE, mark.get().object());
    }

    private void create(ObjectStore store, String key, ObjectStore.Content lines) throws IOException {
        Layout.Compression compression = writer.layout().compression();
        store.createStreaming(key, out -> LakeObject.write(lines, out, compression));
    }
}
