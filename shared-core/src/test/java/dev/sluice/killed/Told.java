package dev.sluice.killed;

/** What a worker tells the test of itself: a word, the name of a log, and what belongs to the word. No values of rows. */
final class Told {
    /** A batch begins. */
    static final String BATCH = "batch";
    /** An object of a chain was created. */
    static final String MADE = "made";
    /** An object of a chain was there already: another owner works on the same records, or did. */
    static final String MET = "met";
    /** The batch failed, and its records will be given again. */
    static final String FAILED = "failed";
    /** All records in front of this offset are done. */
    static final String ACKNOWLEDGED = "acknowledged";
    /** All records of the log are done. */
    static final String ENDED = "ended";

    void line(String word, String log, Object... more) {
        StringBuilder line = new StringBuilder(word).append(' ').append(log);
        for (Object one : more) {
            line.append(' ').append(one.toString().replaceAll("\\s+", " "));
        }
        System.out.println(line);
        if (System.out.checkError()) {
            Runtime.getRuntime().halt(3); // nobody reads any more: the test is gone
        }
    }
}
