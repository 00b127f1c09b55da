package dev.sluice.cli.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the records of inputs, one after the other; holds one record, or one Lambda event, at a time. */
public final class RecordReader implements Closeable {
    /** A Lambda event can have 6 MB, however short records have to be. */
    private static final int LEAST_CAP = 8 << 20;

    private final Iterator<Input> inputs;
    private final int cap;
    private @Nullable BodyReader current;
    private String name = "";
    private long records;

    /** Longer records than this may be left unread, see {@link Records#tooLong}. */
    public RecordReader(List<Input> inputs, int longestRecord) {
        this.inputs = inputs.iterator();
        this.cap = Math.max(LEAST_CAP, longestRecord);
    }

    /**
     * Reads on and tells the receiver what was found, in one call or, for a Lambda event, in any number of calls.
     *
     * @return false when everything has been read
     */
    public boolean next(Records receiver) throws IOException {
        while (true) {
            if (current == null) {
                if (!inputs.hasNext()) {
                    return false;
                }
                Input input = inputs.next();
                current = new BodyReader(input, cap);
                name = input.name();
                records = 0;
            }
            Body body = read(current);
            if (body != null) {
                tell(body, receiver);
                return true;
            }
            close();
        }
    }

    private @Nullable Body read(BodyReader reader) throws IOException {
        try {
            return reader.next();
        } catch (IOException e) {
            throw new IOException(
                    "cannot read " + name + ": " + e.getMessage() + "; set that right and run the command again", e);
        }
    }

    private void tell(Body body, Records receiver) throws IOException {
        Place place = new Place(name, records + 1);
        if (body.bytes() == null) {
            records++;
            receiver.tooLong(place, body.length());
            return;
        }
        Optional<LambdaEvent> event = LambdaEvent.read(body.bytes(), place);
        if (event.isEmpty()) {
            records++;
            receiver.plain(place, body.bytes());
            return;
        }
        records += event.get().records();
        event.get().tell(receiver);
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
