package dev.sluice.lake;

import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.TableSchema;
import dev.sluice.store.StoredObject;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
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

    /**
     * Writes an event that came in pieces, as an object of its own that is named by the event, and then the mark that it
     * is in the lake. Both are created once; a second delivery changes nothing.
     *
     * @param hash 16 hex digits of the SHA-256 of the joined payload
     * @param pieces where the pieces stood, ascending
     * @return false if that object holds another event of the same logical id; nothing was written then
     */
    public boolean writeSplit(
            NormalizedChange change, Slice logicalId, Slice lines, String hash, List<DoneMark.Place> pieces)
            throws IOException {
        TableSchema schema = change.schema();
        if (schema != null) {
            writer.writeSchema(LakePath.schema(change.table(), schema.id()), schema.bytes());
        }
        Layout layout = writer.layout();
        Folder folder = LakePath.table(change.table(), change.time(), layout.partition());
        String key = LakePath.split(folder, stream, logicalId, layout.compression());
        String done = LakePath.done(stream, logicalId);
        if (!writer.store(Root.LAKE).create(key, LakeObject.encode(lines, layout.compression()))) {
            Optional<StoredObject> mark = writer.state().get(done);
            boolean same = mark.isPresent()
                    ? DoneMark.parse(mark.get().content()).hash().equals(hash)
                    : holdsTheSame(key, lines);
            if (!same || mark.isPresent()) {
                return same;
            }
        }
        writer.state().create(done, new DoneMark(key, hash, pieces).json());
        return true;
    }

    /** The object was written, and its mark not yet: by a crashed owner, or by one who is at it right now. */
    private boolean holdsTheSame(String key, Slice lines) throws IOException {
        byte[] content = writer.store(Root.LAKE)
                .get(key)
                .orElseThrow(() -> new IOException(key + " was there and is gone; was it deleted by hand?"))
                .content();
        byte[] present = LakeObject.decode(content, writer.layout().compression());
        return LakeObject.withoutPlaces(present).equals(LakeObject.withoutPlaces(lines.copy()));
    }

    /**
     * Keeps the pieces of an event that can never be joined, in an object of its own that is named by the event.
     *
     * @param lines quarantine lines, see {@link QuarantineLine}
     */
    public void writeBrokenSet(Slice logicalId, @Nullable Long brokerTime, List<Slice> lines) throws IOException {
        Utf8Buffer all = new Utf8Buffer(4096);
        lines.forEach(all::append);
        Folder folder = LakePath.quarantine(stream, brokerTime);
        write(LakePath.set(folder, stream, logicalId, writer.layout().compression()), all);
    }

    /**
     * Reports an event whose other pieces did not come in time. Its pieces stay where they are parked.
     *
     * @param lines quarantine lines of the pieces that are there, see {@link QuarantineLine}
     * @return the key of the report
     */
    public String writeIncomplete(Slice logicalId, @Nullable Long brokerTime, List<Slice> lines) throws IOException {
        Utf8Buffer all = new Utf8Buffer(4096);
        lines.forEach(all::append);
        Folder folder = LakePath.quarantine(stream, brokerTime);
        String key =
                LakePath.incomplete(folder, stream, logicalId, writer.layout().compression());
        write(key, all);
        return key;
    }

    /** Says that what a report complains of is settled. */
    public void resolve(String report) throws IOException {
        writer.state().create(report + ".resolved", new byte[0]);
    }

    /** True when the event is in the lake. */
    public boolean isDone(Slice logicalId) throws IOException {
        return writer.state().get(LakePath.done(stream, logicalId)).isPresent();
    }

    private void write(String key, Utf8Buffer lines) throws IOException {
        writer.state()
                .create(key, LakeObject.encode(lines.slice(0), writer.layout().compression()));
    }
}
