package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.assemble.HeldPiece;
import dev.sluice.assemble.ParkedSets;
import dev.sluice.assemble.PieceName;
import dev.sluice.assemble.Place;
import dev.sluice.assemble.SplitEvent;
import dev.sluice.assemble.VanishedException;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.decode.MessageDecoder;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.QuarantineLine;
import dev.sluice.lake.SplitWriter;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the parked pieces of split events, and the halves of updates ({@link PairSweep}): completes what a crash left whole, reports what stays incomplete, and
 * removes the pieces of events that are in the lake. Safe at any time, beside live traffic and other sweeps.
 */
public final class Sweep {
    /** {@code parked/<stream>/<2 hex>/<32 hex>/} */
    private static final int FOLDERS = 5;

    private final Settings settings;
    private final LakeWriter lake;
    private final ParkedSets sets;
    private final PairSweep pairs;
    private final MessageDecoder decoder;

    public Sweep(Settings settings, LakeWriter lake, ObjectStore state) {
        this.settings = settings;
        this.lake = lake;
        this.decoder = new MessageDecoder(settings.limits());
        this.pairs = new PairSweep(settings, lake, state);
        this.sets = new ParkedSets(state, new Assembly(state, () -> new SegmentDecoder(settings.limits())));
    }

    /** What a sweep made of a set. */
    public enum Fate {
        /** Pieces are missing, and may still come. */
        WAITING,
        /** Was whole; is in the lake now. */
        COMPLETED,
        /** Pieces are missing for too long; reported in the quarantine, and still completed if they come. */
        INCOMPLETE,
        /** Can never become an event; in the quarantine. */
        BROKEN,
        /** Is in the lake; its pieces are kept for late duplicates. */
        FINISHED,
        /** Was in the lake for long; its pieces are gone now. */
        REMOVED
    }

    /**
     * A set and what became of it.
     *
     * @param set names the event in the state store: 32 hex digits
     * @param table {@code db.schema.table} if the first piece tells it, else {@code ""}
     * @param missing the pieces that are not there, such as {@code 1, 3-7 and the last}; {@code ""} if none is
     * @param since when its first piece was parked, by the store's clock
     * @param isNews whether this sweep was the first to find that it is incomplete or broken
     */
    public record Item(
            String stream, String set, String table, String missing, Instant since, Fate fate, boolean isNews) {}

    /**
     * Sweeps once; {@link Waiting} says what is late.
     *
     * @param now the time by the clock that dates the store's objects
     */
    public List<Item> run(Instant now) throws IOException {
        lake.fixLayout(); // even if nothing waits: a setting that does not fit is told now
        List<Item> items = new ArrayList<>();
        sets.forEach(entry -> visit(entry, one -> sweep(one, now), items));
        items.addAll(pairs.run(now));
        return items;
    }

    /** Looks, and changes nothing. */
    public List<Item> list() throws IOException {
        List<Item> items = new ArrayList<>();
        sets.forEach(entry -> visit(entry, this::look, items));
        items.addAll(pairs.list());
        return items;
    }

    /** What is done with one set. */
    private interface Look {
        Item at(ParkedSets.Entry entry) throws IOException;
    }

    /** A set that another sweep removes meanwhile is none any more; what is not a set of ours is left alone. */
    private static void visit(ParkedSets.Entry entry, Look look, List<Item> items) throws IOException {
        if (entry.folder().split("/", -1).length != FOLDERS) {
            return;
        }
        try {
            items.add(look.at(entry));
        } catch (VanishedException removed) {
            return;
        }
    }

    private Item look(ParkedSets.Entry entry) throws IOException {
        try {
            SplitEvent event = sets.event(entry);
            if (event != null && writer(event).isDone(event.logicalId())) {
                return item(entry, event, "", Fate.FINISHED);
            }
            if (event == null || entry.listing().conflict()) {
                return item(entry, event, "", Fate.BROKEN);
            }
            return item(entry, event, event.missing(), entry.listing().reported() ? Fate.INCOMPLETE : Fate.WAITING);
        } catch (MalformedMessageException e) {
            return item(entry, null, "", Fate.BROKEN);
        }
    }

    private Item sweep(ParkedSets.Entry entry, Instant now) throws IOException {
        SplitEvent event = null;
        try {
            event = sets.event(entry);
            if (event == null) {
                return item(entry, event, "", Fate.BROKEN);
            }
            SplitWriter done = writer(event);
            if (done.isDone(event.logicalId())) {
                return finished(entry, event, done, now);
            }
            if (entry.listing().conflict()) {
                return item(entry, event, "", Fate.BROKEN);
            }
            Assembly.Completed completed = sets.join(entry, event);
            if (completed != null) {
                SplitWriter.Written written = new SplitEventWriter(done)
                        .write(new JoinedEvent(settings, completed.whole()), event, completed.reported());
                if (written == SplitWriter.Written.OTHER) {
                    sets.markConflict(entry);
                    return reported(entry, event, "", Fate.BROKEN, false);
                }
                return item(entry, event, "", Fate.COMPLETED);
            }
            boolean late = !entry.oldest().plus(settings.waiting().ttl()).isAfter(now);
            if (!late && !entry.listing().reported()) {
                return item(entry, event, event.missing(), Fate.WAITING);
            }
            boolean before = entry.listing().reported();
            report(entry, event, done);
            return reported(entry, event, event.missing(), Fate.INCOMPLETE, before);
        } catch (MalformedMessageException e) {
            if (event == null) {
                return unreadable(entry, e, now);
            }
            new SplitEventWriter(writer(event))
                    .writeBroken(event, new Outcome.Quarantined(e.code(), e.reason(), e.where()));
            sets.markConflict(entry);
            return reported(entry, event, "", Fate.BROKEN, false);
        }
    }

    /** Its first piece can be read no more, as may be after a limit was lowered; the set is known by its folder. */
    private Item unreadable(ParkedSets.Entry entry, MalformedMessageException fault, Instant now) throws IOException {
        Place lowest = sets.lowest(entry).place();
        String set = set(entry);
        SplitWriter writer = new SplitWriter(lake, lowest.origin().stream());
        if (writer.isDone(set)) {
            return finished(entry, null, writer, now);
        }
        boolean before = entry.listing().conflict();
        if (!before) {
            writer.writeBrokenSet(Slice.of(set), lowest.brokerTime(), out -> {
                for (PieceName name : new TreeSet<>(entry.listing().names())) {
                    HeldPiece piece = sets.piece(entry, name);
                    Slice line = QuarantineLine.of(
                            fault.code(),
                            fault.reason(),
                            fault.where(),
                            piece.place().origin(),
                            piece.place().position(),
                            piece.place().brokerTime(),
                            piece.raw());
                    out.write(line.bytes(), line.from(), line.length());
                }
            });
            sets.markConflict(entry);
        }
        return reported(entry, null, "", Fate.BROKEN, before);
    }

    private Item finished(ParkedSets.Entry entry, @Nullable SplitEvent event, SplitWriter writer, Instant now)
            throws IOException {
        if (entry.listing().reported()) {
            writer.resolve(sets.report(entry));
        }
        boolean expired = entry.newest().plus(settings.waiting().grace()).isBefore(now);
        if (expired) {
            sets.remove(entry);
        }
        return item(entry, event, "", expired ? Fate.REMOVED : Fate.FINISHED);
    }

    /** Notes in the set where the report is, then writes it; so what completes the set later finds the report. */
    private void report(ParkedSets.Entry entry, SplitEvent event, SplitWriter writer) throws IOException {
        SplitEventWriter events = new SplitEventWriter(writer);
        String key =
                entry.listing().reported() ? sets.report(entry) : sets.markReported(entry, events.reportKey(event));
        if (!writer.isReported(key)) {
            String table = table(event);
            String of = table.isEmpty() ? "an event" : "an event of " + table;
            events.writeReport(
                    key,
                    event,
                    new Outcome.Quarantined("incomplete", of + ", segments missing: " + event.missing(), ""));
        }
    }

    private static HeldPiece lowest(SplitEvent event) throws IOException {
        return event.piece(event.names().get(0));
    }

    private SplitWriter writer(SplitEvent event) throws IOException {
        return new SplitWriter(lake, lowest(event).place().origin().stream());
    }

    private String table(SplitEvent event) throws IOException {
        try {
            return decoder.table(
                    new SegmentDecoder(settings.limits()).read(lowest(event).raw()));
        } catch (MalformedMessageException unreadable) {
            return "";
        }
    }

    private Item item(ParkedSets.Entry entry, @Nullable SplitEvent event, String missing, Fate fate)
            throws IOException {
        String stream = entry.folder().split("/", -1)[1];
        String table = event == null ? "" : table(event);
        return new Item(stream, set(entry), table, missing, entry.oldest(), fate, false);
    }

    private Item reported(ParkedSets.Entry entry, @Nullable SplitEvent event, String missing, Fate fate, boolean before)
            throws IOException {
        Item item = item(entry, event, missing, fate);
        return new Item(item.stream, item.set, item.table, missing, item.since, fate, !before);
    }

    /** 32 hex digits that stand for the event. */
    private static String set(ParkedSets.Entry entry) {
        return entry.folder().split("/", -1)[3];
    }
}
