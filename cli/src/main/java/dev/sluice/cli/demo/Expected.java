package dev.sluice.cli.demo;

import dev.sluice.traffic.Kind;

/** What the traffic held, so that the lake can be checked against it. */
final class Expected {
    private int changes;
    private int resends;
    private int poison;

    void count(Kind kind) {
        switch (kind) {
            case CHANGE -> changes++;
            case RESEND -> resends++;
            case POISON -> poison++;
            case EMPTY, PIECE, HALF, CONTROL, HEARTBEAT -> {}
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
}
