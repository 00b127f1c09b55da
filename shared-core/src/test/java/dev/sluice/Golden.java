package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The folders below {@code golden}, named by their path there. */
final class Golden {
    private static final Pattern INPUT = Pattern.compile("input(?:-(0|[1-9][0-9]*))?\\.[a-z]+");
    private static final Path ROOT = root();

    private Golden() {}

    private static Path root() {
        try {
            return Path.of(
                    Objects.requireNonNull(Golden.class.getResource("/golden")).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All folders that hold an input. */
    static List<String> cases() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.getFileName().toString().startsWith("input"))
                    .map(file -> ROOT.relativize(file).getParent().toString())
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean has(String name) {
        return Files.exists(ROOT.resolve(name));
    }

    static byte[] file(String name) {
        try {
            return Files.readAllBytes(ROOT.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bodies of a case, in the order of their offsets. */
    static List<byte[]> inputs(String folder) {
        SortedMap<Integer, String> inputs = new TreeMap<>();
        for (String file : names(folder)) {
            Matcher name = INPUT.matcher(file);
            if (name.matches()) {
                int offset = name.group(1) == null ? 0 : Integer.parseInt(name.group(1));
                assertThat(inputs.put(offset, file))
                        .as("another input at offset %d of %s", offset, folder)
                        .isNull();
            } else {
                assertThat(file).as("a file of %s", folder).doesNotStartWith("input");
            }
        }
        assertThat(inputs.keySet())
                .as("offsets of %s", folder)
                .isNotEmpty()
                .containsExactlyElementsOf(
                        IntStream.range(0, inputs.size()).boxed().toList());
        return inputs.values().stream().map(file -> file(folder + "/" + file)).toList();
    }

    private static List<String> names(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
