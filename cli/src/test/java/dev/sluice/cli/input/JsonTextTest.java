package dev.sluice.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    private static boolean isWhole(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return JsonText.isWholeValue(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " [1, {\"a\":[]}]\r",
                "{\"a\":\"}\"}",
                "{\"a\":\"\\\"}\\\\\"}",
                "\"text\"",
                "-1.5E+3",
                "null",
                "true"
            })
    void aWholeValueIsKnown(String text) {
        assertThat(isWhole(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "{\"a\":{}", "{}{}", "{} x", "[\"]", "\"text", "\"a\" \"b\"", "text", "]", "<xml/>"
            })
    void anythingElseIsNot(String text) {
        assertThat(isWhole(text)).isFalse();
    }
}
