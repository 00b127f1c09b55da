package dev.sluice.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;

/**
 * Something to read from.
 *
 * @param name how messages call it; a name that ends in .jsonl or .ndjson promises JSON lines
 * @param opener can be asked again, except for stdin
 */
public record Input(String name, Opener opener) {
    static final String STDIN = "-";

    /** Opens an input. */
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }

    InputStream open() throws IOException {
        return opener.open();
    }

    boolean isStdin() {
        return name.equals(STDIN);
    }

    boolean isLinesByName() {
        return name.endsWith(".jsonl") || name.endsWith(".ndjson");
    }

    Input digested(MessageDigest digest) {
        return new Input(name, () -> new DigestInputStream(open(), digest));
    }
}
