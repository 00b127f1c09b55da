package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3AccessTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "http://127.0.0.1:9000", "http://localhost:9000/", "http://[::1]:9000"})
    void anEmulatorOnThisMachineMayStandIn(String endpoint) {
        assertThatCode(() -> S3Access.from(Map.of(S3Access.ENDPOINT, endpoint))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://s3.example.org", "https://127.0.0.1.example.org", "http://127.0.0.1:9000/bucket", "minio"
            })
    void anythingElseIsRefused(String endpoint) {
        assertThatThrownBy(() -> S3Access.from(Map.of(S3Access.ENDPOINT, endpoint)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_S3_ENDPOINT is '" + endpoint + "' (expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "012345678901"})
    void anAccountOwnsTheBuckets(String owner) {
        assertThatCode(() -> S3Access.from(Map.of(S3Access.BUCKET_OWNER, owner)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678901", "1234567890123", "1234-5678-9012", "arn:aws:iam::123456789012:root", "me"})
    void whatIsNoAccountIsRefused(String owner) {
        assertThatThrownBy(() -> S3Access.from(Map.of(S3Access.BUCKET_OWNER, owner)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SLUICE_BUCKET_OWNER is '" + owner + "' (expected the 12 digits");
    }
}
