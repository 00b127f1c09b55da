package dev.sluice.pipeline;

/** What became of an item. Every item has exactly one outcome; a new kind has to be handled everywhere to compile. */
public sealed interface Outcome {
    <R> R match(Cases<R> cases);

    /** A change, in {@code lines} lines of the lake. */
    record Emitted(int lines) implements Outcome {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.emitted(this);
        }
    }

    /**
     * A piece of a change, or half of an update, whose other ones are not there yet; kept in the state store until they
     * are.
     *
     * @param set names the event in the state store: 32 hex digits
     * @param index position of the piece in its set
     * @param last no piece with a higher index exists
     * @param missing the pieces that are not there, such as {@code 1, 3-7 and the last}, or {@link #SECOND_HALF}
     */
    record Parked(String set, int index, boolean last, String missing) implements Outcome {
        /** What the first half of an update misses. */
        public static final String SECOND_HALF = "the second half of the update";

        static Parked half(String update) {
            return new Parked(update, 0, false, SECOND_HALF);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.parked(this);
        }
    }

    /** Not a row change, but something readers may want to know, such as DDL; in {@code _control/}. */
    record Control(String kind) implements Outcome {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.control(this);
        }
    }

    /** Nothing to keep. */
    record Skipped(String reason) implements Outcome {
        /** Redelivered. */
        public static final String IN_LAKE = "already in the lake";
        /** The same as an item before it in the batch. */
        public static final String RESEND = "resend";
        /** Of a table that is not wanted, or of none. */
        public static final String OTHER_TABLE = "not of a table that is wanted";
        /** A piece of a split event that is whole without it. */
        public static final String SUPERSEDED = "superseded";

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.skipped(this);
        }
    }

    /**
     * Could not be read; its bytes are in the quarantine.
     *
     * @param code a stable word for machines
     * @param where JSON pointer or byte offset, {@code ""} for the whole item
     */
    record Quarantined(String code, String reason, String where) implements Outcome {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.quarantined(this);
        }
    }

    /** One answer per kind of outcome. */
    interface Cases<R> {
        R emitted(Emitted emitted);

        R parked(Parked parked);

        R control(Control control);

        R skipped(Skipped skipped);

        R quarantined(Quarantined quarantined);
    }
}
