package dev.sluice.aws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The least of an S3 that takes a batch in: objects in memory, put under conditions and got. It needs nothing but a JDK. */
final class StandInS3 implements AutoCloseable {
    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** @param content a byte per character */
    private record Stored(String content, String etag) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Stored> objects = new ConcurrentHashMap<>();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger versions = new AtomicInteger();

    StandInS3() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** What a function needs to know of it. */
    Map<String, String> settings() {
        return Map.of(
                "SLUICE_LAKE", "s3://bucket/lake",
                "SLUICE_STATE", "s3://bucket/state",
                "SLUICE_S3_ENDPOINT", "http://127.0.0.1:" + server.getAddress().getPort(),
                "AWS_ACCESS_KEY_ID", "key",
                "AWS_SECRET_ACCESS_KEY", "secret",
                "AWS_REGION", "us-east-1");
    }

    /** All requests so far, as {@code METHOD /path}. */
    List<String> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    private void serve(HttpExchange request) throws IOException {
        String path = request.getRequestURI().getPath();
        requests.add(request.getRequestMethod() + " " + path);
        byte[] body = request.getRequestBody().readAllBytes();
        switch (request.getRequestMethod()) {
            case "PUT" -> put(request, path, body);
            case "GET", "HEAD" -> get(request, path);
            default -> answer(request, 501, error("NotImplemented"));
        }
        request.close();
    }

    private void put(HttpExchange request, String path, byte[] body) throws IOException {
        boolean ifAbsent = request.getRequestHeaders().containsKey("If-None-Match");
        String ifMatch = request.getRequestHeaders().getFirst("If-Match");
        Stored next = new Stored(content(request, body), "\"" + versions.incrementAndGet() + "\"");
        Stored now = objects.compute(
                path,
                (key, old) ->
                        (ifAbsent && old != null) || (ifMatch != null && (old == null || !old.etag.equals(ifMatch)))
                                ? old
                                : next);
        if (now.etag.equals(next.etag)) {
            request.getResponseHeaders().set("ETag", next.etag);
            answer(request, 200, new byte[0]);
        } else {
            answer(request, 412, error("PreconditionFailed"));
        }
    }

    /** The SDK sends a body in signed chunks when there is no TLS: size, signature, bytes. */
    private static String content(HttpExchange request, byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String hash = request.getRequestHeaders().getFirst("x-amz-content-sha256");
        if (!hash.startsWith("STREAMING-")) {
            return text;
        }
        StringBuilder content = new StringBuilder();
        int from = 0;
        while (true) {
            int size = Integer.parseInt(text.substring(from, text.indexOf(';', from)), 16);
            if (size == 0) {
                return content.toString();
            }
            from = text.indexOf("\r\n", from) + 2;
            content.append(text, from, from + size);
            from += size + 2;
        }
    }

    private void get(HttpExchange request, String path) throws IOException {
        Stored stored = objects.get(path);
        if (stored == null) {
            answer(request, 404, error("NoSuchKey"));
        } else {
            request.getResponseHeaders().set("ETag", stored.etag);
            answer(request, 200, stored.content.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static byte[] error(String code) {
        return ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange request, int status, byte[] body) throws IOException {
        boolean silent = body.length == 0 || request.getRequestMethod().equals("HEAD");
        request.sendResponseHeaders(status, silent ? -1 : body.length);
        if (!silent) {
            request.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
