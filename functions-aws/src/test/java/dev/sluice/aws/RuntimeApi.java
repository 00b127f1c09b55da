package dev.sluice.aws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** Lambda's side of its runtime API: hands out invocations, and takes answers. */
final class RuntimeApi implements AutoCloseable {
    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final String VERSION = "/2018-06-01";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Invocation> running = new ConcurrentHashMap<>();
    private final CompletableFuture<Answer> init = new CompletableFuture<>();
    private final CompletableFuture<Void> restored = new CompletableFuture<>();

    private record Invocation(String id, String event, Duration time, CompletableFuture<Answer> answer) {}

    /** What a function made of an invocation. */
    record Answer(boolean isError, String body) {}

    RuntimeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(VERSION + "/runtime/", this::serve);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** @param time that the function has */
    CompletableFuture<Answer> invoke(String event, Duration time) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Invocation invocation = new Invocation(UUID.randomUUID().toString(), event, time, answer);
        running.put(invocation.id, invocation);
        waiting.add(invocation);
        return answer;
    }

    /** What went wrong before the first invocation. */
    CompletableFuture<Answer> initError() {
        return init;
    }

    /** Ends when the function asks to be restored from its snapshot. */
    CompletableFuture<Void> restored() {
        return restored;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring(VERSION.length() + "/runtime".length());
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (path.equals("/invocation/next")) {
            next(exchange);
            return;
        }
        if (path.equals("/restore/next")) {
            restored.complete(null);
            exchange.sendResponseHeaders(200, -1);
        } else if (path.equals("/init/error") || path.equals("/restore/error")) {
            init.complete(new Answer(true, text(body)));
            exchange.sendResponseHeaders(202, -1);
        } else {
            String[] parts = path.split("/", -1);
            running.remove(parts[2]).answer.complete(new Answer(parts[3].equals("error"), text(body)));
            exchange.sendResponseHeaders(202, -1);
        }
        exchange.close();
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private void next(HttpExchange exchange) throws IOException {
        try {
            Invocation invocation = waiting.take();
            exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", invocation.id);
            exchange.getResponseHeaders().set("Content-Type", "application/json"); // without it the client crashes
            exchange.getResponseHeaders().set("Lambda-Runtime-Trace-Id", "Root=1-0-0;Sampled=0");
            exchange.getResponseHeaders()
                    .set(
                            "Lambda-Runtime-Deadline-Ms",
                            Long.toString(Instant.now().plus(invocation.time).toEpochMilli()));
            exchange.getResponseHeaders()
                    .set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-west-3:0:function:sluice");
            byte[] event = invocation.event.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, event.length);
            exchange.getResponseBody().write(event);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
