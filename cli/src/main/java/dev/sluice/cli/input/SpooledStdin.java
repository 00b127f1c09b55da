package dev.sluice.cli.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Inputs of which stdin, if it is among them, was copied to a file, so that all can be read twice. */
public final class SpooledStdin implements Closeable {
    private final @Nullable Path file;
    private final List<Input> inputs;

    private SpooledStdin(@Nullable Path file, List<Input> inputs) {
        this.file = file;
        this.inputs = inputs;
    }

    public static SpooledStdin of(List<Input> inputs) throws IOException {
        for (Input input : inputs) {
            if (input.isStdin()) {
                Path file = spool(input);
                Input copy = new Input(input.name(), () -> Files.newInputStream(file));
                return new SpooledStdin(
                        file,
                        inputs.stream().map(one -> one.isStdin() ? copy : one).toList());
            }
        }
        return new SpooledStdin(null, inputs);
    }

    private static Path spool(Input stdin) throws IOException {
        Path file = Files.createTempFile("sluice-stdin-", ".tmp");
        file.toFile().deleteOnExit();
        try (InputStream in = stdin.open()) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    public List<Input> inputs() {
        return inputs;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
