package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.LineSchemas;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Looks into a lake on disk as a reader would. */
public final class LakeFiles {
    private LakeFiles() {}

    /** The change lines of a lake, by name of their objects, seen to be right in themselves. */
    public static List<JsonNode> changes(Path lake) throws IOException {
        return lines(lake, "db=", LineSchemas::assertValid);
    }

    /** The control lines of a lake. */
    public static List<JsonNode> control(Path lake) throws IOException {
        return lines(lake, "_control/", LineSchemas::assertValidControl);
    }

    /** The lines of the quarantine beside it. */
    public static List<JsonNode> quarantined(Path state) throws IOException {
        return lines(state, "quarantine/", LineSchemas::assertValidQuarantine);
    }

    private static List<JsonNode> lines(Path folder, String prefix, Consumer<String> check) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String name : contents(folder).keySet()) {
            if (name.startsWith(prefix) && name.contains(".jsonl")) {
                try (BufferedReader reader =
                        new BufferedReader(new InputStreamReader(open(folder.resolve(name)), UTF_8))) {
                    reader.lines().peek(check).map(Cli::json).forEach(lines::add);
                }
            }
        }
        return lines;
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** Bytes by name, without temporary files and locks. */
    public static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.startsWith(".tmp")) {
                    contents.put(name, Files.readString(file, ISO_8859_1));
                }
            }
        }
        return contents;
    }
}
