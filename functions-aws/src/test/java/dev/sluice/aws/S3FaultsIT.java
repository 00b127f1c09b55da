package dev.sluice.aws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.servers.Azurite;
import dev.sluice.servers.FaultProxy;
import dev.sluice.servers.FaultProxy.Fault;
import dev.sluice.servers.S3Proxy;
import dev.sluice.store.Attempts;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store answers when the network or the service fails it. */
@Timeout(60)
class S3FaultsIT {
    private static final Fault ANSWER_LOST = new Fault.AnswerLost();
    private static final Fault REQUEST_LOST = new Fault.RequestLost();
    private static final Fault HANG = new Fault.Hang();
    private static final Fault BUSY = answer(503, "SlowDown");
    private static final Attempts QUICK = new Attempts(Duration.ofSeconds(8), Duration.ofMillis(700));

    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static S3Proxy s3;
    private static S3Buckets buckets;

    private StoreUrl.S3 place;
    private FaultProxy proxy;
    private ObjectStore store;
    private ObjectStore direct;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
        buckets = new S3Buckets(s3);
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
    }

    @BeforeEach
    void open() throws IOException {
        proxy = new FaultProxy(s3.port());
        place = buckets.newPlace();
        direct = buckets.open(place);
        store = throughProxy(QUICK);
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        assertThat(proxy.left()).as("faults that did not happen").isZero();
    }

    // Creating

    @Test
    void aCreateWhoseAnswerIsLostKnowsItsOwnObject() throws Exception {
        proxy.plan("PUT", ANSWER_LOST);

        assertThat(store.create("a", bytes("mine"))).isTrue();
        assertThat(text("a")).isEqualTo("mine");
        assertThat(proxy.requests())
                .extracting(request -> request.substring(0, 4))
                .containsExactly("PUT ", "PUT ", "HEAD");
    }

    @Test
    void aCreateWhoseAnswerIsLostDoesNotTakeAnEqualObjectForItsOwn() throws Exception {
        direct.create("a", bytes("same"));
        proxy.plan("PUT", ANSWER_LOST);

        assertThat(store.create("a", bytes("same"))).isFalse();
    }

    @Test
    void aCreateWhoseRequestIsLostIsRepeated() throws Exception {
        proxy.plan("PUT", REQUEST_LOST, REQUEST_LOST);

        assertThat(store.create("a", bytes("mine"))).isTrue();
        assertThat(text("a")).isEqualTo("mine");
    }

    @Test
    void aConflictCostsOneLookAtMost() throws Exception {
        direct.create("a", bytes("other"));

        assertThat(store.create("a", bytes("mine"))).isFalse();
        assertThat(store.compareAndSwap("a", null, bytes("mine"))).isEmpty();
        assertThat(proxy.requests())
                .extracting(request -> request.substring(0, 4))
                .containsExactly("PUT ", "HEAD", "PUT ");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void aBusyServiceIsAskedAgain(int status) throws Exception {
        proxy.plan("PUT", answer(status, "SlowDown"), answer(status, "SlowDown"));
        assertThat(store.create("a", bytes("x"))).isTrue();
        proxy.plan("GET", answer(status, "SlowDown"));
        assertThat(store.get("a")).isPresent();
        proxy.plan("GET", answer(status, "SlowDown"));
        assertThat(store.list("")).hasSize(1);
        proxy.plan("DELETE", answer(status, "SlowDown"));
        store.delete("a");
        assertThat(direct.get("a")).isEmpty();
    }

    @Test
    void aServiceThatAsksForTimeGetsIt() throws Exception {
        proxy.plan("PUT", new Fault.Answer(503, List.of("Retry-After: 2"), error("SlowDown")));
        long start = System.nanoTime();

        assertThat(store.create("a", bytes("x"))).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1_900));
    }

    @Test
    void aServiceThatStaysBusyIsTheWorldsError() throws Exception {
        Fault[] busy = new Fault[50];
        Arrays.fill(busy, BUSY);
        try (FaultProxy none = new FaultProxy(0)) {
            none.plan("PUT", busy);
            ObjectStore lost = through(none, new Attempts(Duration.ofSeconds(2), Duration.ofMillis(700)));
            long start = System.nanoTime();

            assertThatThrownBy(() -> lost.create("a/b", bytes("SECRET")))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "cannot create 'a/b' in s3://.*: given up after \\d+ tries in \\d+ ms: 503 SlowDown")
                    .hasMessageNotContaining("SECRET");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
            assertThat(none.requests()).hasSizeGreaterThan(2);
        }
    }

    @Test
    void aServiceThatDoesNotAnswerIsAskedAgainOnAnotherConnection() throws Exception {
        proxy.plan("PUT", HANG, new Fault.AnswerHangs());

        assertThat(store.create("a", bytes("mine"))).isTrue();
        assertThat(proxy.requests()).hasSize(4);
    }

    @Test
    void noTryOutlivesTheLimit() throws Exception {
        Attempts brief = new Attempts(Duration.ofMillis(1_500), Duration.ofMillis(1_000));
        proxy.plan("PUT", HANG, HANG);
        long start = System.nanoTime();

        assertThatThrownBy(() -> throughProxy(brief).create("a", bytes("mine"))).isExactlyInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2_500));
        assertThat(direct.get("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409, 411, 412, 413})
    void aRefusalIsNeitherRepeatedNorTakenForExists(int status) throws Exception {
        proxy.plan(
                "PUT",
                answer(status, "AccessDenied"),
                answer(status, "NoSuchBucket"),
                answer(status, "InvalidObjectState"));

        assertThatThrownBy(() -> store.create("a", bytes("x"))).hasMessageContaining(": " + status + " AccessDenied");
        assertThatThrownBy(() -> store.compareAndSwap("a", null, bytes("x")))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining(": " + status + " NoSuchBucket");
        assertThatThrownBy(() -> store.compareAndSwap("a", "1", bytes("x"))).isExactlyInstanceOf(IOException.class);
        assertThat(proxy.requests()).hasSize(3);
    }

    @Test
    void aMissingBucketIsNoMissingObject() throws Exception {
        ObjectStore nowhere = buckets.open(new StoreUrl.S3("no-such-lake", ""), s3.port(), QUICK);

        assertThatThrownBy(() -> nowhere.get("a"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("404 NoSuchBucket");
        assertThatThrownBy(() -> nowhere.create("a", bytes("x"))).isExactlyInstanceOf(IOException.class);
        assertThatThrownBy(() -> nowhere.list("")).isExactlyInstanceOf(IOException.class);
        assertThatThrownBy(() -> nowhere.compareAndSwap("a", "1", bytes("x"))).isExactlyInstanceOf(IOException.class);
    }

    // Swapping

    @Test
    void aSwapWhoseAnswerIsLostTellsItsOwnVersion() throws Exception {
        proxy.plan("PUT", ANSWER_LOST);
        String first = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        assertThat(direct.get("p").map(StoredObject::version)).contains(first);

        proxy.plan("PUT", ANSWER_LOST);
        String second = store.compareAndSwap("p", first, bytes("1")).orElseThrow();
        assertThat(direct.get("p").map(StoredObject::version)).contains(second);
    }

    @Test
    void aSwapThatCannotTellWhetherItWasDoneSaysSo() throws Exception {
        String first = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        assertThat(direct.compareAndSwap("p", first, bytes("other"))).isPresent();
        proxy.plan("PUT", ANSWER_LOST);

        assertThatThrownBy(() -> store.compareAndSwap("p", first, bytes("2")))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("an answer was lost");
        assertThat(text("p")).isEqualTo("other");
    }

    @Test
    void aSwapThatWasThrottledAndThenLosesHasLost() throws Exception {
        String first = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        assertThat(direct.compareAndSwap("p", first, bytes("other"))).isPresent();
        proxy.plan("PUT", answer(429, "TooManyRequests"));

        assertThat(store.compareAndSwap("p", first, bytes("2"))).isEmpty();
    }

    // Streaming

    @Test
    void aLargeStreamSurvivesAnythingThatPasses() throws Exception {
        byte[] content = noise(20 << 20);
        proxy.plan("POST .*uploads", BUSY);
        proxy.plan("PUT .*partNumber=", new Fault.Pass(), ANSWER_LOST, BUSY, REQUEST_LOST);
        proxy.plan("POST .*uploadId=", BUSY, answer(200, "InternalError"), ANSWER_LOST);

        assertThat(throughProxy(new Attempts()).createStreaming("large", out -> out.write(content)))
                .isTrue();
        assertThat(direct.get("large").orElseThrow().content()).isEqualTo(content);
    }

    @Test
    void aLargeStreamThatMeetsAnObjectIsNotSent() throws Exception {
        direct.create("large", bytes("other"));

        assertThat(store.createStreaming("large", out -> out.write(noise(20 << 20))))
                .isFalse();
        assertThat(proxy.requests()).singleElement().asString().startsWith("HEAD ");
    }

    @Test
    void aLargeStreamLosesToWhoWasQuicker() throws Exception {
        byte[] content = noise(20 << 20);
        byte[] quicker = noise(17 << 20);

        assertThat(store.createStreaming("large", out -> {
                    out.write(content);
                    assertThat(direct.createStreaming("large", other -> other.write(quicker)))
                            .isTrue();
                }))
                .isFalse();
        assertThat(direct.get("large").orElseThrow().content()).isEqualTo(quicker);
    }

    @Test
    void aConflictWithADeleteIsNoAnswer() throws Exception {
        proxy.plan("PUT", answer(409, "ConditionalRequestConflict"), answer(409, "ConditionalRequestConflict"));
        assertThat(store.create("a", bytes("x"))).isTrue();
        String version = store.get("a").orElseThrow().version();
        proxy.plan("PUT", answer(409, "ConditionalRequestConflict"));
        assertThat(store.compareAndSwap("a", version, bytes("y"))).isPresent();
    }

    @Test
    void aLargeStreamThatMeetsAConflictWithADeleteIsWrittenAgain() throws Exception {
        byte[] content = noise(20 << 20);
        int[] rounds = new int[1];
        proxy.plan("POST .*uploadId=", answer(409, "ConditionalRequestConflict"));

        assertThat(store.createStreaming("large", out -> {
                    rounds[0]++;
                    out.write(content);
                }))
                .isTrue();
        assertThat(rounds[0]).isEqualTo(2);
        assertThat(direct.get("large").orElseThrow().content()).isEqualTo(content);
        assertThat(proxy.requests())
                .filteredOn(request -> request.startsWith("DELETE "))
                .hasSize(1);
    }

    @Test
    void aLargeStreamThatBreaksOffIsAborted() throws Exception {
        assertThatThrownBy(() -> store.createStreaming("large", out -> {
                    out.write(noise(20 << 20));
                    throw new IOException("crash");
                }))
                .hasMessage("crash");

        assertThat(proxy.requests()).last().asString().startsWith("DELETE ").contains("uploadId=");
        assertThat(direct.get("large")).isEmpty();
    }

    // Reading

    @Test
    void anAnswerThatIsCutIsReadAgain() throws Exception {
        byte[] content = noise(9 << 20);
        direct.create("a", content);
        proxy.plan("GET", new Fault.AnswerCut(), ANSWER_LOST);
        assertThat(store.get("a").orElseThrow().content()).isEqualTo(content);

        proxy.plan("HEAD", ANSWER_LOST);
        proxy.plan("GET", new Fault.AnswerCut(), new Fault.Pass(), REQUEST_LOST, BUSY);
        try (InputStream in = store.open("a").orElseThrow()) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void aStreamNeverMixesTwoVersions() throws Exception {
        direct.create("a", noise(9 << 20));
        String version = direct.get("a").orElseThrow().version();
        try (InputStream in = store.open("a").orElseThrow()) {
            in.readNBytes(1 << 20);
            assertThat(direct.compareAndSwap("a", version, noise(9 << 20))).isPresent();

            assertThatThrownBy(in::readAllBytes)
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessageContaining("412 PreconditionFailed");
        }
    }

    // Listing

    @Test
    void pagesAreReadAgain() throws Exception {
        direct.create("a", bytes("1"));
        direct.create("b", bytes("2"));
        proxy.plan("GET", ANSWER_LOST, HANG, BUSY);

        assertThat(store.list("")).extracting(ListedObject::key).containsExactly("a", "b");
    }

    private ObjectStore throughProxy(Attempts attempts) {
        return through(proxy, attempts);
    }

    private ObjectStore through(FaultProxy way, Attempts attempts) {
        return buckets.open(place, way.port(), attempts);
    }

    private String text(String key) throws IOException {
        Optional<StoredObject> object = direct.get(key);
        return new String(object.orElseThrow().content(), UTF_8);
    }

    private static Fault answer(int status, String code) {
        return new Fault.Answer(status, List.of("Content-Type: application/xml"), error(code));
    }

    private static String error(String code) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>" + code
                + "</Code><Message>planned</Message></Error>";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
