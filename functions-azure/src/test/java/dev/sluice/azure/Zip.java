package dev.sluice.azure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** What the build made to be deployed. */
final class Zip {
    private Zip() {}

    static Path file() throws IOException {
        Path target = Path.of(System.getProperty("functions.target", "target"));
        try (Stream<Path> files = Files.list(target)) {
            List<Path> zips = files.filter(file -> file.toString().endsWith("-functions.zip"))
                    .toList();
            if (zips.size() != 1) {
                throw new IOException("expected one zip in " + target.toAbsolutePath() + ", found " + zips);
            }
            return zips.get(0);
        }
    }

    static Path unpack(Path folder) throws IOException {
        try (InputStream file = Files.newInputStream(file());
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path place = folder.resolve(entry.getName()).normalize();
                if (!place.startsWith(folder)) {
                    throw new IOException(entry.getName() + " leads out of the zip");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(place);
                } else {
                    Files.createDirectories(place.getParent());
                    Files.copy(zip, place);
                }
            }
        }
        return folder;
    }
}
