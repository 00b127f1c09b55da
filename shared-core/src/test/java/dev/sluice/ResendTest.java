package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** A source's own resend is dropped inside a batch, and nothing that only looks like one. */
class ResendTest {
    private static CesMessage item() {
        return CesMessage.insert().column("Id", "int").key("Id", "1").current("{\"Id\":\"1\"}");
    }

    @Test
    void theSameEventUnderANewIdIsAResend() {
        byte[] again = item().attribute("id", "\"another\"").body();
        Normalized normalized = Normalized.of(item().body(), again, again);

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "skipped resend", "skipped resend");
        assertThat(normalized.lines()).hasSize(1);
        assertThat(normalized.lines().get(0).raw("source", "offset")).isEqualTo("0");
    }

    @Test
    void theSameLogicalIdWithOtherDataIsAnotherEvent() {
        Normalized normalized =
                Normalized.of(item().body(), item().current("{\"Id\":\"2\"}").body(), item().body());

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "emitted 1", "skipped resend");
    }

    @Test
    void theSameDataUnderAnotherLogicalIdIsAnotherEvent() {
        Normalized normalized =
                Normalized.of(item().body(), item().logicalId("other").body());

        assertThat(normalized.outcomes()).containsExactly("emitted 1", "emitted 1");
    }

    @Test
    void eventsWithoutALogicalIdAreNeverDroppedForLookingAlike() {
        byte[] body = item().without("logicalid").body();

        assertThat(Normalized.of(body, body).outcomes()).containsExactly("emitted 1", "emitted 1");
    }

    @Test
    void aResendInsideAnArrayIsOneToo() {
        String text = item().text();

        assertThat(Normalized.of("[" + text + "," + text + "]").outcomes())
                .containsExactly("emitted 1", "skipped resend");
    }

    @Test
    void aResendOfABadEventIsQuarantinedAgain() {
        byte[] bad = item().attribute("operation", "\"XXX\"").body();

        assertThat(Normalized.of(bad, bad).outcomes())
                .containsOnly("quarantined unknown_operation /operation")
                .hasSize(2);
    }

    @Test
    void aResendOfBothLinesOfAKeyChangeIsOne() {
        byte[] body = CesMessage.update()
                .column("Id", "int")
                .key("Id", "2")
                .old("{\"Id\":\"1\"}")
                .current("{\"Id\":\"2\"}")
                .body();

        assertThat(Normalized.of(body, body).outcomes()).containsExactly("emitted 2", "skipped resend");
    }

    @Test
    void dataAsBytesIsComparedToo() {
        String base64 = Base64.getEncoder().encodeToString(item().data().getBytes(StandardCharsets.UTF_8));
        byte[] body = item().attribute("data_base64", CesMessage.quote(base64)).body();

        assertThat(Normalized.of(body, body).outcomes()).containsExactly("emitted 1", "skipped resend");
    }
}
