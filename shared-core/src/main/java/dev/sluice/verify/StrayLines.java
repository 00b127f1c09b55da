package dev.sluice.verify;

import dev.sluice.normalize.Origin;

/** Tells what stands in objects of a partition and is not of its log. */
record StrayLines(Comparison comparison, Origin origin) implements LakeBlocks.Strays {
    @Override
    public void line(LakeLine line) {
        comparison.unexpected(origin, line);
    }

    @Override
    public void unreadable(LakeIndex.Named object) {
        comparison.unreadable(origin, object.key());
    }
}
