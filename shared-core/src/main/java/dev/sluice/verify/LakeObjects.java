package dev.sluice.verify;

import dev.sluice.lake.LakeReader;
import dev.sluice.lake.Root;
import dev.sluice.text.Slice;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads objects of the lake and of its quarantine, line by line. Safe for any number of threads. */
final class LakeObjects {
    private static final int BUFFER = 64 << 10;

    private final LakeReader lake;

    LakeObjects(LakeReader lake) {
        this.lake = lake;
    }

    /**
     * A line of an object.
     *
     * @param folder with the code, if it is in quarantine
     * @param place null if it tells none
     */
    record Found(String folder, @Nullable LinePlace place, Digest digest) {}

    /** The lines of an object; empty if it is damaged. An object that was deleted meanwhile has none. */
    Optional<List<Found>> read(Root root, String key) throws IOException {
        List<Found> found = new ArrayList<>();
        try (InputStream content = lake.open(root, key).orElse(InputStream.nullInputStream())) {
            if (root == Root.STATE) {
                quarantine(folder(key), content.readAllBytes(), found);
            } else {
                lines(folder(key), content, found);
            }
            return Optional.of(found);
        } catch (ZipException | EOFException damaged) {
            return Optional.empty();
        }
    }

    static String folder(String key) {
        return key.substring(0, key.lastIndexOf('/'));
    }

    private static void lines(String folder, InputStream content, List<Found> found) throws IOException {
        try (LineScan scan = new LineScan((place, digest) -> found.add(new Found(folder, place, digest)))) {
            byte[] buffer = new byte[BUFFER];
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                scan.write(buffer, 0, count);
            }
        }
    }

    private static void quarantine(String folder, byte[] lines, List<Found> found) {
        int start = 0;
        for (int i = 0; i < lines.length; i++) {
            if (lines[i] == '\n') {
                Optional<QuarantineScan.Kept> kept = QuarantineScan.read(Slice.of(lines, start, i));
                found.add(kept.map(line -> new Found(
                                quarantined(folder, line), new LinePlace("", -1, line.offset()), line.digest()))
                        .orElseGet(() -> new Found(folder, null, new Digest(0, 0))));
                start = i + 1;
            }
        }
    }

    static String quarantined(String folder, QuarantineScan.Kept line) {
        return folder + "/code=" + line.code();
    }
}
