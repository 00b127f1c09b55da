package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.store.StoreUrl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings are checked at the start, and written down for users. */
class AppSettingsTest {
    @Test
    void everySettingIsInTheReadme() throws Exception {
        String readme = Files.readString(Path.of("README.md"), StandardCharsets.UTF_8);

        assertThat(readme).contains("`" + AppSettings.ARCHIVE_WRITE + "`");
        assertThat(AppSettings.OURS)
                .hasSizeGreaterThan(2)
                .allSatisfy(name -> assertThat(readme).contains("`" + name + "`"));
    }

    @Test
    void theStoresAreEnough() {
        AppSettings settings = AppSettings.of(Map.of("SLUICE_LAKE", "s3://lake/hr", "SLUICE_STATE", "s3://state"));

        assertThat(settings.lake()).isEqualTo(new StoreUrl.S3("lake", "hr"));
        assertThat(settings.partialBatch()).isFalse();
        assertThat(settings.cluster()).isEmpty();
        assertThat(settings.archiveWrite()).isFalse();
    }

    @Test
    void batchesAreArchivedWhereThatIsAskedFor() {
        AppSettings settings = AppSettings.of(Map.of(
                "SLUICE_LAKE", "s3://lake",
                "SLUICE_STATE", "s3://state",
                "SLUICE_ARCHIVE", "s3://raw/hr",
                "SLUICE_ARCHIVE_WRITE", "true"));

        assertThat(settings.archive()).contains(new StoreUrl.S3("raw", "hr"));
        assertThat(settings.archiveWrite()).isTrue();
    }

    @Test
    void whereToArchiveHasToBeSaid() {
        assertThatThrownBy(() -> AppSettings.of(Map.of("SLUICE_ARCHIVE_WRITE", "true", "SLUICE_STATE", "s3://state")))
                .hasMessageContaining("SLUICE_LAKE is missing")
                .hasMessageContaining("SLUICE_ARCHIVE_WRITE is true, and SLUICE_ARCHIVE is missing: where to");
        assertThatThrownBy(() -> AppSettings.of(Map.of("SLUICE_ARCHIVE_WRITE", "on", "SLUICE_ARCHIVE", "raw://")))
                .hasMessageContaining("SLUICE_ARCHIVE_WRITE: 'on' is neither true nor false")
                .hasMessageContaining("SLUICE_ARCHIVE: ");
    }

    @Test
    void allThatIsWrongIsToldAtOnce() {
        assertThatThrownBy(() -> AppSettings.of(Map.of(
                        "SLUICE_STATE", "https://account.blob.core.windows.net/state",
                        "SLUICE_PARTIAL_BATCH", "yes",
                        "SLUICE_DECIMALS", "exact",
                        "SLUICE_S3_ENDPOINT", "http://example.com",
                        "SLUICE_BUCKET_OWNER", "1111-2222-3333",
                        "SLUICE_HUB", "hr")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_LAKE is missing (expected s3://<bucket>/<prefix>)")
                .hasMessageContaining("SLUICE_STATE: a container of Azure cannot be reached from here")
                .hasMessageContaining("SLUICE_PARTIAL_BATCH: 'yes' is neither true nor false")
                .hasMessageContaining("SLUICE_DECIMALS: 'exact' is none of")
                .hasMessageContaining("SLUICE_S3_ENDPOINT is 'http://example.com'")
                .hasMessageContaining(
                        "SLUICE_BUCKET_OWNER is '1111-2222-3333' (expected the 12 digits of an AWS account")
                .hasMessageContaining("SLUICE_HUB: there is no such setting");
    }

    @Test
    void theMessagesThatWarmUpAreChangesOfAllDialects() {
        assertThat(Snapshot.normalize()).isEqualTo(3);
    }
}
