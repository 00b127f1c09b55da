package dev.sluice;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** What the build of a cloud's module made to be deployed. */
public final class FunctionZip {
    private FunctionZip() {}

    /** The one that stands in the module's target folder. */
    public static Path file() throws IOException {
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

    /** Unpacks it. */
    public static void unpack(Path folder) throws IOException {
        Files.createDirectories(folder);
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
    }

    /** All entries of the libraries of an unpacked one, such as {@code com/azure/core/util/Context.class}. */
    public static List<String> entries(Path unpacked) throws IOException {
        List<String> entries = new ArrayList<>();
        try (Stream<Path> jars = Files.list(unpacked.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                try (JarFile content = new JarFile(jar.toFile())) {
                    content.stream().forEach(entry -> entries.add(entry.getName()));
                }
            }
        }
        return entries;
    }
}
