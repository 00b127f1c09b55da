package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code sluice} in a copy of the project that holds just what it touches, with a Maven of the test's own. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LauncherIT {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private Path home;
    private Path target;

    record Ran(int code, String out, String err) {}

    @BeforeEach
    void copyWhatTheScriptTouches() throws IOException {
        home = folder.resolve("home of sluice");
        target = home.resolve("cli/target");
        Files.createDirectories(target);
        Files.createDirectories(home.resolve("cli/src/main/launcher"));
        Files.createDirectories(folder.resolve("bin"));
        copy(Path.of("../sluice"), home.resolve("sluice"));
        copy(Path.of("src/main/launcher/training.jsonl"), home.resolve("cli/src/main/launcher/training.jsonl"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        age(home.resolve("pom.xml"), home.resolve("cli/src/main/launcher/training.jsonl"));
        Files.createSymbolicLink(target.resolve("lib"), CliJar.path().resolveSibling("lib"));
        Files.copy(CliJar.path(), target.resolve("sluice-cli.jar"));
        Files.write(folder.resolve("in.json"), Cli.resource("ces/gen-c-insert.json"));
    }

    /** Or JUnit warns of every one that leads out of its folder. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static void age(Path... files) throws IOException {
        for (Path file : files) {
            Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
        }
    }

    private ProcessBuilder launcher(String... args) {
        List<String> command = Stream.concat(Stream.of(home.resolve("sluice").toString()), Stream.of(args))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_") || name.startsWith("JAVA_TOOL"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return builder;
    }

    private Ran run(ProcessBuilder builder) throws Exception {
        Path err = Files.createTempFile(folder, "run", ".err");
        Process process = builder.redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ran(process.waitFor(), out, Files.readString(err));
    }

    /** A Maven that notes its calls and then does as told. */
    private void maven(String script) throws IOException {
        Path mvn = folder.resolve("bin/mvn");
        Files.writeString(mvn, "#!/bin/sh\necho \"$@\" >>'" + folder + "/mvn-calls'\n" + script + "\n");
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String bringJar() {
        return "cp '" + CliJar.path() + "' '" + target + "/sluice-cli.jar'";
    }

    private List<String> mavenCalls() throws IOException {
        Path calls = folder.resolve("mvn-calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private List<String> archives() throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("cds-"))
                    .toList();
        }
    }

    private void assertNormalizes(Ran ran) {
        assertThat(ran.err()).isEqualTo("normalize: 1 records, 1 lines, 0 quarantined, 0 incomplete, 0 skipped\n");
        assertThat(ran.out()).startsWith("{\"op\":\"c\",").hasLineCount(1);
        assertThat(ran.code()).isZero();
    }

    @Test
    void theFirstRunMakesAnArchiveAndNothingElseIsSaidThanByTheCommand() throws Exception {
        maven("exit 9");

        assertNormalizes(run(launcher("normalize", "in.json")));
        List<String> archives = archives();
        assertNormalizes(run(launcher("normalize", "in.json")));

        assertThat(archives).hasSize(1).isEqualTo(archives());
        assertThat(archives.get(0)).endsWith(".jsa");
        assertThat(mavenCalls()).isEmpty();
    }

    @Test
    void itFindsItsFolderThroughLinks() throws Exception {
        Files.createDirectories(folder.resolve("links"));
        Path first = Files.createSymbolicLink(folder.resolve("links/first"), Path.of("../home of sluice/sluice"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), first.toAbsolutePath());
        ProcessBuilder builder = launcher();

        assertNormalizes(run(builder.command(second.toString(), "normalize", "in.json")));
        assertNormalizes(run(launcher().command("bash", "second", "normalize", "in.json")));
    }

    @Test
    void aBrokenArchiveDoesNoHarm() throws Exception {
        run(launcher("--version"));
        Path archive = target.resolve(archives().get(0));
        byte[] whole = Files.readAllBytes(archive);
        Files.delete(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 3));
        assertNormalizes(run(launcher("normalize", "in.json")));
        Files.writeString(archive, "no archive at all");

        assertNormalizes(run(launcher("normalize", "in.json")));
    }

    @Test
    void anArchiveThatCannotBeMadeIsTriedOnceOnly() throws Exception {
        Files.delete(home.resolve("cli/src/main/launcher/training.jsonl"));
        age(home.resolve("cli/src/main/launcher")); // or the jar is older than its sources

        assertNormalizes(run(launcher("normalize", "in.json")));
        assertThat(archives()).hasSize(1);
        assertThat(archives().get(0)).endsWith(".failed");
        FileTime failed = Files.getLastModifiedTime(target.resolve(archives().get(0)));
        assertNormalizes(run(launcher("normalize", "in.json")));

        assertThat(Files.getLastModifiedTime(target.resolve(archives().get(0)))).isEqualTo(failed);
    }

    @Test
    void aMissingJarIsBuilt() throws Exception {
        Files.delete(target.resolve("sluice-cli.jar"));
        maven(bringJar());

        Ran ran = run(launcher("--version"));

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("sluice ");
        assertThat(ran.err()).isEqualTo("sluice: building the command line (once) ...\n");
        assertThat(mavenCalls()).hasSize(1);
        assertThat(mavenCalls().get(0)).contains("-pl cli -am package -DskipTests");
    }

    @Test
    void aJarOlderThanItsSourcesIsBuiltAnewOnceEvenIfMavenFindsNothingToDo() throws Exception {
        maven("true");
        age(target.resolve("sluice-cli.jar"));
        Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(LONG_AGO.plusSeconds(60)));

        assertThat(run(launcher("--version")).code()).isZero();
        assertThat(run(launcher("--version")).code()).isZero();

        assertThat(mavenCalls()).hasSize(1);
    }

    @Test
    void aBuildThatFailedIsNotTrusted() throws Exception {
        Files.delete(target.resolve("sluice-cli.jar"));
        maven(bringJar() + "\nexit 1");

        Ran ran = run(launcher("--version"));
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).endsWith("sluice: the build failed\n");

        maven("true");
        assertThat(run(launcher("--version")).code()).isZero();
        assertThat(mavenCalls()).hasSize(2);
    }

    @Test
    void twoStartsAtOnceBuildOnce() throws Exception {
        Files.delete(target.resolve("sluice-cli.jar"));
        maven("while [ ! -e '" + folder + "/go' ]; do sleep 0.1; done\n" + bringJar());
        Process one = launcher("normalize", "in.json")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (mavenCalls().isEmpty() && one.isAlive()) {
            Thread.onSpinWait();
        }
        Process two = launcher("normalize", "in.json")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Files.createFile(folder.resolve("go"));

        for (Process process : List.of(one, two)) {
            assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("{\"op\":\"c\",");
            assertThat(process.waitFor()).isZero();
        }
        assertThat(mavenCalls()).hasSize(1);
    }

    @Test
    void withoutMavenItSaysWhatIsMissing() throws Exception {
        Files.delete(target.resolve("sluice-cli.jar"));
        ProcessBuilder builder = launcher("--version");
        for (String tool : List.of("bash", "env", "mkdir", "find")) {
            link(tool);
        }
        builder.environment().put("PATH", folder.resolve("bin").toString());

        Ran ran = run(builder);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .isEqualTo("sluice: there is no mvn to build the command line with; install Maven 3.8 or newer\n");
    }

    private void link(String tool) throws IOException {
        for (String path : System.getenv("PATH").split(":", -1)) {
            Path found = Path.of(path, tool);
            if (Files.isExecutable(found)) {
                Files.createSymbolicLink(folder.resolve("bin").resolve(tool), found);
                return;
            }
        }
    }

    @Test
    void aJavaHomeWithoutJavaIsTold() throws Exception {
        ProcessBuilder builder = launcher("--version");
        builder.environment().put("JAVA_HOME", "/nowhere");

        Ran ran = run(builder);

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .isEqualTo("sluice: JAVA_HOME is /nowhere, but there is no /nowhere/bin/java; set it to a JDK of 17 or"
                        + " newer\n");
    }

    @Test
    void anOldJavaIsTold() throws Exception {
        Path old = folder.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("bin/java"), "#!/bin/sh\necho 'openjdk version \"1.8.0_402\"' >&2\n");
        Files.setPosixFilePermissions(old.resolve("bin/java"), PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder builder = launcher("--version");
        builder.environment().put("JAVA_HOME", old.toString());
        String asAsked = run(builder).err();
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\nJAVA_RUNTIME_VERSION=\"11.0.2+9\"\n");
        String asWritten = run(builder).err();

        assertThat(asAsked).contains("/old/bin/java is Java 1.8.0_402, and 17 or newer is needed");
        assertThat(asWritten).contains("/old/bin/java is Java 11.0.2, and 17 or newer is needed");
    }

    @Test
    void exitCodesPassThrough() throws Exception {
        assertThat(run(launcher("normalize")).code()).isEqualTo(ExitCode.USAGE);
        assertThat(run(launcher("normalize", "nowhere")).code()).isEqualTo(ExitCode.WORLD);
    }

    @Test
    void fileNamesBeyondAsciiWorkInTheCLocale() throws Exception {
        Files.write(folder.resolve("änderung.json"), Cli.resource("ces/gen-c-insert.json"));
        ProcessBuilder builder = launcher("normalize", ".");
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        builder.directory(Files.createDirectories(folder.resolve("data")).toFile());
        Files.write(folder.resolve("data/änderung.json"), Cli.resource("ces/gen-c-insert.json"));

        assertNormalizes(run(builder));
    }
}
