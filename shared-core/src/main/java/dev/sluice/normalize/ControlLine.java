package dev.sluice.normalize;

import dev.sluice.change.ControlEvent;
import dev.sluice.change.Table;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.time.ZoneOffset;

/** Writes events that are not row changes as lines of their own ({@code control.schema.json}). */
public final class ControlLine {
    private final SourceText source;
    private final OrderText order;

    public ControlLine(Origin origin) {
        this.source = new SourceText(origin);
        this.order = new OrderText(origin);
    }

    /** Appends the line with its line feed; tells when the event happened, in UTC. */
    public CommitTime append(ControlEvent event, Position position, Utf8Buffer out) {
        Table table = event.table();
        CommitTime time = CommitTime.of(event.commit(), event.marks());
        out.append("{\"kind\":\"").append(event.kind().label());
        out.append("\",\"op\":").appendQuoted(event.op());
        source.append(
                table.connector(),
                TableText.names(table, false),
                ZoneOffset.UTC,
                event.commit(),
                event.marks(),
                time,
                position,
                out);
        order.appendId(Slice.EMPTY, position, "", out);
        order.appendOrder(table.connector(), Slice.EMPTY, event.commit(), event.marks(), position, "", out);
        out.append(",\"text\":");
        if (event.text() == null) {
            out.append("null");
        } else {
            out.appendQuoted(event.text());
        }
        out.append(",\"detail\":").append(event.detail()).append("}\n");
        return time;
    }
}
