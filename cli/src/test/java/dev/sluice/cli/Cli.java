package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.LineSchemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command line in this process, in a folder of its own. */
public final class Cli {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path folder;
    private Map<String, String> environment = Map.of();
    private InputStream stdin = InputStream.nullInputStream();

    public Cli(Path folder) {
        this.folder = folder;
    }

    /** What a run left. */
    public record Result(int code, String out, String err) {
        /** The change lines that were printed, seen to be right in themselves. */
        public List<JsonNode> lines() {
            return out.lines().peek(LineSchemas::assertValid).map(Cli::json).toList();
        }

        public List<String> messages() {
            return err.lines().toList();
        }
    }

    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Cli with(Map<String, String> newEnvironment) {
        environment = newEnvironment;
        return this;
    }

    public Cli stdin(String text) {
        return stdin(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    public Cli stdin(InputStream newStdin) {
        stdin = newStdin;
        return this;
    }

    public Cli file(String name, String content) {
        return file(name, content.getBytes(UTF_8));
    }

    public Cli file(String name, byte[] content) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a file of the test resources into the folder. */
    public Cli input(String resource, String name) {
        return file(name, resource(resource));
    }

    public static byte[] resource(String name) {
        try (var in = Cli.class.getResourceAsStream("/inputs/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A body as one line. */
    public static String line(String resource) {
        return json(new String(resource(resource), UTF_8)).toString();
    }

    public Result run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Result result = run(out, args);
        return new Result(result.code(), out.toString(UTF_8), result.err());
    }

    public Result run(OutputStream out, String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(stdin, out, new PrintStream(err, true, UTF_8), environment, folder, false, false);
        int code = Sluice.run(console, args);
        return new Result(code, "", err.toString(UTF_8));
    }
}
