package dev.sluice.archive;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The records of a partition, merged over its files: ascending, and each once. A record that stands in several files with
 * the same body is one. With different bodies nobody can tell which is right: it is left out, and told as a fault.
 *
 * <p>Memory holds a block and some buffers per file that is being read, which are those that reach over each other.
 *
 * <p>A file that was only glanced at, and turns out to be damaged or out of order, is read from end to end then. Its faults are
 * told like those of the merge.
 */
public final class PartitionRecords implements Closeable {
    /** So many files that hold the same stretch are no accident any more. */
    private static final int MOST_OPEN = 100;

    /** @param wanted offsets of the run */
    private record Waiting(ScannedFile file, Contents.Run run, Stretch wanted) {}

    private record Pair(String file, String other) {}

    /** Records that stand in both files of a pair with different bodies. */
    private record Difference(long first, long count) {}

    private final ArchivePartition partition;
    private final long since;
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(wait -> wait.run.first()));
    private final PriorityQueue<RunCursor> open = new PriorityQueue<>(Comparator.comparingLong(RunCursor::sequence)
            .thenComparing(cursor -> cursor.current().file()));
    private final Map<Pair, Difference> differences = new LinkedHashMap<>();
    private final List<ArchiveFault> faults = new ArrayList<>();
    private long earlier;
    /** Offset of the last record that was taken. */
    private long passed = -1;

    PartitionRecords(ArchivePartition partition, long since) {
        this.partition = partition;
        this.since = since;
        partition.files().forEach(file -> await(file, partition.from()));
    }

    /** @param from lowest offset that is wanted of the file */
    private void await(ScannedFile file, long from) {
        Stretch wanted = new Stretch(from, partition.to());
        for (Contents.Run run : file.contents().runs()) {
            if (run.last() >= wanted.first() && run.first() <= wanted.last()) {
                waiting.add(new Waiting(file, run, wanted));
            }
        }
    }

    /** The next record, null behind the last one. */
    public @Nullable ArchivedRecord next() throws IOException {
        while (true) {
            while (!waiting.isEmpty()
                    && (open.isEmpty()
                            || waiting.element().run.first() <= open.element().sequence())) {
                open(waiting.remove());
            }
            if (open.isEmpty()) {
                return null;
            }
            ArchivedRecord record = take();
            boolean same = true;
            while (!open.isEmpty()
                    && open.element().sequence() == record.delivery().offset()) {
                same &= isSame(record, take());
            }
            if (same) {
                return record;
            }
        }
    }

    private void open(Waiting next) throws IOException {
        if (open.size() == MOST_OPEN) {
            throw new IOException("over " + MOST_OPEN + " files hold records of stream " + partition.stream()
                    + ", partition " + partition.partition() + " around offset " + next.run.first()
                    + "; replay them in smaller parts");
        }
        advance(RunCursor.open(next.file, next.run, next.wanted));
    }

    private ArchivedRecord take() throws IOException {
        RunCursor cursor = open.remove();
        ArchivedRecord record = cursor.current();
        passed = record.delivery().offset();
        advance(cursor);
        return record;
    }

    /** Puts the cursor where its next record belongs, or closes it. */
    private void advance(RunCursor cursor) throws IOException {
        boolean has = false;
        try {
            has = goOn(cursor);
        } catch (MistakenGlanceException e) {
            lookAgain(cursor);
        } finally {
            if (!has) {
                cursor.close();
            }
        }
        if (has) {
            open.add(cursor);
        }
    }

    private boolean goOn(RunCursor cursor) throws IOException, MistakenGlanceException {
        while (cursor.advance()) {
            if (!isEarlier(cursor.current())) {
                return true;
            }
            earlier++;
        }
        return false;
    }

    /** Goes on with a file by what a scan finds in it, as a glance at it was mistaken. */
    private void lookAgain(RunCursor cursor) throws IOException {
        SecondLook look = SecondLook.at(cursor, new Stretch(partition.from(), partition.to()), passed);
        faults.addAll(look.faults());
        await(look.file(), look.from());
    }

    private boolean isEarlier(ArchivedRecord record) {
        Long time = record.delivery().brokerTime();
        return time != null && time < since;
    }

    private boolean isSame(ArchivedRecord one, ArchivedRecord other) {
        if (Objects.equals(one.delivery().body(), other.delivery().body())) {
            return true;
        }
        differences.merge(
                new Pair(one.file(), other.file()),
                new Difference(one.delivery().offset(), 1),
                (before, more) -> new Difference(before.first, before.count + 1));
        return false;
    }

    /** Records of an earlier life of the log, which were left out. */
    public long earlier() {
        return earlier;
    }

    /** What was found to be wrong so far. */
    public List<ArchiveFault> faults() {
        List<ArchiveFault> all = new ArrayList<>(faults);
        differences.forEach((pair, difference) -> all.add(new ArchiveFault(
                pair.file,
                "two_bodies",
                difference.count + " of its records, the first at offset " + difference.first
                        + ", have other bodies in " + pair.other + "; they are left out")));
        return all;
    }

    @Override
    public void close() throws IOException {
        for (RunCursor cursor : open) {
            cursor.close();
        }
        open.clear();
        waiting.clear();
    }
}
