package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobAccessTest {
    private static final String CLOUD = "https://acc1.blob.core.windows.net/lake/p";
    private static final String EMULATOR = "http://127.0.0.1:10000/acc1/lake/p";
    private static final String KEY = "U0VDUkVU";

    @ParameterizedTest
    @ValueSource(strings = {CLOUD, "abfss://lake@acc1.dfs.core.windows.net/p"})
    void withoutAKeyTheIdentitySignsIn(String url) {
        assertThatCode(() -> open(url, Map.of())).doesNotThrowAnyException();
        assertThatCode(() -> open(url, Map.of(BlobAccess.KEY, " "))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                KEY,
                "DefaultEndpointsProtocol=https;AccountName=acc1;AccountKey=U0VDUkVU;EndpointSuffix=core.windows.net"
            })
    void aKeyIsForEmulatorsUnlessAllowed(String key) {
        for (String loopback : new String[] {EMULATOR, "http://localhost:1/acc1/lake", "http://[::1]:1/acc1/lake"}) {
            assertThatCode(() -> open(loopback, Map.of(BlobAccess.KEY, key))).doesNotThrowAnyException();
        }
        assertThatThrownBy(() -> open(CLOUD, Map.of(BlobAccess.KEY, key)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_ALLOW_ACCOUNT_KEY=true")
                .hasMessageNotContaining(KEY);
        assertThatCode(() -> open(CLOUD, Map.of(BlobAccess.KEY, key, BlobAccess.ALLOW_KEY, "true")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SECRET!",
                "AccountName=other;AccountKey=U0VDUkVU",
                "AccountName=acc1",
                "AccountName=acc1;SharedAccessSignature=sv=1&sig=SECRET"
            })
    void whatIsNoKeyOfTheAccountIsRefusedAndNotRepeated(String key) {
        assertThatThrownBy(() -> open(EMULATOR, Map.of(BlobAccess.KEY, key)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("SLUICE_AZURE_ACCOUNT_KEY ")
                .hasMessageNotContaining("SECRET")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void theSwitchIsTrueOrFalse() {
        assertThatThrownBy(() -> BlobAccess.from(Map.of(BlobAccess.ALLOW_KEY, "yes")))
                .hasMessage("SLUICE_ALLOW_ACCOUNT_KEY is 'yes' (expected true or false)");
    }

    @Test
    void aKeyIsNotShown() {
        assertThat(BlobAccess.from(Map.of(BlobAccess.KEY, KEY))).hasToString("BlobAccess[account key]");
        assertThat(BlobAccess.from(Map.of())).hasToString("BlobAccess[identity]");
    }

    private static BlobObjectStore open(String url, Map<String, String> settings) {
        return BlobObjectStore.open((StoreUrl.Azure) StoreUrl.parse(url, Path.of("/")), BlobAccess.from(settings));
    }
}
