package dev.sluice.cli.demo;

import dev.sluice.traffic.Kind;

/** What the traffic held, so that the lake can be checked against it. */
final class Expected {
    private int changes;
    private int resends;
    private int poison;
    private int halves;
    private int control;
    private int heartbeats;

    void count(Kind kind) {
        switch (kind) {
            case CHANGE -> changes++;
            case RESEND -> resends++;
            case POISON -> poison++;
            case HALF -> halves++;
            case CONTROL -> control++;
            case HEARTBEAT -> heartbeats++;
            case PIECE, EMPTY -> {}
        }
    }

    /** Changes, each counted once. */
    int changes() {
        return changes;
    }

    /** Most lines that the lake may have on top of them. */
    int resends() {
        return resends;
    }

    /** Messages for the quarantine. */
    int poison() {
        return poison;
    }

    /** Updates that were told in two messages. */
    int halves() {
        return halves;
    }

    /** What is said of tables and transactions. */
    int control() {
        return control;
    }

    /** Messages that say nothing. */
    int heartbeats() {
        return heartbeats;
    }
}
