package dev.sluice.pipeline;

import dev.sluice.change.RowChange;
import dev.sluice.change.Segment;
import dev.sluice.decode.Items;
import dev.sluice.decode.MalformedMessageException;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;

/**
 * Decodes, assembles and normalizes the records of one run, and tells the sink and the report what each item became.
 * A resend is known within {@link LakeWriter#MAX_RUN} records, however long the input is. Needs no store: a piece whose other pieces are not in the run is handed to the sink to be parked.
 */
final class RunReader implements Items {
    private final MessageDecoder decoder;
    private final Normalizer normalizer;
    private Resends resends = new Resends();
    private int records;
    private final LineSink sink;
    private final OutcomeSink report;
    private final Utf8Buffer lines = new Utf8Buffer(2048);

    private Delivery delivery = new Delivery(0, null, null);
    private int items;

    RunReader(Settings settings, Origin origin, LineSink sink, OutcomeSink report) {
        this.decoder = new MessageDecoder(settings.limits());
        this.normalizer =
                new Normalizer(settings.normalize(), origin, settings.limits().numberLength());
        this.sink = sink;
        this.report = report;
    }

    void read(Delivery next) {
        delivery = next;
        if (records++ == LakeWriter.MAX_RUN) {
            records = 1;
            resends = new Resends();
        }
        if (next.body() == null) {
            begin(1);
            skipped(0, "tombstone");
        } else {
            decoder.decode(next.body(), this);
        }
    }

    @Override
    public void begin(int count) {
        items = count;
    }

    private Position position(int item) {
        return new Position(delivery.offset(), item, items);
    }

    @Override
    public void change(int item, RowChange change) {
        if (resends.isResend(change)) {
            skipped(item, "resend");
            return;
        }
        lines.clear();
        Position position = position(item);
        NormalizedChange normalized = normalizer.normalize(change, position, lines);
        sink.change(normalized, position, lines.slice(0));
        report.add(delivery.offset(), item, new Outcome.Emitted(normalized.lines()));
    }

    @Override
    public void segment(int item, Segment segment) {
        sink.parked(segment, position(item), delivery.brokerTime());
        report.add(delivery.offset(), item, new Outcome.Parked(segment.index(), segment.last()));
    }

    @Override
    public void skipped(int item, String reason) {
        report.add(delivery.offset(), item, new Outcome.Skipped(reason));
    }

    @Override
    public void malformed(int item, MalformedMessageException fault, Slice raw) {
        Outcome.Quarantined outcome = new Outcome.Quarantined(fault.code(), fault.reason(), fault.where());
        sink.quarantined(outcome, position(item), delivery.brokerTime(), raw);
        report.add(delivery.offset(), item, outcome);
    }
}
