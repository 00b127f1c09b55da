package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.LineSchemas;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The line that keeps what could not be read. */
class QuarantineLineTest {
    private static final Slice RAW = Slice.of("[raw]".getBytes(StandardCharsets.UTF_8), 1, 4);

    private static String line(Long brokerTime) {
        return QuarantineLine.of(
                        "code",
                        "a \"reason\"",
                        "/where",
                        new Origin("hub", 3, 2),
                        new Position(41, 1, 5),
                        brokerTime,
                        RAW)
                .toString();
    }

    @Test
    void itTellsWhyFromWhereAndTheBytesThemselves() {
        assertThat(line(1_778_051_290_000L))
                .isEqualTo("{\"code\":\"code\",\"reason\":\"a \\\"reason\\\"\",\"where\":\"/where\",\"stream\":\"hub\","
                        + "\"partition\":3,\"epoch\":2,\"offset\":41,\"item\":1,\"items\":5,"
                        + "\"broker_time\":\"2026-05-06T07:08:10Z\",\"headers\":null,\"body_base64\":\"cmF3\"}\n");
        LineSchemas.assertValidQuarantine(line(1_778_051_290_000L).strip());
    }

    @Test
    void aTimeThatTheBrokerDidNotSetIsNull() {
        assertThat(line(null)).contains(",\"item\":1,\"items\":5,\"broker_time\":null,\"headers\":null,");
        LineSchemas.assertValidQuarantine(line(null).strip());
    }
}
