package dev.sluice.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What the world did, and what to do about it; the JDK's own messages are often a bare file name. */
final class IoSentence {
    private IoSentence() {}

    static String of(IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
            return message + " does not exist; check the name";
        }
        if (e instanceof AccessDeniedException) {
            return message + ": access denied; check the permissions and the user";
        }
        if (e instanceof NotDirectoryException) {
            return message + " is not a folder";
        }
        if (e instanceof FileSystemException) {
            return message + "; set that right and run the command again";
        }
        return message;
    }
}
