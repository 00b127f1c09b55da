package dev.sluice.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Turns arguments into inputs: a file, a folder (its files and those of the folders in it, in the byte order of their
 * paths, without hidden ones), or {@code -} for stdin.
 */
public final class Inputs {
    private final Path base;
    private final InputStream stdin;
    private final List<Input> inputs = new ArrayList<>();

    private Inputs(Path base, InputStream stdin) {
        this.base = base;
        this.stdin = stdin;
    }

    /**
     * Looks all arguments up.
     *
     * @param base what relative paths are relative to
     * @throws IllegalArgumentException if stdin is named twice
     * @throws NoSuchFileException if one is missing, before anything is read
     */
    public static List<Input> of(List<String> arguments, Path base, InputStream stdin) throws IOException {
        if (Collections.frequency(arguments, Input.STDIN) > 1) {
            throw new IllegalArgumentException("stdin (-) can be read once only");
        }
        Inputs inputs = new Inputs(base, stdin);
        for (String argument : arguments) {
            inputs.add(argument);
        }
        return inputs.inputs;
    }

    private void add(String argument) throws IOException {
        if (argument.equals(Input.STDIN)) {
            inputs.add(new Input(argument, () -> stdin));
            return;
        }
        Path path = base.resolve(argument);
        if (Files.isDirectory(path)) {
            addFolder(argument, path);
        } else if (Files.exists(path)) {
            inputs.add(new Input(argument, () -> Files.newInputStream(path)));
        } else {
            throw new NoSuchFileException(argument);
        }
    }

    private void addFolder(String argument, Path folder) throws IOException {
        String prefix = argument.endsWith("/") ? argument : argument + "/";
        for (String name : files(folder)) {
            Path path = folder.resolve(name);
            inputs.add(new Input(prefix + name, () -> Files.newInputStream(path)));
        }
    }

    private static List<String> files(Path folder) throws IOException {
        List<String> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                return !inner.equals(folder) && isHidden(inner)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!isHidden(file) && Files.isRegularFile(file)) {
                    files.add(folder.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort((a, b) ->
                Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));
        return files;
    }

    private static boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }
}
