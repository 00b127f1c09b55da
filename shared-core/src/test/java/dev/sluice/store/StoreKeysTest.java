package dev.sluice.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreKeysTest {
    @Test
    void keysCompareAsTheirUtf8Bytes() {
        List<String> keys = List.of(
                "",
                " ",
                "!",
                "%",
                "-",
                "/",
                "0",
                "=",
                "@",
                "A",
                "a",
                "a!",
                "a/",
                "aa",
                "~",
                "\u007f",
                "\u0080",
                "\u07ff",
                "\u0800",
                "\ud7ff",
                "\ue000",
                "\uffff",
                "\ud800\udc00",
                "\ud800\udc01",
                "\ud801\udc00",
                "\udbff\udfff",
                "x\ud800\udc00",
                "x\uffff",
                "x\ue000y");

        for (String left : keys) {
            for (String right : keys) {
                assertThat(Integer.signum(StoreKeys.compare(left, right)))
                        .as("%s against %s", left, right)
                        .isEqualTo(Integer.signum(Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8))));
            }
        }
    }

    @Test
    void aRefusalShowsTheKeyAndTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreKeys.requireKey("a/../b"))
                .withMessage("not an object key: 'a/../b': a segment is '..'"
                        + " (expected names separated by '/', like a/b=1/c.json)");
    }

    @Test
    void aKeyIsReturnedAsItIs() {
        String key = "db=a/schema=b/table=c/date=2026-08-07/hub-0-1-00000000000000000000.jsonl.gz";

        assertThat(StoreKeys.requireKey(key)).isSameAs(key);
    }
}
