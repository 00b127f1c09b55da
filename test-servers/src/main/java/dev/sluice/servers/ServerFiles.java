package dev.sluice.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** The programs of the servers, in the module's folder: Maven puts s3proxy and Kafka there, npm what package-lock.json names. */
final class ServerFiles {
    private static final int INSTALL_MINUTES = 10;
    private static final String INSTALLED = "installed";

    private ServerFiles() {}

    static Path s3proxy() throws IOException {
        return copied(folder().resolve("target/servers/s3proxy.jar"));
    }

    /** The folder with its jars. */
    static Path kafka() throws IOException {
        return copied(folder().resolve("target/servers/kafka"));
    }

    private static Path copied(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("there is no " + file + ": mvn -q generate-resources -pl test-servers puts it there");
        }
        return file;
    }

    /** Installs the packages if they are not those of package-lock.json; one process at a time. */
    static synchronized Path nodeModules() throws IOException, InterruptedException {
        Path folder = folder();
        Files.createDirectories(folder.resolve("target"));
        try (FileChannel channel = FileChannel.open(
                        folder.resolve("target/npm.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            Path modules = folder.resolve("node_modules");
            // npm ci empties the folder first: so the mark, written last, tells that all of this lock file is there.
            Path mark = modules.resolve("." + INSTALLED);
            String wanted = Files.readString(folder.resolve("package-lock.json"), StandardCharsets.UTF_8);
            if (held.isValid()
                    && !(Files.exists(mark)
                            && Files.readString(mark, StandardCharsets.UTF_8).equals(wanted))) {
                npmCi(folder);
                Files.writeString(mark, wanted, StandardCharsets.UTF_8);
            }
            return modules;
        }
    }

    private static void npmCi(Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("target/npm.log");
        Process npm;
        try {
            // No package needs its scripts: what is not JavaScript comes as WebAssembly.
            npm = new ProcessBuilder("npm", "ci", "--ignore-scripts")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new IOException("the tests of cloud stores need Node 20 or newer with npm: " + e.getMessage(), e);
        }
        if (!npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
            npm.destroy();
            throw new IOException("npm ci took longer than " + INSTALL_MINUTES + " minutes in " + folder);
        }
        if (npm.exitValue() != 0) {
            throw new IOException("npm ci failed in " + folder + ":\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
    }

    /** The module's folder, from wherever in the project the tests run. */
    private static Path folder() throws IOException {
        for (Path above = Path.of("").toAbsolutePath(); above != null; above = above.getParent()) {
            Path folder = above.resolve("test-servers");
            if (Files.exists(folder.resolve("package-lock.json"))) {
                return folder;
            }
        }
        throw new IOException("there is no folder test-servers with a package-lock.json above "
                + Path.of("").toAbsolutePath());
    }
}
