package dev.sluice.verify;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** One hash for what stands in a block of a log, however its lines are spread over objects. */
final class BlockDigest {
    private final List<String> lines = new ArrayList<>();

    void add(String folder, long offset, Digest digest) {
        lines.add(folder + "\n" + offset + "\n" + hex(digest.high()) + hex(digest.low()) + "\n");
    }

    void add(Loose.Line line) {
        LinePlace place = line.place();
        if (place != null) {
            add(line.folder(), place.offset(), line.digest());
        }
    }

    private static String hex(long bits) {
        return HexFormat.of().toHexDigits(bits);
    }

    int lines() {
        return lines.size();
    }

    /** Of the sorted lines: 64 hex digits. */
    String hash() {
        Collections.sort(lines);
        MessageDigest sha = LineScan.sha256();
        lines.forEach(line -> sha.update(line.getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(sha.digest());
    }
}
