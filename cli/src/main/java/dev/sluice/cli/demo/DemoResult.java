package dev.sluice.cli.demo;

/**
 * What a demo run shows.
 *
 * @param dir as the user gave it
 * @param added messages with a change, resent ones too, that this run brought in
 */
record DemoResult(String dir, long added, Expected expected, LakeCounts counts, ExampleLine example) {
    String lake() {
        return dir + "/lake";
    }

    boolean isComplete() {
        return counts.isComplete(expected);
    }

    String verdict() {
        String changes = counts.changes() + " of " + expected.changes() + " changes";
        if (isComplete()) {
            return "complete: " + changes + ", each once (" + counts.resends() + " resends kept apart)";
        }
        return "not complete: " + changes + ", " + (counts.lines() - counts.differentLines()) + " lines doubled, "
                + counts.resends() + " resends of at most " + expected.resends() + ", " + counts.allQuarantined()
                + " of " + expected.poison() + " bad messages quarantined";
    }
}
