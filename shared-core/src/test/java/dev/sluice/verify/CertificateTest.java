package dev.sluice.verify;

import static dev.sluice.verify.Records.change;
import static dev.sluice.verify.Records.pieces;
import static dev.sluice.verify.Records.poison;
import static dev.sluice.verify.Records.record;
import static dev.sluice.verify.Records.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.LakeFixture;
import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Delivery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A certificate is checked against the lake alone. */
class CertificateTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LAST = LakeWriter.MAX_RUN + 199;

    private final VerifyFixture fixture = new VerifyFixture();
    private Certificate certificate = Certificate.of(List.of());

    /** Two partitions; one has two blocks, a bad record and pieces of a split event whose others are in the other one. */
    @BeforeEach
    void certify() throws IOException {
        List<byte[]> pieces = pieces(5000, 2);
        List<Delivery> log =
                new ArrayList<>(records(9800, LAST, offset -> offset == 9900 ? poison(1) : change(offset)));
        log.set(150, record(9950, pieces.get(0)));
        fixture.both("hub", 3, log);
        fixture.both("hub", 4, List.of(record(0, pieces.get(1)), record(1, change(3))));
        VerifyReport report = fixture.verify();
        assertThat(report.findings()).isEmpty();
        certificate = fixture.verification().certificate(report);
    }

    private CheckReport check() throws IOException {
        return check(Certificate.parse(certificate.json()));
    }

    private CheckReport check(Certificate one) throws IOException {
        return new CertificateCheck(fixture.lake, fixture.state).run(one, 2, records -> {});
    }

    /** {@code partition first-last certified found} of each block that changed. */
    private List<String> changed() throws IOException {
        CheckReport report = check();
        assertThat(report.holds()).isEqualTo(report.changed().isEmpty());
        return report.changed().stream()
                .map(block -> block.partition() + " " + block.first() + "-" + block.last() + " " + block.certified()
                        + " " + block.found())
                .toList();
    }

    private String chain() {
        return fixture.objects("table=Orders/").get(0);
    }

    @Test
    void aLakeThatNobodyTouchedHolds() throws IOException {
        CheckReport report = check();

        assertThat(report.holds()).isTrue();
        assertThat(report.blocks()).isEqualTo(3);
        assertThat(report.records()).isEqualTo(402);
        assertThat(report.lines()).isEqualTo(401);
        assertThat(report.certificate()).isEqualTo(certificate.hash()).hasSize(64);
    }

    @Test
    void itNeedsNoArchive() throws IOException {
        LakeFixture.names(fixture.archive, "").forEach(fixture.archive::delete);

        assertThat(check().holds()).isTrue();
    }

    @Test
    void theSameLakeGivesTheSameCertificate() throws IOException {
        assertThat(fixture.verification().certificate(fixture.verify())).isEqualTo(certificate);
    }

    @Test
    void itTellsRecordsLinesAndOutcomes() {
        Certificate.Part part = certificate.parts().get(0);

        assertThat(part.first()).isEqualTo(9800);
        assertThat(part.last()).isEqualTo(LAST);
        assertThat(part.records()).isEqualTo(400);
        assertThat(part.lines()).isEqualTo(400);
        assertThat(part.outcomes()).isEqualTo(new Certificate.Outcomes(398, 1, 0, 0, 1));
        assertThat(part.blocks())
                .extracting(block -> block.first() + "-" + block.last() + " " + block.records() + " " + block.lines())
                .containsExactly("9800-9999 200 200", "10000-10199 200 200");
    }

    @Test
    void linesThatCameLaterDoNotMatter() throws IOException {
        fixture.feed("hub", 3, records(LAST + 1, LAST + 99, Records::change));
        fixture.feed("hub", 5, records(0, 99, Records::change));

        assertThat(check().holds()).isTrue();
    }

    @Test
    void aRemovedLineIsFound() throws IOException {
        fixture.replaceLines(chain(), lines -> lines.subList(1, lines.size()));

        assertThat(changed()).containsExactly("3 9800-9999 200 199");
    }

    @Test
    void aDoubledLineIsFound() throws IOException {
        fixture.replaceLines(chain(), lines -> {
            lines.add(lines.get(lines.size() - 1));
            return lines;
        });

        assertThat(changed()).containsExactly("3 10000-10199 200 201");
    }

    @Test
    void anAlteredLineIsFound() throws IOException {
        fixture.replaceLines(chain(), lines -> {
            lines.set(0, lines.get(0).replace("note", "Note"));
            return lines;
        });

        assertThat(changed()).containsExactly("3 9800-9999 200 200");
    }

    @Test
    void aLineInAnotherFolderIsFound() throws IOException {
        fixture.move(chain(), chain().replace("table=Orders", "table=Others"));

        assertThat(changed()).containsExactly("3 9800-9999 200 200", "3 10000-10199 200 200");
    }

    @Test
    void aRemovedObjectIsFound() throws IOException {
        fixture.lake.delete(chain());

        assertThat(changed()).hasSize(2).first().asString().startsWith("3 9800-9999 200 ");
    }

    @Test
    void aSplitEventThatWasRemovedAlteredOrCopiedIsFound() throws IOException {
        String key = fixture.only("split-");
        fixture.copy(key, key.replace("/split-", "/pair-"));
        assertThat(changed()).hasSize(1).first().asString().endsWith("201");

        fixture.lake.delete(fixture.only("pair-"));
        fixture.replaceLines(key, lines -> List.of(lines.get(0).replace("note", "Note")));
        assertThat(changed()).containsExactly("3 9800-9999 200 200");

        fixture.lake.delete(key);
        assertThat(changed()).containsExactly("3 9800-9999 200 199");
    }

    @Test
    void anItemThatLeftTheQuarantineIsFound() throws IOException {
        fixture.state.delete(LakeFixture.names(fixture.state, "quarantine/").get(0));

        assertThat(changed()).containsExactly("3 9800-9999 200 199");
    }

    @Test
    void aDamagedObjectIsNamed() throws IOException {
        String key = chain();
        fixture.lake.delete(key);
        fixture.lake.create(key, new byte[] {31, -117, 8, 0});

        CheckReport report = check();

        assertThat(report.unreadable()).containsExactly(key);
        assertThat(report.holds()).isFalse();
    }

    @Test
    void anObjectUnderTheNameOfAnotherPartitionIsNamed() throws IOException {
        String copy = chain().replaceFirst("hub-3-1-[0-9]{20}", "hub-4-1-00000000000000000000");
        fixture.copy(chain(), copy);

        assertThat(check().faults()).containsExactly(copy + ": holds lines of another place");
    }

    // The certificate itself.

    private List<String> faults(Consumer<ObjectNode> alteration) throws IOException {
        ObjectNode json = (ObjectNode) JSON.readTree(certificate.json());
        alteration.accept(json);
        CheckReport report = check(Certificate.parse(JSON.writeValueAsBytes(json)));
        assertThat(report.holds())
                .isEqualTo(report.faults().isEmpty() && report.changed().isEmpty());
        return report.faults();
    }

    private static ArrayNode blocks(JsonNode json) {
        return (ArrayNode) json.at("/parts/0/blocks");
    }

    @Test
    void aBlockThatWasRemovedIsFound() throws IOException {
        String fault = "hub/3: the chain of its blocks does not hold";

        assertThat(faults(json -> blocks(json).remove(0))).containsExactly(fault);
        assertThat(faults(json -> blocks(json).remove(1))).containsExactly(fault);
        assertThat(faults(json -> {})).isEmpty();
    }

    @Test
    void whatWasWrittenOverIsFound() throws IOException {
        String chain = "hub/3: the chain of its blocks does not hold";
        assertThat(faults(json -> ((ObjectNode) blocks(json).get(0)).put("records", 199)))
                .containsExactly(chain);
        assertThat(faults(json -> ((ObjectNode) json.at("/parts/0/outcomes")).put("skipped", 1)))
                .containsExactly(chain);
        assertThat(faults(json -> ((ObjectNode) json.at("/parts/0")).put("settings", "others")))
                .containsExactly(chain);
        assertThat(faults(json -> ((ArrayNode) json.at("/parts")).remove(1)))
                .containsExactly("its hash is not that of its parts");
    }

    /** Who makes all hashes anew still does not have the hash that was noted elsewhere. */
    @Test
    void aCertificateThatWasMadeAnewHasAnotherHash() {
        Certificate.Part part = certificate.parts().get(0);
        Certificate other = Certificate.of(List.of(Certificate.Part.of(
                part.stream(),
                part.partition(),
                part.epoch(),
                part.settings(),
                part.outcomes(),
                part.blocks().subList(0, 1))));

        assertThat(other.alterations()).isEmpty();
        assertThat(other.hash()).isNotEqualTo(certificate.hash());
    }

    @Test
    void whatIsNoCertificateIsTold() {
        assertThatIOException()
                .isThrownBy(() -> Certificate.parse("{\"format\":2}".getBytes(StandardCharsets.UTF_8)))
                .withMessageStartingWith("not a certificate");
        assertThatIOException()
                .isThrownBy(() -> Certificate.parse("[1]".getBytes(StandardCharsets.UTF_8)))
                .withMessageStartingWith("not a certificate");
    }
}
