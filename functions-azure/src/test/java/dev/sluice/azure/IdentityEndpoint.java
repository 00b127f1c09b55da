package dev.sluice.azure;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** What a function app asks for a token of its managed identity. The tokens are signed by nobody. */
final class IdentityEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final String secret = UUID.randomUUID().toString();
    private final AtomicInteger tokens = new AtomicInteger();

    IdentityEndpoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/msi/token", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean known = secret.equals(exchange.getRequestHeaders().getFirst("X-IDENTITY-HEADER"));
        long expires = Instant.now().getEpochSecond() + 3600;
        byte[] body = (known
                        ? "{\"access_token\":\"" + token(expires) + "\",\"expires_on\":\"" + expires
                                + "\",\"resource\":\"https://storage.azure.com\",\"token_type\":\"Bearer\"}"
                        : "{}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(known ? 200 : 401, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
        tokens.addAndGet(known ? 1 : 0);
    }

    private static String token(long expires) {
        long now = Instant.now().getEpochSecond();
        return part("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "."
                + part("{\"aud\":\"https://storage.azure.com\",\"iss\":\"https://sts.windows.net/"
                        + UUID.randomUUID() + "/\",\"iat\":" + (now - 60) + ",\"nbf\":" + (now - 60) + ",\"exp\":"
                        + expires + "}")
                + ".c2lnbmF0dXJl";
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** What the platform puts into the environment. */
    Map<String, String> environment() {
        return Map.of(
                "IDENTITY_ENDPOINT",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/msi/token",
                "IDENTITY_HEADER",
                secret);
    }

    /** How many it gave. */
    int tokens() {
        return tokens.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
