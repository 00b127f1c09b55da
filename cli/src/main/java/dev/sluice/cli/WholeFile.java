package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole, or as they were before. */
final class WholeFile {
    private WholeFile() {}

    /** Writes a file, over one that is there. */
    static void write(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.write(unfinished, content);
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
