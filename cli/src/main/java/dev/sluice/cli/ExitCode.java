package dev.sluice.cli;

/** What every command ends with. */
public final class ExitCode {
    public static final int DONE = 0;
    /** The world failed: a disk, a file, a store. */
    public static final int WORLD = 1;
    /** The command line or a setting is wrong. */
    public static final int USAGE = 2;
    /** Done, but some items did not come out. */
    public static final int SOME_LEFT_OUT = 3;

    private ExitCode() {}
}
