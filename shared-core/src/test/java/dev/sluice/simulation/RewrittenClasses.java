package dev.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The product with a few words of its source changed, in a class loader of its own; the sources themselves stay. */
final class RewrittenClasses extends ClassLoader {
    private static final Path SOURCES = Path.of("src/main/java/dev/sluice");

    /** Folders of classes, the first one that has a class wins; then the classes as they were built. */
    private final List<Path> folders;

    /**
     * A change of the source.
     *
     * @param file below {@code dev/sluice}
     * @param text must be there once
     */
    record Edit(String file, String text, String replacement) {}

    RewrittenClasses(List<Path> folders) {
        super(RewrittenClasses.class.getClassLoader());
        this.folders = folders;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("dev.sluice.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = bytes(name.replace('.', '/') + ".class");
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] bytes(String file) throws ClassNotFoundException {
        try {
            for (Path folder : folders) {
                if (Files.exists(folder.resolve(file))) {
                    return Files.readAllBytes(folder.resolve(file));
                }
            }
            try (InputStream in = getParent().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(file);
                }
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All sources of these packages, to be compiled anew. */
    static List<String> files(String... packages) throws IOException {
        List<String> files = new ArrayList<>();
        for (String name : packages) {
            try (Stream<Path> all = Files.list(SOURCES.resolve(name))) {
                all.map(path -> name + "/" + path.getFileName())
                        .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }

    /**
     * Compiles sources with some changes.
     *
     * @param others files to compile beside the changed ones
     * @param before folders of classes that the sources refer to, in front of those as they were built
     */
    static void compile(List<Edit> edits, List<String> others, List<Path> before, Path into) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String file : others) {
            sources.put(file, Files.readString(SOURCES.resolve(file)));
        }
        for (Edit edit : edits) {
            String source = sources.containsKey(edit.file)
                    ? sources.get(edit.file)
                    : Files.readString(SOURCES.resolve(edit.file));
            assertThat(source.split(java.util.regex.Pattern.quote(edit.text), -1))
                    .as("%s holds once: %s", edit.file, edit.text)
                    .hasSize(2);
            sources.put(edit.file, source.replace(edit.text, edit.replacement));
        }
        List<String> classPath =
                new ArrayList<>(before.stream().map(Path::toString).toList());
        classPath.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((file, text) -> units.add(new Source(file, text)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        boolean compiled = compiler.getTask(
                        complaints,
                        null,
                        null,
                        List.of(
                                "-proc:none",
                                "-nowarn",
                                "-cp",
                                String.join(java.io.File.pathSeparator, classPath),
                                "-d",
                                Files.createDirectories(into).toString()),
                        null,
                        units)
                .call();
        assertThat(compiled).as("%s", complaints).isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String file, String text) {
            super(URI.create("string:///dev/sluice/" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
