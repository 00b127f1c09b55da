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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Runs items of the quarantine again, by the settings and with the version of now. What reads well is written where it
 * stood, then the entry is marked as resolved; so a redrive that was killed can be run again, and nothing is written
 * twice. Safe beside live traffic. Serves one thread.
 */
public final class Redrive {
    private static final int GROUP_ENTRIES = 64;
    private static final long GROUP_BYTES = 8 << 20;

    private final Settings settings;
    private final LakeWriter lake;
    private final ObjectStore state;
    private final boolean dryRun;
    private final Quarantine quarantine;
    private final RedriveWriter writer;
    private StreamReader reader;

    /** @param dryRun tells what would be, and changes nothing */
    public Redrive(Settings settings, LakeWriter lake, ObjectStore state, boolean dryRun) throws IOException {
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
        Group group = new Group(listener);
        quarantine.readBytes(object, one -> {
            if (one.entry().settled()) {
                return;
            }
            if (choice.takes(one.entry())) {
                group.add(read(one), one.raw().length());
            } else {
                group.leave();
            }
        });
        group.end(object.key());
    }

    /** An entry that was read, and what is to be written of it. */
    private record Attempt(Result result, Optional<RedrivenItem> item) {
        static Attempt of(Result result) {
            return new Attempt(result, Optional.empty());
        }
    }

    /** Entries of one object: they are written side by side, then marked, or the object is when all of it is settled. */
    private final class Group {
        private final Listener listener;
        private final List<Attempt> attempts = new ArrayList<>();
        private final List<QuarantineEntry> settled = new ArrayList<>();
        private long bytes;
        private boolean some;
        private boolean all = true;

        private Group(Listener listener) {
            this.listener = listener;
        }

        void add(Attempt attempt, int length) throws IOException {
            attempts.add(attempt);
            bytes += length;
            if (attempts.size() == GROUP_ENTRIES || bytes >= GROUP_BYTES) {
                write();
                mark();
            }
        }

        void leave() {
            all = false;
        }

        void end(String object) throws IOException {
            write();
            if (some && all && !dryRun) {
                quarantine.resolve(object);
            } else {
                mark();
            }
        }

        private void write() throws IOException {
            List<Callable<Result>> writes = new ArrayList<>();
            attempts.forEach(attempt -> writes.add(() -> written(attempt)));
            for (Result result : lake.sideBySide(writes)) {
                if (result.fate.isSettled()) {
                    settled.add(result.entry);
                    some = true;
                } else {
                    all = false;
                }
                listener.redriven(result);
            }
            attempts.clear();
            bytes = 0;
        }

        private void mark() throws IOException {
            List<Callable<Boolean>> marks = new ArrayList<>();
            for (QuarantineEntry entry : settled) {
                marks.add(() -> quarantine.resolve(entry));
            }
            if (!dryRun) {
                lake.sideBySide(marks);
            }
            settled.clear();
        }
    }

    private Result written(Attempt attempt) throws IOException {
        Result result = attempt.result;
        boolean isNew = dryRun || attempt.item.isEmpty() || attempt.item.get().write();
        return isNew || result.fate != Fate.WRITTEN ? result : Result.of(result.entry, Fate.IN_LAKE, result.lines);
    }

    private Attempt read(QuarantineEntry.WithBytes one) throws IOException {
        QuarantineEntry entry = one.entry();
        Position position = entry.position();
        if (entry.kind() != QuarantineId.Kind.RECORD) {
            return Attempt.of(Result.of(entry, Fate.NOT_HERE, whyNotHere(entry.kind())));
        }
        if (!writer.isDone(entry.origin(), position.offset())) {
            return Attempt.of(
                    Result.of(entry, Fate.TOO_EARLY, "its batch is not done; redrive it when that has come again"));
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
            return Attempt.of(Result.bad(entry, item.tooMany(run.items() - others), 0));
        }
        settle(run, item);
        return new Attempt(result(entry, item), Optional.of(item));
    }

    private static Result result(QuarantineEntry entry, RedrivenItem item) {
        if (item.isBad()) {
            return Result.bad(entry, item.fault(), item.lines());
        }
        return item.lines() > 0
                ? Result.of(entry, Fate.WRITTEN, item.lines())
                : Result.of(entry, item.isParked() ? Fate.PARKED : Fate.NOTHING, item.reason());
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
