package dev.sluice.decode;

import dev.sluice.change.EventAttributes;
import dev.sluice.change.JoinedChange;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.RowChange;
import dev.sluice.decode.EventRows.At;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads events from their pieces, however long they are: once to see that the event is whole and what it is, and its
 * rows again whenever their values are wanted. Holds a piece and a value at a time.
 */
final class SplitEventReader {
    private final Limits limits;
    private final CesDataReader json;
    private final CesAvroReader avro;

    SplitEventReader(Limits limits, CesDataReader json, CesAvroReader avro) {
        this.limits = limits;
        this.json = json;
        this.avro = avro;
    }

    /** How a payload is written. The inner Avro schema exists in two versions, and nothing tells which one was used. */
    private enum Form {
        JSON,
        JSON_BYTES,
        AVRO_NEWER,
        AVRO_OLDER
    }

    JoinedChange read(Pieces pieces) throws IOException, MalformedMessageException {
        JoinedPayload payload = new JoinedPayload(pieces, limits);
        try {
            if (!payload.isBinary()) {
                return read(pieces, Form.JSON);
            }
            if (new TextWindow(payload, limits).peek() == '{') {
                return read(pieces, Form.JSON_BYTES);
            }
            return readAvro(pieces);
        } catch (MalformedMessageException e) {
            throw e.inside("/data");
        }
    }

    private JoinedChange readAvro(Pieces pieces) throws IOException, MalformedMessageException {
        try {
            return read(pieces, Form.AVRO_NEWER);
        } catch (MalformedMessageException notNewer) {
            try {
                return read(pieces, Form.AVRO_OLDER);
            } catch (MalformedMessageException notOlder) {
                throw notNewer;
            }
        }
    }

    private JoinedChange read(Pieces pieces, Form form) throws IOException, MalformedMessageException {
        JoinedPayload payload = new JoinedPayload(pieces, limits);
        EventRows rows = open(payload, form, null);
        At at = rows.next();
        if (rows.source() == null) {
            skip(rows, at); // the rows stand in front of what describes them
            payload = new JoinedPayload(pieces, limits);
            rows = open(payload, form, known(rows));
            at = rows.next();
        }
        ChangeSource source = known(rows);
        JoinedRows again = new JoinedRows(() -> open(new JoinedPayload(pieces, limits), form, source));
        Map<At, JoinedRow> images = new EnumMap<>(At.class);
        for (; at != At.END; at = rows.next()) {
            JoinedRow row = JoinedRow.read(again, at, rows, source, limits);
            if (row != null) {
                images.put(at, row);
            }
        }
        EventAttributes attributes = payload.attributes();
        RowChange change = new RowChange(
                source.table(),
                CesAttributes.operation(Slice.of(attributes.operation())),
                payload.logicalId(),
                source.commit().orTime(Slice.of(attributes.time())),
                images.get(At.BEFORE),
                images.get(At.AFTER),
                source.key(),
                Slice.EMPTY);
        return new JoinedChange(change, payload.hash());
    }

    private static ChangeSource known(EventRows rows) throws MalformedMessageException {
        ChangeSource source = rows.source();
        if (source == null) {
            throw CesDataReader.noSource();
        }
        return source;
    }

    private static void skip(EventRows rows, At from) throws IOException, MalformedMessageException {
        for (At at = from; at != At.END; at = rows.next()) {
            rows.read((column, kind, bytes, start, end) -> {});
        }
    }

    private EventRows open(JoinedPayload payload, Form form, @Nullable ChangeSource source) {
        return switch (form) {
            case JSON -> new JsonEventRows(new TextWindow(payload, limits), limits, json, source);
            case JSON_BYTES -> new JsonEventRows(new TextWindow(new Utf8Feed(payload), limits), limits, json, source);
            case AVRO_NEWER -> new AvroEventRows(new TextWindow(payload, limits), limits, avro, true);
            case AVRO_OLDER -> new AvroEventRows(new TextWindow(payload, limits), limits, avro, false);
        };
    }
}
