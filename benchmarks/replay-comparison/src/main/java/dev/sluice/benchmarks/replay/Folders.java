package dev.sluice.benchmarks.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of the comparison's own. */
final class Folders {
    private Folders() {}

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path path : paths(folder)) {
                Files.delete(path);
            }
        }
    }

    private static List<Path> paths(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }

    /** Objects of tables. */
    record Size(long files, long bytes) {}

    static Size size(Path folder) throws IOException {
        long files = 0;
        long bytes = 0;
        for (Path path : paths(folder)) {
            if (path.toString().endsWith(".gz")) {
                files++;
                bytes += Files.size(path);
            }
        }
        return new Size(files, bytes);
    }
}
