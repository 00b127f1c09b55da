package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import dev.sluice.aws.RuntimeApi.Answer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The real runtime client of Lambda with our zip as its task root, in a process of its own. */
final class LambdaProcess implements AutoCloseable {
    static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

    private final Process process;
    private final RuntimeApi api;
    private final Path log;

    private LambdaProcess(Process process, RuntimeApi api, Path log) {
        this.process = process;
        this.api = api;
        this.log = log;
    }

    /**
     * Starts a function on the JDK of this process.
     *
     * @param taskRoot folder with what is deployed
     * @param options of the JVM
     * @param log where its log goes
     */
    static LambdaProcess start(
            Path taskRoot, Class<?> handler, Map<String, String> environment, List<String> options, Path log)
            throws IOException {
        return start(new Launch(ownJava(), runtime(), taskRoot, handler.getName()), environment, options, log);
    }

    /**
     * What is started.
     *
     * @param java the program
     * @param runtime class path of what Lambda itself brings
     * @param taskRoot folder with what is deployed
     * @param handler name of the class
     */
    record Launch(Path java, String runtime, Path taskRoot, String handler) {
        /** In an order that does not hang on the folder's: an archive of classes is good for one class path only. */
        String classPath() throws IOException {
            try (Stream<Path> files = Files.list(taskRoot.resolve("lib"))) {
                Stream<String> jars = files.map(Path::toString).filter(name -> name.endsWith(".jar"));
                return Stream.concat(Stream.of(runtime), jars.sorted()).collect(Collectors.joining(File.pathSeparator));
            }
        }
    }

    static LambdaProcess start(Launch launch, Map<String, String> environment, List<String> options, Path log)
            throws IOException {
        RuntimeApi api = new RuntimeApi();
        List<String> command = new ArrayList<>();
        command.add(launch.java.toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of(
                // By itself the client unpacks it into one place in /tmp, where two that start at once destroy each
                // other's.
                "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
                        + nativeLibrary(log.resolveSibling(log.getFileName() + ".so")),
                "-cp",
                launch.classPath(),
                MAIN,
                launch.handler + "::handleRequest"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_") || name.startsWith("AWS_"));
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of(
                        "AWS_LAMBDA_RUNTIME_API", api.address(),
                        "AWS_LAMBDA_FUNCTION_NAME", "sluice",
                        "AWS_LAMBDA_FUNCTION_VERSION", "1",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512",
                        "LAMBDA_TASK_ROOT", launch.taskRoot.toString()));
        return new LambdaProcess(builder.start(), api, log);
    }

    static Path ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Unpacks the part of the runtime client that is written for this machine. */
    private static Path nativeLibrary(Path file) throws IOException {
        String processor = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        boolean musl = Files.exists(Path.of("/etc/alpine-release"));
        String name = "/jni/libaws-lambda-jni.linux" + (musl ? "_musl-" : "-") + processor + ".so";
        try (InputStream library = AWSLambda.class.getResourceAsStream(name)) {
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    /** What Lambda itself brings. */
    static String runtime() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("aws-lambda-java-"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    RuntimeApi api() {
        return api;
    }

    Answer call(String event) throws IOException, InterruptedException {
        return answer(api.invoke(event, Duration.ofMinutes(5)));
    }

    /**
     * Begins a call. When the process ends before it answers, that is the answer.
     *
     * @param time that the function has
     */
    CompletableFuture<Answer> invoke(String event, Duration time) {
        return orEnd(api.invoke(event, time));
    }

    private CompletableFuture<Answer> orEnd(CompletableFuture<Answer> answer) {
        CompletableFuture<Answer> ended = process.onExit().thenApply(ignored -> new Answer(true, "the process ended"));
        return answer.applyToEither(ended, first -> first);
    }

    Answer answer(CompletableFuture<Answer> answer) throws IOException, InterruptedException {
        try {
            return orEnd(answer).get(4, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer; the log says:\n" + log(), e);
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    String log() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    /** Processor time it took so far, in user and system mode. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Asks it to end, as Lambda does, and waits until it and what it still has to write is done. */
    int end(Duration limit) throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("it did not end within " + limit + "; the log says:\n" + log());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        api.close();
    }
}
