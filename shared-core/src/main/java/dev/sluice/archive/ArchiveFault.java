package dev.sluice.archive;

/**
 * What is wrong with a file of an archive. The others are read all the same, and so is the rest of this one.
 *
 * @param file key of the file
 * @param code a stable word for machines, see FORMATS.md
 * @param reason for people; holds no value of a record
 */
public record ArchiveFault(String file, String code, String reason) {
    /** Code of files that the store did not give; it may next time. */
    public static final String UNREADABLE = "unreadable";
}
