package dev.sluice.lake;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a partition's log that is worked on from its start. The last one of an epoch is the live one; those
 * before it are holes that wait to be healed.
 *
 * @param first first offset that belongs here
 * @param last last offset that belongs here, null for the live range
 * @param through every event up to here is in the lake; {@code first - 1} at the start
 * @param ahead by folder: the last offset that another owner has already written beyond {@code through}
 * @param probe start of the open holes in front, whose vanished owners may have written objects that reach over into
 *     this range; null when that cannot be
 * @param splitAt milliseconds since 1970 at which the range got its shape or its rules, null once no owner that knows
 *     neither can write
 * @param mixedTo as far as this there may be objects by other rules, which are looked for while {@code through} is below;
 *     null when that cannot be
 */
public record LedgerRange(
        long first,
        @Nullable Long last,
        long through,
        Map<String, Long> ahead,
        @Nullable Long probe,
        @Nullable Long splitAt,
        @Nullable Long mixedTo) {

    public LedgerRange {
        ahead = Collections.unmodifiableMap(new TreeMap<>(ahead));
    }

    static LedgerRange from(long first, @Nullable Long last) {
        return new LedgerRange(first, last, first - 1, Map.of(), null, null, null);
    }

    boolean holds(long offset) {
        return first <= offset && (last == null || offset <= last);
    }

    boolean overlaps(long from, long to) {
        return first <= to && (last == null || from <= last);
    }

    boolean isFinished() {
        return last != null && through >= last;
    }

    long aheadOf(String folder) {
        return ahead.getOrDefault(folder, through);
    }

    /**
     * The same after more of it was written, by somebody who has waited for owners of the old view.
     *
     * @param reach last offset of the objects that were found in a listing, -1 if none was: as far they are looked for
     * @param over the same of the ranges in front
     */
    LedgerRange with(long newThrough, Map<String, Long> newAhead, long reach, long over) {
        boolean looks = mixedTo != null || over >= first;
        Long mixed = looks ? Long.valueOf(Math.max(mixedTo == null ? -1 : mixedTo, Math.max(reach, over))) : null;
        return new LedgerRange(
                first,
                last,
                newThrough,
                newAhead,
                probe,
                newThrough > through ? null : splitAt,
                mixed != null && newThrough < mixed ? mixed : null);
    }

    /** What follows an offset that is done. */
    LedgerRange behind(long offset) {
        return new LedgerRange(offset + 1, last, through, ahead, probe, splitAt, mixedTo);
    }

    /** The same when there are owners that know nothing of it yet. */
    LedgerRange splitOffAt(long now) {
        return new LedgerRange(first, last, through, ahead, probe, now, mixedTo);
    }

    /**
     * The same for owners whose rules differ. What was found of the chains says nothing to them, for to them other events
     * belong into a folder.
     *
     * @param now milliseconds since 1970
     */
    LedgerRange underOtherRules(long now) {
        return new LedgerRange(first, last, through, Map.of(), probe, now, through + LakeWriter.MAX_RUN);
    }
}
