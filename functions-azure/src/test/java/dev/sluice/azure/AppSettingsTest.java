package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.store.StoreUrl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings are checked at the start, and written down for users. */
class AppSettingsTest {
    private static final String LAKE = "https://account.blob.core.windows.net/lake/hr";

    @Test
    void everySettingIsInTheReadme() throws Exception {
        String readme = Files.readString(Path.of("README.md"), StandardCharsets.UTF_8);

        assertThat(readme).contains("`" + AppSettings.ARCHIVE_WRITE + "`");
        assertThat(AppSettings.OURS)
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(readme).contains("`" + name + "`"));
    }

    @Test
    void theStoresAreEnough() {
        AppSettings settings = AppSettings.of(Map.of("SLUICE_LAKE", LAKE, "SLUICE_STATE", "/state"));

        assertThat(settings.lake())
                .isEqualTo(new StoreUrl.Azure("https://account.blob.core.windows.net", "lake", "hr"));
        assertThat(settings.stream()).isEmpty();
        assertThat(settings.timeLimit()).isEqualTo(Duration.ofMinutes(8));
        assertThat(settings.kafkaCluster()).isEqualTo("kafka");
        assertThat(settings.kafkaBrokerTimes()).isFalse();
        assertThat(settings.archiveWrite()).isFalse();
    }

    @Test
    void batchesAreArchivedWhereThatIsAskedFor() {
        AppSettings settings = AppSettings.of(Map.of(
                "SLUICE_LAKE",
                LAKE,
                "SLUICE_STATE",
                LAKE,
                "SLUICE_ARCHIVE",
                "https://account.blob.core.windows.net/raw/hr",
                "SLUICE_ARCHIVE_WRITE",
                "true"));

        assertThat(settings.archive())
                .contains(new StoreUrl.Azure("https://account.blob.core.windows.net", "raw", "hr"));
        assertThat(settings.archiveWrite()).isTrue();
    }

    @Test
    void whereToArchiveHasToBeSaid() {
        assertThatThrownBy(() -> AppSettings.of(Map.of("SLUICE_ARCHIVE_WRITE", "true", "SLUICE_STATE", LAKE)))
                .hasMessageContaining("SLUICE_LAKE is missing")
                .hasMessageContaining("SLUICE_ARCHIVE_WRITE: it is true, and SLUICE_ARCHIVE is missing: where to");
        assertThatThrownBy(() -> AppSettings.of(Map.of("SLUICE_ARCHIVE_WRITE", "on", "SLUICE_ARCHIVE", "raw://")))
                .hasMessageContaining("SLUICE_ARCHIVE_WRITE: 'on' is neither true nor false")
                .hasMessageContaining("SLUICE_ARCHIVE: ");
    }

    @Test
    void whatTheHostReadsIsLeftToIt() {
        AppSettings settings = AppSettings.of(Map.of(
                "SLUICE_LAKE", LAKE,
                "SLUICE_STATE", LAKE,
                "SLUICE_HUB", "hr",
                "SLUICE_EVENTS__fullyQualifiedNamespace", "ns.servicebus.windows.net",
                "SLUICE_STREAM", "orders",
                "SLUICE_TIME_LIMIT", "90s",
                "SLUICE_KAFKA_BROKER_TIMES", "true"));

        assertThat(settings.stream()).contains("orders");
        assertThat(settings.timeLimit()).isEqualTo(Duration.ofSeconds(90));
        assertThat(settings.kafkaBrokerTimes()).isTrue();
    }

    @Test
    void allThatIsWrongIsToldAtOnce() {
        assertThatThrownBy(() -> AppSettings.of(Map.of(
                        "SLUICE_STATE", "s3://bucket/state",
                        "SLUICE_TIME_LIMIT", "soon",
                        "SLUICE_KAFKA_BROKER_TIMES", "maybe",
                        "SLUICE_DECIMALS", "exact",
                        "SLUICE_ALLOW_ACCOUNT_KEY", "yes",
                        "SLUICE_HUBB", "hr")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_LAKE is missing: where the lake is")
                .hasMessageContaining("SLUICE_STATE: a bucket of S3 cannot be reached from here")
                .hasMessageContaining("SLUICE_TIME_LIMIT: 'soon' is not a number of seconds, like 480s")
                .hasMessageContaining("SLUICE_KAFKA_BROKER_TIMES: 'maybe' is neither true nor false")
                .hasMessageContaining("SLUICE_DECIMALS: 'exact' is none of")
                .hasMessageContaining("SLUICE_ALLOW_ACCOUNT_KEY is 'yes'")
                .hasMessageContaining("SLUICE_HUBB: there is no such setting");
    }
}
