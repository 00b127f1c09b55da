package dev.sluice.pipeline;

import dev.sluice.lake.Deadline;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.QuarantineEntry;
import dev.sluice.lake.QuarantineId;
import dev.sluice.lake.RedriveWriter;
import dev.sluice.normalize.Position;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.Optional;

/**
 * Runs items of the quarantine again, by the settings and with the version of now. What reads well is written where it
 * stood, then the entry is marked as resolved; so a redrive that was killed can be run again, and nothing is written
 * twice. Safe beside live traffic. Serves one thread.
 */
public final class Redrive {
    private final Settings settings;
    private final LakeWriter lake;
    private final ObjectStore state;
    private final boolean dryRun;
    private final Quarantine quarantine;
    private final RedriveWriter writer;
    private StreamReader reader;

    /** @param dryRun tells what would be, and changes nothing */
    public Redrive(Settings settings, LakeWriter lake, ObjectStore state, boolean dryRun) {
        this.settings = settings;
        this.lake = lake;
        this.state = state;
        this.dryRun = dryRun;
        this.quarantine = new Quarantine(state);
        this.writer = new RedriveWriter(lake);
        this.reader = new StreamReader(settings, "");
    }

    /** What became of an entry. */
    public enum Fate {
        /** It has lines in the lake now. */
        WRITTEN,
        /** Its lines were in the lake before. */
        IN_LAKE,
        /** A piece of a split event, or half of an update, that waits for the others now. */
        PARKED,
        /** It holds nothing that the lake wants, such as a heartbeat. */
        NOTHING,
        /** It still cannot be read; if it is several items now, those that can be have lines in the lake. */
        BAD,
        /** Its batch is not done yet, and will be given again. */
        TOO_EARLY,
        /** A redrive cannot help. */
        NOT_HERE;

        /** True when nothing is left to do for it. */
        public boolean isSettled() {
            return this == WRITTEN || this == IN_LAKE || this == PARKED || this == NOTHING;
        }
    }

    /**
     * An entry and what became of it.
     *
     * @param lines how many lines it has in the lake
     * @param code of what is wrong with it now, {@code ""} if nothing is
     * @param reason why that became of it, {@code ""} for lines
     * @param where the place of what is wrong, {@code ""} for all of it
     */
    public record Result(QuarantineEntry entry, Fate fate, int lines, String code, String reason, String where) {
        static Result of(QuarantineEntry entry, Fate fate, int lines) {
            return new Result(entry, fate, lines, "", "", "");
        }

        static Result of(QuarantineEntry entry, Fate fate, String reason) {
            return new Result(entry, fate, 0, "", reason, "");
        }

        static Result bad(QuarantineEntry entry, Outcome.Quarantined fault, int lines) {
            return new Result(entry, Fate.BAD, lines, fault.code(), fault.reason(), fault.where());
        }
    }

    /** Is told what became of each entry, when that is durable. */
    public interface Listener {
        void redriven(Result result);
    }

    /** Redrives what is meant and not resolved yet. */
    public void run(QuarantineChoice choice, Listener listener) throws IOException {
        quarantine.forEach(choice, object -> {
            if (!object.settled()) {
                redrive(object, choice, listener);
            }
        });
    }

    private void redrive(Quarantine.Stored object, QuarantineChoice choice, Listener listener) throws IOException {
        Marks marks = new Marks(object.key());
        quarantine.readBytes(object, one -> {
            QuarantineEntry entry = one.entry();
            marks.next();
            if (entry.settled()) {
                return;
            }
            if (!choice.takes(entry)) {
                marks.leave();
                return;
            }
            Result result = redrive(one);
            if (result.fate.isSettled()) {
                marks.settle(entry);
            } else {
                marks.leave();
            }
            listener.redriven(result);
        });
        marks.end();
    }

    /** Marks lines as resolved, and the object when all of them are: then the last one needs no mark of its own. */
    private final class Marks {
        private final String object;
        private Optional<QuarantineEntry> last = Optional.empty();
        private boolean some;
        private boolean all = true;

        private Marks(String object) {
            this.object = object;
        }

        void next() throws IOException {
            if (last.isPresent() && !dryRun) {
                quarantine.resolve(last.get());
            }
            last = Optional.empty();
        }

        void leave() {
            all = false;
        }

        void settle(QuarantineEntry entry) {
            last = Optional.of(entry);
            some = true;
        }

        void end() throws IOException {
            if (all && some && !dryRun) {
                quarantine.resolve(object);
            } else {
                next();
            }
        }
    }

    private Result redrive(QuarantineEntry.WithBytes one) throws IOException {
        QuarantineEntry entry = one.entry();
        Position position = entry.position();
        if (entry.kind() != QuarantineId.Kind.RECORD) {
            return Result.of(entry, Fate.NOT_HERE, whyNotHere(entry.kind()));
        }
        if (!writer.isDone(entry.origin(), position.offset())) {
            return Result.of(entry, Fate.TOO_EARLY, "its batch is not done; redrive it when that has come again");
        }
        RedrivenItem item = new RedrivenItem(writer.item(entry.origin()));
        if (!reader.stream().equals(entry.origin().stream())) {
            reader = new StreamReader(settings, entry.origin().stream());
        }
        RunReader run = new RunReader(settings, reader, entry.origin(), true, item, item);
        int others = position.items() - 1;
        Long brokerTime = entry.brokerMillis().orElse(null);
        run.readPart(new Delivery(position.offset(), one.raw(), brokerTime), position.item(), others);
        boolean isLast = position.item() == others;
        if (run.items() - others > 1 && !isLast) {
            return Result.bad(entry, item.tooMany(run.items() - others), 0);
        }
        settle(run, item);
        boolean isNew = item.lines() > 0 && (dryRun || item.write());
        if (item.isBad()) {
            return Result.bad(entry, item.fault(), item.lines());
        }
        if (item.lines() > 0) {
            return Result.of(entry, isNew ? Fate.WRITTEN : Fate.IN_LAKE, item.lines());
        }
        return Result.of(entry, item.isParked() ? Fate.PARKED : Fate.NOTHING, item.reason());
    }

    /** Finds for pieces and halves what belongs to them, or lets them wait for it, as when they come from the broker. */
    private void settle(RunReader run, RedrivenItem item) throws IOException {
        String stream = reader.stream();
        if (!dryRun) {
            new StoredHalves(settings, state, stream, lake).settle(run);
            new SplitEvents(settings, state, lake, stream, Deadline.NONE, item).write(run.unfinished(), item);
            return;
        }
        run.lone().forEach(second -> run.emit(second, null));
        run.halves().forEach(first -> run.tell(first, Outcome.Parked.half("")));
        for (PendingEvent pending : run.unfinished()) {
            pending.parked(pending.event().missing(), item);
        }
    }

    private static String whyNotHere(QuarantineId.Kind kind) {
        return switch (kind) {
            case INCOMPLETE ->
                "a part of it did not come; what is there stays parked, and it is resolved when the rest comes";
            case SET -> "its pieces do not make an event; only a replay of other pieces could";
            case UNPLACED -> "nobody knows where it stood; replay its batch from an archive";
            case RECORD -> throw new IllegalArgumentException("a record can be redriven");
        };
    }
}
