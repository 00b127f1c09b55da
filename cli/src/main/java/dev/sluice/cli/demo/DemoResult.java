package dev.sluice.cli.demo;

/**
 * What a demo run shows.
 *
 * @param dir as the user gave it
 * @param added messages with a change, resent ones too, that this run brought in
 * @param crashes of this run
 */
record DemoResult(
        String dir,
        long added,
        int crashes,
        Expected expected,
        LakeCounts counts,
        ParkedCounts parked,
        ExampleLine example) {
    String lake() {
        return dir + "/lake";
    }

    boolean isComplete() {
        return counts.isComplete(expected) && parked.waiting() == 0;
    }

    String verdict() {
        String changes = counts.changes().changes() + " of " + expected.changes() + " changes";
        if (isComplete()) {
            return "complete: " + changes + ", each once (" + counts.resends() + " resends kept apart)";
        }
        return "not complete: " + changes + ", " + counts.doubledLines() + " lines doubled, "
                + counts.changes().unpaired() + " unpaired, " + parked.waiting() + " parked, "
                + counts.resends() + " resends of at most " + expected.resends() + ", "
                + counts.allControl() + " of " + expected.control() + " control events ("
                + counts.doubledControl() + " doubled), " + counts.allQuarantined() + " of " + expected.poison()
                + " bad messages quarantined";
    }
}
