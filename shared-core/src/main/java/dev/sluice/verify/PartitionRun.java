package dev.sluice.verify;

import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivedRecord;
import dev.sluice.archive.Extent;
import dev.sluice.archive.PartitionRecords;
import dev.sluice.lake.LakeWriter;
import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.LogReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Verifies one life of a partition's log, block by block. Serves one thread. */
final class PartitionRun {
    private static final int TOLD_AT_A_TIME = 1000;

    private final Comparison comparison;
    private final ArchivePartition archived;
    private final Origin origin;
    private final Claims claims;
    private final ExpectedLines expected;
    private final LogReader reader;
    private final LakeBlocks lake;
    private final ItemCounts items = new ItemCounts();
    private final Extent extent = new Extent();
    private final List<Certificate.Block> certified = new ArrayList<>();
    private final BitSet offsets = new BitSet(LakeWriter.MAX_RUN);
    private long block = -1;
    private long judged;
    private long behindGap;
    private long readThrough = -1;
    private long unarchived;

    PartitionRun(Comparison comparison, LogPart part, LakeIndex index) {
        this.comparison = comparison;
        this.archived = part.archived();
        this.origin = part.origin();
        this.claims = part.claims();
        this.expected =
                new ExpectedLines(comparison.lake(), origin, items, event -> comparison.split(origin.stream(), event));
        this.reader =
                new LogReader(comparison.settings(), origin, comparison.splitsOf(origin.stream()), expected, items);
        this.lake = new LakeBlocks(comparison.objects(), origin, index.of(origin), new StrayLines(comparison, origin));
    }

    VerifiedPartition run(VerifyListener listener) throws IOException {
        long earlier;
        long untold = 0;
        try (PartitionRecords records = archived.records(claims.since())) {
            for (ArchivedRecord record = records.next(); record != null; record = records.next()) {
                read(record);
                if (++untold == TOLD_AT_A_TIME) {
                    listener.read(untold);
                    untold = 0;
                }
            }
            listener.read(untold);
            extent.addFaults(records.faults());
            earlier = records.earlier();
        }
        endBlock();
        reader.end();
        expected.oldKeys().forEach(key -> comparison.oldKey(origin, key));
        return new VerifiedPartition(
                origin.stream(),
                origin.partition(),
                origin.epoch(),
                judged,
                extent.first(),
                extent.last(),
                extent.missing(),
                unarchived,
                earlier,
                items.counts(),
                certified,
                extent.faults());
    }

    private void read(ArchivedRecord record) throws IOException {
        long offset = record.delivery().offset();
        if (Sample.block(offset) != block) {
            endBlock();
            block = Sample.block(offset);
        }
        boolean wanted = comparison.scope().takes(origin, offset);
        if (comparison.scope().isWithin(offset)) {
            extent.add(record);
        }
        if (!wanted && !comparison.scope().leadsTo(origin, offset)) {
            return;
        }
        boolean begins = readThrough < 0
                && (claims.life() == null || offset > claims.life().origin());
        if (begins || (readThrough >= 0 && offset > readThrough + 1)) {
            behindGap = offset + LakeWriter.MAX_RUN;
        }
        readThrough = offset;
        expected.begin(wanted, offset < behindGap);
        items.setCounting(wanted);
        reader.read(record.delivery());
        if (wanted) {
            offsets.set((int) (offset % LakeWriter.MAX_RUN));
            judged++;
        }
    }

    private void endBlock() throws IOException {
        items.setCounting(false);
        reader.settle();
        List<Expected> lines = expected.take();
        if (offsets.isEmpty()) {
            return;
        }
        long start = block * LakeWriter.MAX_RUN;
        long first = start + offsets.nextSetBit(0);
        long last = start + offsets.length() - 1;
        List<LakeLine> there = lake.take(first, last);
        List<Loose.Line> loose =
                comparison.isNewest(origin) ? comparison.loose().at(origin, first, last) : List.of();
        judge(lines, there, loose, start);
        certify(there, loose, first, last);
        comparison.judged(origin, start, offsets);
        offsets.clear();
    }

    private void judge(List<Expected> lines, List<LakeLine> there, List<Loose.Line> loose, long start) {
        List<LakeLine> proven = new ArrayList<>();
        for (LakeLine line : there) {
            if (offsets.get((int) (line.offset() - start))) {
                proven.add(line);
            } else {
                unarchived++;
            }
        }
        BlockMatch match = new BlockMatch(lines, proven);
        Map<String, Counts> counts = match.judge(claims, new PlacedDifferences(comparison, origin));
        comparison.findings().add(counts);
        for (Loose.Line line : loose) {
            LinePlace place = line.place();
            if (place != null && match.has(place.offset(), line.digest())) {
                comparison.doubled(origin, line);
            }
        }
    }

    private void certify(List<LakeLine> there, List<Loose.Line> loose, long first, long last) {
        BlockDigest digest = new BlockDigest();
        there.forEach(line -> digest.add(line.folder(), line.offset(), line.digest()));
        loose.forEach(line -> digest.add(line));
        certified.add(new Certificate.Block(first, last, offsets.cardinality(), digest.lines(), digest.hash(), ""));
    }
}
