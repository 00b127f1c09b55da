package dev.sluice.verify;

import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.Stretch;
import dev.sluice.normalize.Origin;
import java.util.List;

/** One life of a partition's log: what the archive has of it, and what the ledger says. */
record LogPart(Origin origin, ArchivePartition archived, Claims claims) {
    /** Offsets from the first record to the last that may be there; nothing if there are none. */
    Stretch offsets() {
        List<Stretch> stretches = archived.stretches();
        return stretches.isEmpty()
                ? new Stretch(0, -1)
                : new Stretch(
                        stretches.get(0).first(),
                        stretches.get(stretches.size() - 1).last());
    }
}
