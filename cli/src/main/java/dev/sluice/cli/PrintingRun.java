package dev.sluice.cli;

import dev.sluice.change.ControlEvent;
import dev.sluice.cli.input.Fault;
import dev.sluice.cli.input.KafkaRecord;
import dev.sluice.cli.input.Place;
import dev.sluice.cli.input.RecordReader;
import dev.sluice.cli.input.Records;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.OutcomeSink;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Prints what records become, in their order. Records without coordinates are one batch, which pulls them from here; a
 * Lambda event among them is a batch of its own for each of its partitions, run when it is met.
 */
final class PrintingRun implements Records, Iterator<Delivery>, LineSink, OutcomeSink {
    private final Settings settings;
    private final RecordReader reader;
    private final Output output;
    private final Outcomes outcomes;
    private final Tally tally;
    private final boolean printsControl;
    private Place place = new Place("", 0);
    private String stream = "";
    private long offset;
    private int items;
    /** Records that hold a piece of a split event, by their offsets. */
    private Map<Long, Reports.Item> pieces = new HashMap<>();

    private @Nullable Delivery next;

    PrintingRun(
            Settings settings,
            RecordReader reader,
            Output output,
            Outcomes outcomes,
            Tally tally,
            boolean printsControl) {
        this.settings = settings;
        this.reader = reader;
        this.output = output;
        this.outcomes = outcomes;
        this.tally = tally;
        this.printsControl = printsControl;
    }

    void run(String stream) {
        try {
            normalize(new Origin(stream, 0, 1), () -> this);
        } catch (UncheckedIOException e) {
            output.flush(); // what came out before an input failed
            throw e;
        }
        output.flush();
    }

    private void normalize(Origin origin, Iterable<Delivery> records) {
        Map<Long, Reports.Item> outerPieces = pieces;
        String outerStream = stream;
        pieces = new HashMap<>();
        stream = origin.stream();
        new BatchNormalizer(settings, origin).normalize(records, this, this);
        pieces = outerPieces;
        stream = outerStream;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && reader.next(this)) {
                // a Lambda event is done, or the next record is there
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return next != null;
    }

    @Override
    public Delivery next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Delivery delivery = next;
        next = null;
        return delivery;
    }

    private void at(Place newPlace) {
        place = newPlace;
        tally.records++;
    }

    @Override
    public void plain(Place newPlace, byte[] body) {
        at(newPlace);
        next = new Delivery(offset++, Slice.of(body), null);
    }

    @Override
    public void tooLong(Place newPlace, long length) {
        offset++;
        faulty(newPlace, Faults.tooLong(length, settings));
    }

    @Override
    public void faulty(Place newPlace, Fault fault) {
        outcomes.add(newPlace, fault);
    }

    @Override
    public void kafka(List<KafkaRecord> records) {
        KafkaRecord first = records.get(0);
        Iterator<KafkaRecord> rest = records.iterator();
        normalize(new Origin(first.topic(), first.partition(), 1), () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rest.hasNext();
            }

            @Override
            public Delivery next() {
                KafkaRecord record = rest.next();
                at(record.place());
                return record.delivery();
            }
        });
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice lines) {
        output.write(lines);
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
        items = position.items();
        if (printsControl) {
            output.write(line);
        }
    }

    @Override
    public void sourceTime(long millis) {}

    @Override
    public void piece(Position position) {
        items = position.items();
        pieces.put(position.offset(), new Reports.Item(place, 0, items));
    }

    @Override
    public boolean joined(JoinedEvent event) {
        try {
            event.writeTo(output.stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    @Override
    public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
        items = position.items();
    }

    /** Comes right behind the call that tells what became of the item; for a piece, when its event is judged. */
    @Override
    public void add(long recordOffset, int item, Outcome outcome) {
        Reports.Item piece = pieces.get(recordOffset);
        Place at = piece == null ? place : piece.place();
        outcomes.add(stream, new Reports.Item(at, item + 1, piece == null ? items : piece.of()), outcome);
        if (piece != null && piece.of() == 1) {
            pieces.remove(recordOffset); // halves of updates may be half of all records
        }
    }
}
