package dev.sluice.verify;

import dev.sluice.archive.ArchiveFilter;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.Origin;

/**
 * Which offsets are judged.
 *
 * @param from the lowest
 * @param to the highest
 */
record Scope(long from, long to, Sample sample) {
    boolean isWithin(long offset) {
        return offset >= from && offset <= to;
    }

    boolean takes(Origin origin, long offset) {
        return isWithin(offset) && sample.takes(origin, Sample.block(offset));
    }

    /** True for what is read because a record near behind it is judged, of which it may be a copy or a half. */
    boolean leadsTo(Origin origin, long offset) {
        return takes(origin, offset + LakeWriter.MAX_RUN) || (offset < from && offset + LakeWriter.MAX_RUN > from);
    }

    /** The records that have to be read for this. */
    static ArchiveFilter read(ArchiveFilter wanted) {
        return new ArchiveFilter(
                wanted.stream(),
                wanted.partition(),
                Math.max(0, wanted.fromOffset() - LakeWriter.MAX_RUN),
                wanted.toOffset(),
                wanted.fromTime(),
                wanted.toTime());
    }
}
