package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.FunctionZip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is deployed: nothing is missing, and nothing is there that nobody asked for. */
class PackageIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> FUNCTIONS =
            List.of("ChangeFeed", "KafkaChangeFeed", "Replay", "ReplayPoison", "ReplayStatus", "ReplayWorker", "Sweep");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void unpack() throws IOException {
        FunctionZip.unpack(folder);
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theZipHoldsTheFunctionsAndTheirJar() throws IOException {
        assertThat(names(folder))
                .hasSize(FUNCTIONS.size() + 3)
                .containsAll(FUNCTIONS)
                .contains("host.json", "lib")
                .anyMatch(name -> name.matches("sluice-functions-azure-.*\\.jar"));
        assertThat(Files.size(FunctionZip.file())).isLessThan(15_000_000);
    }

    @Test
    void theLibrariesAreThoseWeKnow() throws IOException {
        assertThat(names(folder.resolve("lib")).stream()
                        .map(name -> name.replaceAll("-\\d[\\d.]*(-SNAPSHOT)?\\.jar$", ""))
                        .toList())
                .containsExactly(
                        "avro",
                        "azure-core",
                        "azure-core-http-jdk-httpclient",
                        "azure-functions-java-library",
                        "azure-identity",
                        "azure-json",
                        "azure-storage-blob",
                        "azure-storage-common",
                        "azure-storage-internal-avro",
                        "azure-xml",
                        "jackson-annotations",
                        "jackson-core",
                        "jackson-databind",
                        "jackson-datatype-jsr310",
                        "jna",
                        "jna-platform",
                        "jspecify",
                        "msal4j",
                        "msal4j-persistence-extension",
                        "opentelemetry-api",
                        "opentelemetry-common",
                        "opentelemetry-context",
                        "reactive-streams",
                        "reactor-core",
                        "slf4j-api",
                        "sluice-shared-core");
    }

    @Test
    void noClassOfNettyOrOfTheOtherCloudIsInThere() throws IOException {
        assertThat(FunctionZip.entries(folder))
                .hasSizeGreaterThan(1000)
                .noneMatch(name -> name.startsWith("io/netty/")
                        || name.startsWith("software/amazon/")
                        || name.startsWith("com/amazonaws/"));
    }

    @Test
    void theHostGetsTheFunctionsAsTheyAreMeant() throws IOException {
        for (String function : FUNCTIONS) {
            ObjectNode made = (ObjectNode) JSON.readTree(
                    folder.resolve(function).resolve("function.json").toFile());
            assertThat(made.remove("scriptFile").asText()).matches("\\.\\./sluice-functions-azure-.*\\.jar");
            assertThat(made).as(function).isEqualTo(expected(function + ".json"));
        }
    }

    private static JsonNode expected(String name) throws IOException {
        try (InputStream in = PackageIT.class.getResourceAsStream("/functions/expected/" + name)) {
            return JSON.readTree(Objects.requireNonNull(in, name));
        }
    }

    @Test
    void theHostIsToldWhatKeepsRecords() throws IOException {
        JsonNode host = JSON.readTree(folder.resolve("host.json").toFile());

        assertThat(host.at("/extensionBundle/version").asText()).isEqualTo("[4.*, 5.0.0)");
        assertThat(host.at("/extensions/kafka/commitOnFailure").asBoolean(true)).isFalse();
        assertThat(host.at("/extensions/kafka/maxRetries").asInt()).isEqualTo(-1);
        assertThat(host.at("/extensions/eventHubs/initialOffsetOptions/type").asText())
                .isEqualTo("fromStart");
        assertThat(host.at("/extensions/eventHubs/batchCheckpointFrequency").asInt())
                .isEqualTo(1);
        assertThat(host.at("/extensions/eventHubs/maxEventBatchSize").asInt())
                .isGreaterThanOrEqualTo(
                        host.at("/extensions/eventHubs/minEventBatchSize").asInt());
    }

    /** A message that is given again at once would fail in the same way; it has a minute. */
    @Test
    void theQueueGivesAStepAgainAndThenGivesItUp() throws IOException {
        JsonNode host = JSON.readTree(folder.resolve("host.json").toFile());

        assertThat(host.at("/extensions/queues/maxDequeueCount").asInt()).isEqualTo(5);
        assertThat(host.at("/extensions/queues/visibilityTimeout").asText()).isEqualTo("00:01:00");
    }

    /** A put that was begun in time may take half a minute more. */
    @Test
    void ourOwnDeadlineComesBeforeThatOfTheHost() throws IOException {
        JsonNode host = JSON.readTree(folder.resolve("host.json").toFile());
        Duration timeout = Duration.between(
                LocalTime.MIDNIGHT, LocalTime.parse(host.get("functionTimeout").asText()));
        AppSettings settings = AppSettings.of(Map.of("SLUICE_LAKE", "/lake", "SLUICE_STATE", "/state"));

        assertThat(settings.timeLimit()).isLessThanOrEqualTo(timeout.minus(Duration.ofMinutes(1)));
    }

    /** At a finer level the SDKs would log requests, and the host what it hands over. */
    @Test
    void noBodyGetsIntoTheLog() throws IOException {
        JsonNode levels = JSON.readTree(folder.resolve("host.json").toFile()).at("/logging/logLevel");

        assertThat(levels.size()).isGreaterThan(2);
        levels.forEach(level -> assertThat(level.asText()).isIn("Information", "Warning", "Error"));
    }
}
