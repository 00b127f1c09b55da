package dev.sluice.verify;

import dev.sluice.archive.SideBySide;
import dev.sluice.lake.LakeWriter;
import dev.sluice.lake.Root;
import dev.sluice.normalize.Origin;
import dev.sluice.verify.LakeIndex.Named;
import dev.sluice.verify.LakeObjects.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The lines of a partition's objects, block by block in the order of the log. No object has lines of more than two blocks, so
 * each is read once. Serves one thread.
 */
final class LakeBlocks {
    private static final int READS_SIDE_BY_SIDE = 4;

    private final LakeObjects objects;
    private final LinePlace place;
    private final List<Named> named;
    private final Strays strays;
    private List<LakeLine> ahead = new ArrayList<>();
    private int next;

    /** Takes what stands in objects of the partition and does not belong there. */
    interface Strays {
        void line(LakeLine line);

        void unreadable(Named object);
    }

    LakeBlocks(LakeObjects objects, Origin origin, List<Named> named, Strays strays) {
        this.objects = objects;
        this.place = LinePlace.of(origin, 0);
        this.named = named;
        this.strays = strays;
    }

    /** The lines at these offsets, which lie behind those that were asked for before. */
    List<LakeLine> take(long first, long last) throws IOException {
        List<Callable<Optional<List<Found>>>> reads = new ArrayList<>();
        List<Named> read = new ArrayList<>();
        for (; next < named.size() && named.get(next).first() <= last; next++) {
            Named object = named.get(next);
            if (object.first() > first - LakeWriter.MAX_RUN) {
                read.add(object);
                reads.add(() -> objects.read(object.root(), object.key()));
            }
        }
        Iterator<Named> of = read.iterator();
        for (Optional<List<Found>> lines : SideBySide.all(reads, READS_SIDE_BY_SIDE)) {
            Named object = of.next();
            if (lines.isEmpty()) {
                strays.unreadable(object);
            }
            lines.orElse(List.of()).forEach(line -> add(object, line));
        }
        return upTo(first, last);
    }

    private void add(Named object, Found found) {
        LinePlace at = found.place();
        boolean isOurs = at != null && (object.root() == Root.STATE || at.isOf(place));
        LakeLine line = new LakeLine(found.folder(), at == null ? -1 : at.offset(), found.digest(), object.key());
        if (isOurs && line.offset() >= object.first()) {
            ahead.add(line);
        } else {
            strays.line(line);
        }
    }

    private List<LakeLine> upTo(long first, long last) {
        List<LakeLine> block = new ArrayList<>();
        List<LakeLine> rest = new ArrayList<>();
        for (LakeLine line : ahead) {
            if (line.offset() > last) {
                rest.add(line);
            } else if (line.offset() >= first) {
                block.add(line);
            }
        }
        ahead = rest;
        return block;
    }
}
