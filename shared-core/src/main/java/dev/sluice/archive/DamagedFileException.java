package dev.sluice.archive;

import java.io.Serial;

/** Bytes of an archive that are not what they should be: the file's fault, never the world's. */
final class DamagedFileException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String code;

    DamagedFileException(String code, String reason) {
        super(reason);
        this.code = code;
    }

    ArchiveFault in(String file) {
        return new ArchiveFault(file, code, String.valueOf(getMessage()));
    }
}
