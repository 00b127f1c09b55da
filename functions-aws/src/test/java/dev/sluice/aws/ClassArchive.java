package dev.sluice.aws;

import dev.sluice.aws.RuntimeApi.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes an archive of the classes that a function loads, so that its next start finds them read and checked: a class data
 * archive, and from JDK 25 on an AOT cache. For it the real runtime client runs the function in front of a stand-in of S3,
 * and writes down at its end what it loaded. Needs no network, and no other class path than this folder.
 *
 * @param file the archive
 * @param arguments what java has to be given, in a file for {@code java @file}: the archive is good for this class path
 *     and this JVM only
 */
record ClassArchive(Path file, Path arguments) {
    private static final int FIRST_WITH_AOT = 25;
    private static final Pattern VERSION = Pattern.compile("^\\S+ (\\d+)");
    private static final Duration DUMP = Duration.ofMinutes(3);

    /**
     * Makes the archive of {@link KafkaHandler}.
     *
     * @param arguments the program java of the runtime, its class path, the folder with the unpacked zip, and a folder for
     *     what is made
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 4) {
            System.err.println("expected: <java> <class path of the runtime> <folder with lib/> <folder to write to>");
            System.exit(2);
        }
        LambdaProcess.Launch launch = new LambdaProcess.Launch(
                Path.of(arguments[0]), arguments[1], Path.of(arguments[2]), "dev.sluice.aws.KafkaHandler");
        Path folder = Files.createDirectories(Path.of(arguments[3]).toAbsolutePath());
        try (StandInS3 s3 = new StandInS3()) {
            ClassArchive made = of(launch, s3.settings(), events(), folder);
            System.out.println(
                    made.file + ", " + (Files.size(made.file) >> 20) + " MB; start with java @" + made.arguments);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** A change of CES, the next one, changes of DataWorks too, and what cannot be read. */
    static List<String> events() throws IOException {
        String first = sample("msk-one-record.json");
        String next = first.replace("\"offset\": 1015", "\"offset\": 1016");
        return List.of(first, next, sample("msk-two-topics.json"), sample("msk-registry-prefix-value.json"));
    }

    private static String sample(String name) throws IOException {
        try (InputStream in = ClassArchive.class.getResourceAsStream("/lambda/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Runs a function, and has it write its archive.
     *
     * @param events it is called with each; the first one before the run that is archived
     * @throws IOException if it does not take them, or the JVM fails while it writes the archive
     */
    static ClassArchive of(
            LambdaProcess.Launch launch, Map<String, String> environment, List<String> events, Path folder)
            throws IOException, InterruptedException {
        boolean aot = version(launch.java()) >= FIRST_WITH_AOT;
        Path file = folder.resolve(aot ? "classes.aot" : "classes.jsa");
        Files.deleteIfExists(file);
        Path log = folder.resolve("training.log");
        try (LambdaProcess before = LambdaProcess.start(launch, environment, List.of(), log)) {
            call(
                    before,
                    events.subList(
                            0, 1)); // so that what is archived goes on with a lake that was begun, as a start does
        }
        List<String> dump = List.of((aot ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + file);
        try (LambdaProcess function = LambdaProcess.start(launch, environment, dump, log)) {
            call(function, events.subList(1, events.size()));
            // It writes the archive, or waits for the process that does, before it ends.
            int code = function.end(DUMP);
            if (!Files.exists(file)) {
                throw new IOException("no archive of classes was made: the JVM ended with " + code
                        + " while it wrote it. Some builds of a JDK crash then; try another, or do without. Its log:\n"
                        + function.log());
            }
        }
        Path arguments = folder.resolve("java.args");
        Files.write(arguments, List.of(option(aot) + file, "-cp " + launch.classPath()));
        return new ClassArchive(file, arguments);
    }

    private static void call(LambdaProcess function, List<String> events) throws IOException, InterruptedException {
        for (String event : events) {
            Answer answer = function.call(event);
            if (answer.isError()) {
                throw new IOException("the function did not take an event: " + answer.body());
            }
        }
    }

    /** How to use it. */
    String option() {
        return option(file.toString().endsWith(".aot")) + file;
    }

    /** The same for who would rather not start than start without it. */
    List<String> strict() {
        return List.of(option(), file.toString().endsWith(".aot") ? "-XX:AOTMode=on" : "-Xshare:on");
    }

    private static String option(boolean aot) {
        return aot ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";
    }

    /** The major version of a JVM, as it tells itself. */
    private static int version(Path java) throws IOException {
        Process asked = new ProcessBuilder(java.toString(), "--version").start();
        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            throw new IOException(java + " does not tell its version: " + said);
        }
        return Integer.parseInt(version.group(1));
    }
}
