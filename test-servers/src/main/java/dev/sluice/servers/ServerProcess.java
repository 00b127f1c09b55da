package dev.sluice.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that runs beside the tests, on a port of this machine only. It ends with {@link #close} or with this JVM. */
final class ServerProcess implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(10);
    private static final int STARTS = 3;

    private final Process process;
    private final int port;
    private final Thread atExit;

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
        this.atExit = new Thread(process::destroy, "end-of-" + process.pid());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** How to start a server on a port. */
    interface Command {
        List<String> on(int port) throws IOException;
    }

    /**
     * Starts the server and waits until it takes connections.
     *
     * @param log where its output goes, and is told from if it does not start
     */
    static ServerProcess start(Command command, Map<String, String> environment, Path log)
            throws IOException, InterruptedException {
        for (int start = 1; ; start++) {
            // Somebody may take the port before the server does: then it ends, and the next start tries another.
            int port = freePort();
            ProcessBuilder builder = new ProcessBuilder(command.on(port))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            ServerProcess server = new ServerProcess(process, port);
            if (server.becomesReady()) {
                return server;
            }
            server.close();
            if (start == STARTS) {
                throw new IOException("the server did not start: " + String.join(" ", command.on(port)) + "\n"
                        + Files.readString(log, StandardCharsets.UTF_8));
            }
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean becomesReady() throws InterruptedException {
        long end = System.nanoTime() + READY.toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return process.isAlive();
            } catch (IOException e) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        return false;
    }

    /** Asks it to end, and makes it end if it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This JVM is ending already.
        }
    }
}
