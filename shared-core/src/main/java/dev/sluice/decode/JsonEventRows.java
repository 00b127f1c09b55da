package dev.sluice.decode;

import static dev.sluice.change.WireKind.NULL;

import dev.sluice.change.Column;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowImage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of an event whose payload is JSON text; {@link CesDataReader} says what stands in it. */
final class JsonEventRows implements EventRows {
    private static final byte[] QUOTE = {'"'};

    private final TextWindow text;
    private final Limits limits;
    private final CesDataReader reader;
    private final Names.Reader members = CesDataReader.DATA.reader();
    private final Names.Reader rowMembers = CesDataReader.ROW.reader();
    private @Nullable ChangeSource source;
    private boolean begun;
    private boolean inRows;
    private boolean sawRows;
    /** Another member of the object at hand follows. */
    private boolean more;

    private At at = At.END;

    /** @param source what was read of the event before; null if that is not known yet */
    JsonEventRows(TextWindow text, Limits limits, CesDataReader reader, @Nullable ChangeSource source) {
        this.text = text;
        this.limits = limits;
        this.reader = reader;
        this.source = source;
    }

    @Override
    public @Nullable ChangeSource source() {
        return source;
    }

    @Override
    public At next() throws IOException, MalformedMessageException {
        if (!begun) {
            begun = true;
            more = text.step(JsonCursor::beginObject);
        }
        while (true) {
            while (inRows && more) {
                int which = text.step(rowMembers::next);
                if (which != Names.UNKNOWN) {
                    at = which == 0 ? At.BEFORE : At.AFTER;
                    return at;
                }
                more = skipMember(2);
            }
            if (inRows) {
                inRows = false;
                more = text.step(JsonCursor::nextMember);
            }
            if (!more) {
                text.expectEnd();
                if (source != null && !sawRows) {
                    throw CesDataReader.noRows();
                }
                return At.END;
            }
            member();
        }
    }

    private void member() throws IOException, MalformedMessageException {
        int which = text.step(members::next);
        boolean isSource = which == 0;
        boolean isRows = which == 1;
        if (isRows) {
            sawRows = true;
            inRows = true;
            more = text.step(JsonCursor::beginObject);
        } else if (isSource && source == null) {
            more = text.step(c -> {
                ChangeSource found = reader.source(c, null).copy();
                boolean next = c.nextMember();
                source = found;
                return next;
            });
        } else {
            more = skipMember(1);
        }
    }

    private boolean skipMember(int depth) throws IOException, MalformedMessageException {
        return text.step(c -> {
            c.value(depth);
            return c.nextMember();
        });
    }

    @Override
    public Found read(RowImage.Visitor visitor) throws IOException, MalformedMessageException {
        try {
            Found found = row(visitor);
            more = text.step(JsonCursor::nextMember);
            return found;
        } catch (MalformedMessageException e) {
            throw e.inside(at == At.BEFORE ? "/eventrow/old" : "/eventrow/current");
        }
    }

    private Found row(RowImage.Visitor visitor) throws IOException, MalformedMessageException {
        List<Column> columns = source == null ? List.of() : source.table().columns();
        RowScan row = new RowScan(columns, limits);
        int first = text.peek();
        if (first == '{') {
            return row.read(text, 2, visitor);
        }
        if (first != '"') {
            return text.step(c -> {
                c.value(2);
                if (c.kind != NULL) {
                    throw CesDataReader.notARow();
                }
                return Found.NOTHING;
            });
        }
        text.step(c -> c.skip(QUOTE));
        TextWindow inner = new TextWindow(new StringFeed(text), limits);
        if (inner.peek() < 0) {
            return Found.NOTHING;
        }
        Found found = row.read(inner, 0, visitor);
        inner.expectEnd();
        return found;
    }
}
