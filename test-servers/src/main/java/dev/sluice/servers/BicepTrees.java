package dev.sluice.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads Bicep with the grammar of tree-sitter. It is no compiler: it knows the language's form, not what names mean. */
public final class BicepTrees {
    private static final int SECONDS = 180;

    private BicepTrees() {}

    /** The trees of the files, in their order, as a JSON array of what {@code bicep-trees.mjs} says a node is. */
    public static String json(List<Path> files) throws IOException, InterruptedException {
        Path modules = ServerFiles.nodeModules();
        List<String> command = new ArrayList<>(List.of(
                "node", modules.resolveSibling("src/main/js/bicep-trees.mjs").toString()));
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        Path output = Files.createTempFile("bicep", ".json");
        Path errors = Files.createTempFile("bicep", ".log");
        try {
            Process node = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            if (!node.waitFor(SECONDS, TimeUnit.SECONDS)) {
                node.destroyForcibly();
                throw new IOException("reading Bicep took longer than " + SECONDS + " seconds");
            }
            if (node.exitValue() != 0) {
                throw new IOException("Bicep cannot be read:\n" + Files.readString(errors, StandardCharsets.UTF_8));
            }
            return Files.readString(output, StandardCharsets.UTF_8);
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }
}
