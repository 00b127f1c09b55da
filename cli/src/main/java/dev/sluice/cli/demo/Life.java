package dev.sluice.cli.demo;

import java.io.IOException;
import java.util.random.RandomGenerator;

/** The life of a process that dies in the middle of a write now and then, and is born again. For many threads. */
final class Life {
    private static final int WRITES_OF_THE_FIRST = 60;
    private static final int WRITES_OF_THE_OTHERS = 800;

    private final RandomGenerator chance;
    private int writesLeft;
    private boolean over;
    private int deaths;

    Life(RandomGenerator chance) {
        this.chance = chance;
        this.writesLeft = 1 + chance.nextInt(WRITES_OF_THE_FIRST);
    }

    /** A call that changes a store. */
    interface Write<T> {
        T run() throws IOException;
    }

    /** Writes, unless it dies before; or dies thereafter, so that nobody hears of the effect. */
    <T> T write(Write<T> write) throws IOException {
        if (!isLast()) {
            return write.run();
        }
        if (chance.nextBoolean()) {
            write.run();
        }
        throw end();
    }

    /** Dead processes do not read either. */
    synchronized void check() throws IOException {
        if (over) {
            throw new IOException("the process has crashed");
        }
    }

    private synchronized boolean isLast() throws IOException {
        check();
        return --writesLeft == 0;
    }

    private synchronized IOException end() {
        over = true;
        deaths++;
        return new IOException("the process crashes");
    }

    synchronized boolean isOver() {
        return over;
    }

    synchronized void beginAgain() {
        over = false;
        writesLeft = 1 + chance.nextInt(WRITES_OF_THE_OTHERS);
    }

    synchronized int deaths() {
        return deaths;
    }
}
