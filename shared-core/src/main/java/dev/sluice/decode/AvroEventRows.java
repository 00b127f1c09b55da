package dev.sluice.decode;

import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of an event whose payload is an Avro datum; {@link CesAvroReader} says what stands in it. */
final class AvroEventRows implements EventRows {
    private final TextWindow bytes;
    private final Limits limits;
    private final CesAvroReader reader;
    private final boolean finalEvent;
    private @Nullable ChangeSource source;
    private @Nullable At at;

    /** @param finalEvent the datum is one of the schema that has the field finalevent */
    AvroEventRows(TextWindow bytes, Limits limits, CesAvroReader reader, boolean finalEvent) {
        this.bytes = bytes;
        this.limits = limits;
        this.reader = reader;
        this.finalEvent = finalEvent;
    }

    private interface Step<T> {
        T read(AvroCursor c) throws MalformedMessageException;
    }

    @Override
    public @Nullable ChangeSource source() {
        return source;
    }

    @Override
    public At next() throws IOException, MalformedMessageException {
        if (at == null) {
            source = step(c -> reader.source(c, finalEvent).copy());
            at = At.BEFORE;
        } else if (at == At.BEFORE) {
            at = At.AFTER;
        } else {
            if (bytes.unread().length() > 0 || bytes.more()) {
                throw new MalformedMessageException("trailing_bytes", "bytes behind the end of the data", "");
            }
            at = At.END;
        }
        return at;
    }

    @Override
    public Found read(RowImage.Visitor visitor) throws IOException, MalformedMessageException {
        try {
            return row(visitor);
        } catch (MalformedMessageException e) {
            throw e.inside(at == At.BEFORE ? "/eventrow/old" : "/eventrow/current");
        }
    }

    private Found row(RowImage.Visitor visitor) throws IOException, MalformedMessageException {
        long length = step(c -> c.number("the length of a row"));
        if (length < 0) {
            throw new MalformedMessageException("not_avro", "a row whose length is negative", "");
        }
        TextWindow text = new TextWindow(new Utf8Feed(new CountedFeed(bytes, length)), limits);
        if (!text.more()) {
            return Found.NOTHING;
        }
        if (text.unread().at(0) != '{') {
            throw CesAvroReader.implausible();
        }
        Found found = new RowScan(Objects.requireNonNull(source).table().columns(), limits).read(text, 0, visitor);
        text.expectEnd();
        return found;
    }

    /** Takes a step, and shows as much of the datum as it needs. */
    private <T> T step(Step<T> step) throws IOException, MalformedMessageException {
        while (true) {
            Slice unread = bytes.unread();
            AvroCursor c = new AvroCursor(unread);
            try {
                T result = step.read(c);
                bytes.checkLength(c.position() - unread.from());
                bytes.skip(c.position() - unread.from());
                return result;
            } catch (MalformedMessageException e) {
                boolean mayEndTooEarly = e.code().equals("not_avro");
                if (!mayEndTooEarly || !bytes.more()) {
                    throw e;
                }
            }
        }
    }
}
