package dev.sluice.lake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One life of a partition's log.
 *
 * @param epoch counted from 1
 * @param fromTime broker time of the first record, milliseconds since 1970, null if the broker gave none
 * @param origin lowest offset ever owned
 * @param throughTime highest broker time of a committed record, null if there is none, -1 if the broker gave one of them no
 *     time: then nothing tells a later life of the log from this one
 * @param sourceTime how far the source has told that it came, null if it never told
 * @param ranges ascending and disjoint; what lies between two of them is finished
 */
public record LedgerEpoch(
        int epoch,
        @Nullable Long fromTime,
        long origin,
        @Nullable Long throughTime,
        @Nullable Long sourceTime,
        List<LedgerRange> ranges) {

    private static final Long UNTIMED = -1L;

    public LedgerEpoch {
        ranges = List.copyOf(ranges);
    }

    static LedgerEpoch start(int epoch, @Nullable Long fromTime, long first) {
        return new LedgerEpoch(epoch, fromTime, first, null, null, List.of(LedgerRange.from(first, null)));
    }

    /** The same when there are owners that know nothing of it yet. */
    LedgerEpoch splitOffAt(long now) {
        return withRanges(ranges.stream().map(range -> range.splitOffAt(now)).toList());
    }

    /** The same for owners whose rules differ. */
    LedgerEpoch underOtherRules(long now) {
        return withRanges(
                ranges.stream().map(range -> range.underOtherRules(now)).toList());
    }

    private LedgerEpoch withRanges(List<LedgerRange> others) {
        return new LedgerEpoch(epoch, fromTime, origin, throughTime, sourceTime, others);
    }

    /** True when the event at this offset is in the lake, or was when its range was closed. */
    boolean isDone(long offset) {
        if (offset < origin) {
            return false;
        }
        LedgerRange range = rangeOf(offset);
        return range == null || offset <= range.through();
    }

    /**
     * True when these records can only be of another life of the log: every one of them at or below what is in the lake
     * was taken by the broker later than all that is there. Whole seconds count, and two of slack.
     */
    boolean isOver(RunTimes records) {
        return throughTime != null
                && !isUntimed(throughTime)
                && records.areLater(highestDone(), (throughTime / 1000 + 3) * 1000);
    }

    /** The highest offset that is in the lake. A record below it that is not cannot be later than all that is. */
    private long highestDone() {
        for (int i = ranges.size() - 1; i >= 0; i--) {
            LedgerRange range = ranges.get(i);
            if (range.through() >= range.first()) {
                return range.through();
            }
            Long before = i == 0 ? Long.valueOf(origin - 1) : ranges.get(i - 1).last();
            if (before != null && range.first() - 1 > before) {
                return range.first() - 1; // what lies between two ranges is finished
            }
        }
        return origin - 1;
    }

    /** The range in which the record at this offset is still to be taken in; null if it is done, or below the begin. */
    public @Nullable LedgerRange openAt(long offset) {
        LedgerRange range = rangeOf(offset);
        return range != null && offset > range.through() ? range : null;
    }

    @Nullable
    LedgerRange rangeOf(long offset) {
        for (LedgerRange range : ranges) {
            if (range.holds(offset)) {
                return range;
            }
        }
        return null;
    }

    /** Where a run begins that belongs behind what is in the lake, though offsets between do not exist. */
    long withoutJump(long first) {
        LedgerRange range = rangeOf(first);
        return range == null ? first : Math.min(first, range.through() + 1);
    }

    /**
     * The shape in which a batch that begins at {@code first} can be written: with an earlier origin after a rewind, and
     * with a hole in front of it if it jumps over offsets that are not in the lake. This epoch itself if it fits.
     *
     * @param now milliseconds since 1970
     */
    LedgerEpoch shapedFor(long first, long now) {
        List<LedgerRange> shaped = new ArrayList<>();
        if (first < origin) {
            shaped.add(LedgerRange.from(first, origin - 1));
        }
        for (LedgerRange range : ranges) {
            if (range.holds(first) && first > range.through() + 1) {
                split(range, first, now, shaped);
            } else {
                shaped.add(range);
            }
        }
        return shaped.size() == ranges.size()
                ? this
                : new LedgerEpoch(epoch, fromTime, Math.min(first, origin), throughTime, sourceTime, shaped);
    }

    private static void split(LedgerRange range, long first, long now, List<LedgerRange> shaped) {
        LedgerRange hole = new LedgerRange(
                range.through() + 1,
                first - 1,
                range.through(),
                range.ahead(),
                range.probe(),
                range.splitAt(),
                range.mixedTo());
        Map<String, Long> beyond = new HashMap<>(range.ahead());
        beyond.values().removeIf(offset -> offset < first);
        shaped.add(hole);
        shaped.add(new LedgerRange(
                first,
                range.last(),
                first - 1,
                beyond,
                range.probe() == null ? Long.valueOf(hole.first()) : range.probe(),
                now,
                range.mixedTo() != null && range.mixedTo() >= first ? range.mixedTo() : null));
    }

    /**
     * The same without what is open between these offsets, though it is not in the lake.
     *
     * @param now milliseconds since 1970
     * @throws IllegalArgumentException if nothing is, or if they reach over to live traffic or below the begin
     */
    LedgerEpoch withoutHole(long first, long last, long now) {
        requireBegun(first);
        for (LedgerRange range : ranges) {
            if (range.last() == null && range.first() <= last) {
                throw new IllegalArgumentException(
                        "offset " + Math.max(first, range.first()) + " is in no hole: live traffic comes to it");
            }
        }
        LedgerEpoch shaped = shapedFor(first, now).shapedFor(last + 1, now);
        List<LedgerRange> left = new ArrayList<>();
        for (LedgerRange range : shaped.ranges) {
            boolean isInside = range.last() != null && range.last() <= last && range.through() >= first - 1;
            if (!isInside) {
                left.add(range);
            }
        }
        if (left.size() == shaped.ranges.size()) {
            throw new IllegalArgumentException("from offset " + first + " to " + last + " there is no hole");
        }
        return new LedgerEpoch(epoch, fromTime, shaped.origin, throughTime, sourceTime, left);
    }

    /**
     * The same with a hole at these offsets, which were done. Whoever fills it looks for what is there already.
     *
     * @param now milliseconds since 1970
     * @throws IllegalArgumentException if one of them is not done
     */
    LedgerEpoch withHole(long first, long last, long now) {
        requireBegun(first);
        List<LedgerRange> opened = new ArrayList<>();
        boolean isIn = false;
        for (LedgerRange range : ranges) {
            long end = range.last() == null ? Long.MAX_VALUE : range.last();
            boolean isBehind = end > last;
            if (range.overlaps(first, last) && range.through() < Math.min(end, last)) {
                throw new IllegalArgumentException("offset " + Math.max(first, range.through() + 1)
                        + " is not done; it comes by itself, or is in a hole");
            }
            if (isBehind && !isIn) {
                opened.add(new LedgerRange(first, last, first - 1, Map.of(), null, now, last));
                isIn = true;
            }
            opened.add(range.overlaps(first, last) ? range.behind(last) : range);
        }
        return new LedgerEpoch(epoch, fromTime, origin, throughTime, sourceTime, opened);
    }

    private void requireBegun(long offset) {
        if (origin > offset) {
            throw new IllegalArgumentException("offset " + offset + " is below " + origin
                    + ", where this lake begins; a replay from there opens it");
        }
    }

    /**
     * Merges what a writer did into the ledger as it stands now, which another writer may have moved on.
     *
     * @param worked by first offset of a range: the last offset of it that is now in objects
     * @param found by first offset of a range, by folder: last offset of an object that somebody else wrote
     * @param reach by first offset of a range: last offset of the objects that were found in listings
     */
    LedgerEpoch commit(
            Map<Long, Long> worked,
            Map<Long, Map<String, Long>> found,
            Map<Long, Long> reach,
            @Nullable Long newThroughTime,
            @Nullable Long newSourceTime) {
        List<LedgerRange> merged = new ArrayList<>();
        Map<String, Long> reachingOver = new HashMap<>();
        long over = -1;
        for (LedgerRange range : ranges) {
            long through = Math.max(range.through(), worked.getOrDefault(range.first(), range.through()));
            Map<String, Long> ahead = new TreeMap<>(range.ahead());
            reachingOver.forEach((folder, offset) -> {
                if (offset >= range.first()) {
                    ahead.merge(folder, offset, Math::max);
                }
            });
            found.getOrDefault(range.first(), Map.of())
                    .forEach((folder, offset) -> ahead.merge(folder, offset, Math::max));
            ahead.forEach((folder, offset) -> reachingOver.merge(folder, offset, Math::max));
            long reached = reach.getOrDefault(range.first(), -1L);
            LedgerRange next = range.with(through, ahead, reached, over);
            over = Math.max(over, reached);
            if (!next.isFinished()) {
                merged.add(next);
            }
        }
        List<LedgerRange> kept = new ArrayList<>();
        for (LedgerRange range : merged) {
            kept.add(settled(range, kept));
        }
        return new LedgerEpoch(
                epoch,
                fromTime,
                origin,
                isUntimed(throughTime) || isUntimed(newThroughTime) ? UNTIMED : later(throughTime, newThroughTime),
                later(sourceTime, newSourceTime),
                kept);
    }

    /** Drops what a range no longer needs to remember. */
    private static LedgerRange settled(LedgerRange range, List<LedgerRange> before) {
        Long probe = range.probe();
        boolean pastReach = range.through() >= range.first() + LakeWriter.MAX_RUN - 2;
        boolean holesLeft =
                probe != null && before.stream().anyMatch(hole -> hole.last() != null && hole.last() >= probe);
        if (probe != null && !pastReach && holesLeft) {
            return range;
        }
        Map<String, Long> ahead = new TreeMap<>(range.ahead());
        ahead.values().removeIf(offset -> offset <= range.through());
        return new LedgerRange(
                range.first(), range.last(), range.through(), ahead, null, range.splitAt(), range.mixedTo());
    }

    private static boolean isUntimed(@Nullable Long time) {
        return UNTIMED.equals(time);
    }

    private static @Nullable Long later(@Nullable Long a, @Nullable Long b) {
        return a == null || b == null ? (a == null ? b : a) : Long.valueOf(Math.max(a, b));
    }
}
