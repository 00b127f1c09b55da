package dev.sluice.azure;

import dev.sluice.azure.bicep.BicepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The templates of this project. */
final class Infra {
    static final Path FOLDER = Path.of("../infra/azure");
    static final Path TYPES = Path.of("src/test/resources/bicep-types");

    private Infra() {}

    /** All of them, types and parameter files among them. */
    static List<BicepFile> all() throws IOException, InterruptedException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return BicepFile.read(files.filter(file -> file.toString().endsWith(".bicep")
                            || file.toString().endsWith(".bicepparam"))
                    .sorted()
                    .toList());
        }
    }

    static BicepFile named(List<BicepFile> files, String name) {
        return files.stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Files that the templates load, by the name behind the last slash. */
    static List<Path> json() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return new ArrayList<>(files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList());
        }
    }
}
