package dev.sluice.pipeline;

import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.Place;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.change.ControlEvent;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.RowChange;
import dev.sluice.change.RowImage;
import dev.sluice.change.Segment;
import dev.sluice.change.UpdateHalf;
import dev.sluice.decode.Items;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.ControlLine;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes, assembles and normalizes the records of one run, and tells the sink and the report what each item became.
 * A resend is known within {@link LakeWriter#MAX_RUN} records, however long the input is. Needs no store: an event whose pieces are not all in the run is left {@link #unfinished}.
 */
final class RunReader implements Items {
    /** Year 10000; what claims to be later is no time in milliseconds. */
    private static final long END_OF_TIME = 253_402_300_800_000L;

    private final Settings settings;
    private final MessageDecoder decoder;
    private final Normalizer normalizer;
    private final ControlLine controlLine;
    private final UpdatePairs pairs = new UpdatePairs();
    private final Origin origin;
    private final boolean hasEarlierRuns;
    private List<LoneHalf> lone = new ArrayList<>();
    /** Offset of the first record since halves were taken out; -1 if none was read since. */
    private long from = -1;

    private final Map<Slice, PendingEvent> events = new LinkedHashMap<>();
    private Resends resends = new Resends();
    private int records;
    private final LineSink sink;
    private final OutcomeSink report;
    private final Utf8Buffer lines = new Utf8Buffer(2048);

    private Delivery delivery = new Delivery(0, null, null);
    private int firstItem;
    private int otherItems;
    private int items;

    /** @param hasEarlierRuns the first half of an update may be parked, so second ones without it are {@link #lone} */
    RunReader(
            Settings settings,
            StreamReader stream,
            Origin origin,
            boolean hasEarlierRuns,
            LineSink sink,
            OutcomeSink report) {
        this.settings = settings;
        this.decoder = stream.decoder();
        this.normalizer = stream.normalizer(origin);
        this.controlLine = new ControlLine(origin);
        this.origin = origin;
        this.hasEarlierRuns = hasEarlierRuns;
        this.sink = sink;
        this.report = report;
    }

    void read(Delivery next) {
        readPart(next, 0, 0);
    }

    /**
     * Reads what was an item of a record.
     *
     * @param first number of the item; if it reads as several now, the others have the numbers behind it
     * @param others how many other items the record has
     */
    void readPart(Delivery next, int first, int others) {
        delivery = next;
        firstItem = first;
        otherItems = others;
        from = from < 0 ? next.offset() : from;
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
        items = otherItems + count;
    }

    /** How many items the record has. */
    int items() {
        return items;
    }

    private Position position(int item) {
        return new Position(delivery.offset(), firstItem + item, items);
    }

    @Override
    public void change(int item, RowChange change) {
        Position position = position(item);
        if (!sink.wants(change.table())) {
            skipped(item, Outcome.Skipped.OTHER_TABLE);
            return;
        }
        Position copy = resends.copyOf(change, position);
        if (copy == null) {
            emit(position, change);
            return;
        }
        lines.clear();
        NormalizedChange normalized = normalizer.normalize(change, position, lines);
        if (!sink.resend(normalized, position, lines.slice(0), copy)) {
            skipped(item, Outcome.Skipped.RESEND);
        }
    }

    private void emit(Position position, RowChange change) {
        if (!sink.wants(change.table())) {
            report.add(position.offset(), position.item(), new Outcome.Skipped(Outcome.Skipped.OTHER_TABLE));
            return;
        }
        lines.clear();
        NormalizedChange normalized = normalizer.normalize(change, position, lines);
        sink.change(normalized, position, lines.slice(0));
        report.add(position.offset(), position.item(), new Outcome.Emitted(normalized.lines()));
    }

    @Override
    public void half(int item, UpdateHalf half) {
        Position position = position(item);
        Place place = new Place(origin, position, delivery.brokerTime());
        if (half.first()) {
            if (pairs.hold(new UpdatePairs.Held(half, place))) {
                sink.piece(position);
                pairs.takeOneTooMany().ifPresent(this::giveUp);
            } else {
                skipped(item, Outcome.Skipped.RESEND);
            }
            return;
        }
        boolean seen = pairs.hasSeen(half);
        Optional<UpdatePairs.Held> first = pairs.takeFirstOf(half);
        first.ifPresent(held -> tell(held, new Outcome.Emitted(0)));
        if (first.isPresent() || !hasEarlierRuns) {
            RowImage before = first.map(held -> held.half().change().before()).orElse(null);
            emit(position, half.change().withBefore(before));
        } else {
            lone.add(new LoneHalf(half, place, !seen, from));
        }
    }

    /** Offset of the last record that was read. */
    long through() {
        return delivery.offset();
    }

    /** Takes out the second halves whose first ones an earlier run may have; each has to be emitted. */
    List<LoneHalf> lone() {
        List<LoneHalf> all = lone;
        lone = new ArrayList<>();
        return all;
    }

    /** @param before the row before the update, null if it is not known */
    void emit(LoneHalf second, @Nullable RowImage before) {
        emit(second.place().position(), second.half().change().withBefore(before));
    }

    /** The first halves of updates whose second halves did not follow in the run, in the order in which they came. */
    List<UpdatePairs.Held> halves() {
        from = -1;
        return pairs.takeAll();
    }

    void tell(UpdatePairs.Held held, Outcome outcome) {
        Position position = held.place().position();
        report.add(position.offset(), position.item(), outcome);
    }

    void giveUp(UpdatePairs.Held held) {
        if (!sink.wantsAll()) {
            tell(held, new Outcome.Skipped(Outcome.Skipped.OTHER_TABLE));
            return;
        }
        sink.quarantined(
                UpdatePairs.ORPHAN,
                held.place().position(),
                held.place().brokerTime(),
                held.half().raw());
        tell(held, UpdatePairs.ORPHAN);
    }

    @Override
    public void control(int item, ControlEvent event) {
        if (!sink.wantsAll()) {
            skipped(item, Outcome.Skipped.OTHER_TABLE);
            return;
        }
        lines.clear();
        Position position = position(item);
        CommitTime time = controlLine.append(event, position, lines);
        sink.control(event.kind(), time, position, lines.slice(0));
        report.add(
                delivery.offset(),
                position.item(),
                new Outcome.Control(event.kind().label()));
    }

    @Override
    public void heartbeat(int item, String reason, long sourceTime) {
        if (sourceTime >= 0 && sourceTime < END_OF_TIME) {
            sink.sourceTime(sourceTime);
        }
        skipped(item, reason);
    }

    @Override
    public void segment(int item, Segment segment) {
        Position position = position(item);
        HeldPiece piece = HeldPiece.of(segment, new Place(origin, position, delivery.brokerTime()));
        PendingEvent pending = events.get(segment.logicalId());
        if (pending == null) {
            pending = new PendingEvent(segment.logicalId());
            events.put(pending.event().logicalId(), pending);
        }
        if (!pending.event().add(piece, segment.total())) {
            skipped(item, Outcome.Skipped.RESEND);
        } else if (pending.isWhole()) {
            skipped(item, Outcome.Skipped.SUPERSEDED);
        } else {
            sink.piece(position);
            pending.await(piece);
            tryJoin(pending);
        }
    }

    /** Emits the event if its pieces are all here. A set that cannot be joined is judged when the run is at its end. */
    private void tryJoin(PendingEvent pending) {
        SplitEvent.Whole whole;
        try {
            whole = join(pending.event());
        } catch (MalformedMessageException notYet) {
            return;
        }
        if (whole != null) {
            JoinedEvent event = new JoinedEvent(settings, whole);
            if (sink.joined(event)) {
                pending.emitted(event, report);
                pending.finish();
            } else {
                pending.setJoined(event);
            }
        }
    }

    private SplitEvent.@Nullable Whole join(SplitEvent event) throws MalformedMessageException {
        try {
            return event.join(() -> new SegmentDecoder(settings.limits()));
        } catch (IOException e) {
            throw new UncheckedIOException("all pieces of an event are in memory, and one cannot be read", e);
        }
    }

    /** The split events whose lines are not out: whole ones, those that miss pieces, those whose pieces do not fit. */
    List<PendingEvent> unfinished() {
        return events.values().stream().filter(event -> !event.isFinished()).toList();
    }

    /** Takes out the {@link #unfinished} events and forgets the finished ones; who calls this knows those by another way. */
    List<PendingEvent> takeUnfinished() {
        List<PendingEvent> left = unfinished();
        events.clear();
        return left;
    }

    /** Without a store nothing can wait: what is missing or contradictory is said now. */
    void giveUpUnfinished() {
        halves().forEach(this::giveUp);
        for (PendingEvent pending : unfinished()) {
            try {
                join(pending.event());
                pending.parked(pending.event().missing(), report);
            } catch (MalformedMessageException fault) {
                pending.quarantined(new Outcome.Quarantined(fault.code(), fault.reason(), fault.where()), report);
            }
        }
    }

    @Override
    public void skipped(int item, String reason) {
        report.add(delivery.offset(), firstItem + item, new Outcome.Skipped(reason));
    }

    @Override
    public void malformed(int item, MalformedMessageException fault, Slice raw) {
        if (!sink.wantsAll()) {
            skipped(item, Outcome.Skipped.OTHER_TABLE);
            return;
        }
        Outcome.Quarantined outcome = new Outcome.Quarantined(fault.code(), fault.reason(), fault.where());
        sink.quarantined(outcome, position(item), delivery.brokerTime(), raw);
        report.add(delivery.offset(), firstItem + item, outcome);
    }
}
