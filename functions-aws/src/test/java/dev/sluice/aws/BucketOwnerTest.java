package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.store.Attempts;
import dev.sluice.store.StoreUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Every kind of request that the store makes names the account that has to own the bucket, and signs it. */
class BucketOwnerTest {
    private static final String OWNER = "111122223333";
    private static final Set<String> KINDS = Set.of(
            "list",
            "get",
            "get a range",
            "head",
            "put",
            "delete",
            "begin an upload",
            "put a part",
            "complete an upload",
            "abort an upload");

    /** By kind, the owners that its requests named; "" for none. */
    private final Map<String, Set<String>> owners = new ConcurrentHashMap<>();

    private HttpServer s3;

    @BeforeEach
    void start() throws IOException {
        s3 = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        s3.createContext("/", this::serve);
        s3.start();
    }

    @AfterEach
    void stop() {
        s3.stop(0);
    }

    @Test
    void everyRequestNamesTheOwner() throws Exception {
        callEverything(Map.of(S3Access.BUCKET_OWNER, OWNER));

        assertThat(owners.keySet()).isEqualTo(KINDS);
        assertThat(new TreeMap<>(owners))
                .allSatisfy((kind, named) -> assertThat(named).as(kind).containsExactly(OWNER));
    }

    @Test
    void withoutTheSettingNoneDoes() throws Exception {
        callEverything(Map.of());

        assertThat(owners.keySet()).isEqualTo(KINDS);
        assertThat(owners.values()).allSatisfy(named -> assertThat(named).containsExactly(""));
    }

    private void callEverything(Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(settings);
        all.put(S3Access.ENDPOINT, "http://127.0.0.1:" + s3.getAddress().getPort());
        S3Access access =
                S3Access.from(all, StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")));
        S3ObjectStore store = S3ObjectStore.open(new StoreUrl.S3("bucket", "root"), access, new Attempts());

        assertThat(store.create("a", new byte[1])).isTrue();
        assertThat(store.compareAndSwap("a", "\"1\"", new byte[1])).isPresent();
        assertThat(store.get("a")).isPresent();
        try (InputStream in = store.open("a").orElseThrow()) {
            assertThat(in.readAllBytes()).hasSize(1);
        }
        assertThat(store.list("")).isEmpty();
        store.delete("a");
        assertThat(store.createStreaming("new", out -> out.write(new byte[9 << 20])))
                .isTrue();
        assertThatThrownBy(() -> store.createStreaming("new", out -> {
                    out.write(new byte[9 << 20]);
                    throw new IOException("crash");
                }))
                .hasMessage("crash");
    }

    /** An S3 that holds every object but those whose name begins with "new". */
    private void serve(HttpExchange request) throws IOException {
        request.getRequestBody().readAllBytes();
        String kind = kind(request);
        owners.computeIfAbsent(kind, any -> ConcurrentHashMap.newKeySet()).add(owner(request));
        byte[] body = body(kind).getBytes(StandardCharsets.UTF_8);
        request.getResponseHeaders().set("ETag", "\"1\"");
        if (kind.equals("head")) {
            request.getResponseHeaders().set("Content-Length", "1");
            request.sendResponseHeaders(request.getRequestURI().getPath().endsWith("/new") ? 404 : 200, -1);
        } else {
            request.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            request.getResponseBody().write(body);
        }
        request.close();
    }

    static String kind(HttpExchange request) {
        String query = String.valueOf(request.getRequestURI().getQuery());
        boolean ofUpload = query.contains("uploadId=");
        return switch (request.getRequestMethod()) {
            case "GET" ->
                query.contains("list-type=2")
                        ? "list"
                        : request.getRequestHeaders().containsKey("Range") ? "get a range" : "get";
            case "HEAD" -> "head";
            case "PUT" -> ofUpload ? "put a part" : "put";
            case "POST" -> ofUpload ? "complete an upload" : "begin an upload";
            case "DELETE" -> ofUpload ? "abort an upload" : "delete";
            default -> request.getRequestMethod();
        };
    }

    private static String owner(HttpExchange request) {
        String named = request.getRequestHeaders().getFirst(S3Access.BUCKET_OWNER_HEADER);
        if (named == null) {
            return "";
        }
        String signature = request.getRequestHeaders().getFirst("Authorization");
        return signature.matches(".*SignedHeaders=[^,]*;" + S3Access.BUCKET_OWNER_HEADER + "[;,].*")
                ? named
                : named + ", not signed";
    }

    static String body(String kind) {
        return switch (kind) {
            case "list" -> "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";
            case "get", "get a range" -> "x";
            case "begin an upload" ->
                "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>";
            case "complete an upload" ->
                "<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>";
            default -> "";
        };
    }
}
