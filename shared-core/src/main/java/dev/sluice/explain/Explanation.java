package dev.sluice.explain;

import dev.sluice.lake.RecordPlace;
import java.util.List;

/**
 * What became of an event or a record.
 *
 * @param findings what tells so, in the order of its way
 * @param records where its records stood, as far as that is known; epoch 0 if it is not known in which life of the log
 */
public record Explanation(Verdict verdict, List<Finding> findings, List<RecordPlace> records) {
    public Explanation {
        findings = List.copyOf(findings);
        records = List.copyOf(records);
    }

    /** Where it is now. */
    public enum Verdict {
        IN_LAKE("in the lake"),
        PARKED("parked: it waits for what is missing"),
        QUARANTINE("in the quarantine"),
        HOLE("in a hole: its offset was jumped over; a replay from an archive fills it"),
        NOT_YET("not taken in yet"),
        NO_LINE("done, without a line of its own: a heartbeat or an empty record, a resend that was left out,"
                + " or the first half of an update"),
        UNKNOWN("not known here");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** For people. */
        public String text() {
            return text;
        }
    }
}
