package dev.sluice.archive;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
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
 * <p>Memory holds a record and some buffers per file that is being read, which are those that reach over each other.
 */
public final class PartitionRecords implements Closeable {
    /** So many files that hold the same stretch are no accident any more. */
    private static final int MOST_OPEN = 100;

    private record Waiting(ScannedFile file, Contents.Run run) {}

    private record Pair(String file, String other) {}

    /** Records that stand in both files of a pair with different bodies. */
    private record Difference(long first, long count) {}

    private final ArchivePartition partition;
    private final long since;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final PriorityQueue<RunCursor> open = new PriorityQueue<>(Comparator.comparingLong(RunCursor::sequence)
            .thenComparing(cursor -> cursor.current().file()));
    private final Map<Pair, Difference> differences = new LinkedHashMap<>();
    private long earlier;

    PartitionRecords(ArchivePartition partition, long since) {
        this.partition = partition;
        this.since = since;
        List<Waiting> runs = new ArrayList<>();
        for (ScannedFile file : partition.files()) {
            for (Contents.Run run : file.contents().runs()) {
                if (run.last() >= partition.from() && run.first() <= partition.to()) {
                    runs.add(new Waiting(file, run));
                }
            }
        }
        runs.sort(Comparator.comparingLong(wait -> wait.run.first()));
        waiting.addAll(runs);
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
        RunCursor cursor =
                RunCursor.open(next.file, next.run, offset -> offset >= partition.from() && offset <= partition.to());
        advance(cursor);
    }

    private ArchivedRecord take() throws IOException {
        RunCursor cursor = open.remove();
        ArchivedRecord record = cursor.current();
        advance(cursor);
        return record;
    }

    /** Puts the cursor where its next record belongs, or closes it. */
    private void advance(RunCursor cursor) throws IOException {
        boolean has = false;
        try {
            has = cursor.advance();
            while (has && isEarlier(cursor.current())) {
                earlier++;
                has = cursor.advance();
            }
        } finally {
            if (!has) {
                cursor.close();
            }
        }
        if (has) {
            open.add(cursor);
        }
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
        return differences.entrySet().stream()
                .map(entry -> new ArchiveFault(
                        entry.getKey().file,
                        "two_bodies",
                        entry.getValue().count + " of its records, the first at offset " + entry.getValue().first
                                + ", have other bodies in " + entry.getKey().other + "; they are left out"))
                .toList();
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
