package dev.sluice.verify;

import dev.sluice.archive.SideBySide;
import dev.sluice.archive.Stretch;
import dev.sluice.lake.LakeReader;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** Sees that a lake still is what a certificate says. Reads the lake and its quarantine, and no archive. */
public final class CertificateCheck {
    private final LakeReader lake;

    public CertificateCheck(ObjectStore lake, ObjectStore state) throws IOException {
        this.lake = LakeReader.open(lake, state);
    }

    /**
     * Checks all of it.
     *
     * @param threads partitions that are read at a time
     * @param listener told of the records of each block
     */
    public CheckReport run(Certificate certificate, int threads, VerifyListener listener) throws IOException {
        Map<Origin, Stretch> offsets = new HashMap<>();
        certificate.parts().forEach(part -> offsets.put(origin(part), new Stretch(part.first(), part.last())));
        LakeIndex index = LakeIndex.of(lake, offsets);
        LakeObjects objects = new LakeObjects(lake);
        Loose loose = Loose.read(objects, index.loose(), threads);
        Set<Origin> newest = Comparison.newest(offsets.keySet());
        List<Callable<CheckReport>> checks = new ArrayList<>();
        for (Certificate.Part part : certificate.parts()) {
            checks.add(() -> check(part, new LakeBlocksOf(objects, index, loose, newest), listener));
        }
        CheckReport all =
                new CheckReport(certificate.hash(), 0, 0, 0, certificate.alterations(), loose.unreadable(), List.of());
        for (CheckReport part : SideBySide.all(checks, threads)) {
            all = all.plus(part);
        }
        return all;
    }

    private static Origin origin(Certificate.Part part) {
        return new Origin(part.stream(), part.partition(), part.epoch());
    }

    private record LakeBlocksOf(LakeObjects objects, LakeIndex index, Loose loose, Set<Origin> newest) {}

    private static CheckReport check(Certificate.Part part, LakeBlocksOf lake, VerifyListener listener)
            throws IOException {
        Origin origin = origin(part);
        List<String> unreadable = Collections.synchronizedList(new ArrayList<>());
        List<String> strays = Collections.synchronizedList(new ArrayList<>());
        LakeBlocks blocks = new LakeBlocks(lake.objects, origin, lake.index.of(origin), new LakeBlocks.Strays() {
            @Override
            public void line(LakeLine line) {
                strays.add(line.key());
            }

            @Override
            public void unreadable(LakeIndex.Named object) {
                unreadable.add(object.key());
            }
        });
        List<CheckReport.Changed> changed = new ArrayList<>();
        long lines = 0;
        for (Certificate.Block block : part.blocks()) {
            BlockDigest digest = new BlockDigest();
            blocks.take(block.first(), block.last())
                    .forEach(line -> digest.add(line.folder(), line.offset(), line.digest()));
            if (lake.newest.contains(origin)) {
                lake.loose.at(origin, block.first(), block.last()).forEach(digest::add);
            }
            lines += digest.lines();
            if (!digest.hash().equals(block.digest()) || digest.lines() != block.lines()) {
                changed.add(new CheckReport.Changed(
                        part.stream(),
                        part.partition(),
                        part.epoch(),
                        block.first(),
                        block.last(),
                        block.lines(),
                        digest.lines()));
            }
            listener.read(block.records());
        }
        List<String> foreign = strays.stream()
                .distinct()
                .map(key -> key + ": holds lines of another place")
                .toList();
        return new CheckReport("", part.blocks().size(), part.records(), lines, foreign, unreadable, changed);
    }
}
