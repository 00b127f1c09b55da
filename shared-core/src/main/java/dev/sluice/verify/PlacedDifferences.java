package dev.sluice.verify;

import dev.sluice.normalize.Origin;

/** Tells the differences of a block. */
record PlacedDifferences(Comparison comparison, Origin origin) implements BlockMatch.Differences {
    @Override
    public void missing(Expected line) {
        comparison.tell(What.MISSING, line.folder(), origin, line.offset(), line.item(), null);
    }

    @Override
    public void different(Expected line, LakeLine instead) {
        comparison.tell(What.DIFFERENT, line.folder(), origin, line.offset(), line.item(), instead.key());
    }

    @Override
    public void doubled(LakeLine line) {
        comparison.tell(What.DOUBLED, line.folder(), origin, line.offset(), -1, line.key());
    }

    @Override
    public void unexplained(LakeLine line) {
        comparison.unexplained(origin, line);
    }
}
