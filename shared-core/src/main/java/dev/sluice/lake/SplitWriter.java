package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.TableSchema;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;
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
        /** Before, by its mark. */
        BEFORE,
        /** Another event of the same logical id was; nothing was written. */
        OTHER
    }

    /**
     * Writes an event that came in pieces, as an object of its own that is named by the event, and then the mark that it
     * is in the lake. Both are created once; a second delivery changes nothing.
     *
     * @param hash 16 hex digits of the SHA-256 of the joined payload
     * @param pieces where the pieces stood, ascending; the event stands where the first did
     */
    public Written writeSplit(
            NormalizedChange change, Slice logicalId, EventLines lines, String hash, List<DoneMark.Place> pieces)
            throws IOException {
        String done = LakePath.done(stream, LakePath.eventHash(logicalId));
        Optional<StoredObject> mark = writer.state().get(done);
        if (mark.isPresent()) {
            return DoneMark.parse(mark.get().content()).hash().equals(hash) ? Written.BEFORE : Written.OTHER;
        }
        TableSchema schema = change.schema();
        if (schema != null) {
            writer.writeSchema(LakePath.schema(change.table(), schema.id()), schema.bytes());
        }
        Layout layout = writer.layout();
        Folder folder = LakePath.table(change.table(), change.time(), layout.partition());
        String key = LakePath.split(folder, stream, logicalId, layout.compression());
        DoneMark.Place place = pieces.get(0);
        boolean created =
                create(writer.store(Root.LAKE), key, out -> lines.writeTo(place.partition(), place.offset(), out));
        if (!created && !holdsTheSame(key, lines)) {
            return Written.OTHER;
        }
        writer.state().create(done, new DoneMark(key, hash, pieces).json());
        return Written.NOW;
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

    /** The object was written, and its mark not yet: by a crashed owner, or by one who is at it right now. */
    private boolean holdsTheSame(String key, EventLines lines) throws IOException {
        LakeObject.Place place;
        try (InputStream present = read(key)) {
            place = LakeObject.firstPlace(present);
        } catch (JsonProcessingException | ZipException e) {
            throw new IOException(key + " is not an object of this lake: " + e.getMessage(), e);
        }
        try (ComparingOutput comparing = new ComparingOutput(read(key))) {
            lines.writeTo(place.partition(), place.offset(), comparing);
            return comparing.isEqual();
        }
    }

    private InputStream read(String key) throws IOException {
        InputStream content = writer.store(Root.LAKE)
                .open(key)
                .orElseThrow(() -> new IOException(key + " was there and is gone; was it deleted by hand?"));
        return LakeObject.read(content, writer.layout().compression());
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
    public String reportKey(Slice logicalId, @Nullable Long brokerTime) {
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
        return writer.state().listAll(key).stream()
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
        return writer.state().get(LakePath.done(stream, event)).isPresent();
    }

    private boolean create(ObjectStore store, String key, ObjectStore.Content lines) throws IOException {
        Layout.Compression compression = writer.layout().compression();
        return store.createStreaming(key, out -> LakeObject.write(lines, out, compression));
    }
}
