package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Samples with a few bytes changed: never an exception, and the neighbours in the batch come out the same. */
class MutationTest {
    private static final List<String> SAMPLES = List.of(
            "ces/gen-c-update-full",
            "ces/doc-gen-a-update",
            "ces/gen-b-update-sparse",
            "ces/data-as-object",
            "ces/row-as-object",
            "ces/data-base64",
            "ces/batch-array",
            "ces/unicode-and-odd-names",
            "ces/all-types-json-native",
            "ces/all-types-text-1",
            "dataworks/insert",
            "dataworks/update-one-record",
            "dataworks/full-sync-row",
            "dataworks/doc-update-befor",
            "dataworks/ddl-alter",
            "dataworks/op-unknown",
            "dataworks/heartbeat",
            "dataworks/numbers-and-edges",
            "dataworks/oms-v2-fractional-millis",
            "dataworks/not-dataworks-debezium-with-schema",
            "canal/insert-all-types",
            "canal/insert-binary-latin1",
            "canal/update-multirow",
            "canal/update-old-shorter",
            "canal/delete-data-null-old-filled",
            "canal/ddl-create",
            "canal/tidb-watermark",
            "canal/insert-minimal");
    private static final byte[] LEFT = neighbour("left");
    private static final byte[] RIGHT = neighbour("right");

    private static byte[] neighbour(String logicalId) {
        return CesMessage.update()
                .logicalId(logicalId)
                .column("Id", "int")
                .column("v", "nvarchar(max)")
                .key("Id", "1")
                .old("{\"Id\":\"1\",\"v\":\"\\ud83d\"}")
                .current("{\"Id\":\"2\",\"v\":null}")
                .body();
    }

    private static byte[] sample(String name) {
        try (InputStream in =
                Objects.requireNonNull(MutationTest.class.getResourceAsStream("/golden/" + name + "/input.json"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    enum Kind {
        FLIP,
        REPLACE,
        INSERT,
        DELETE,
        DOUBLE
    }

    /** A change of one byte, at a part of the length so that a failing case stays the same on a shorter text. */
    record Change(Kind kind, int where, byte value) {
        byte[] apply(byte[] body) {
            if (body.length == 0) {
                return new byte[] {value};
            }
            int at = (int) ((long) where * body.length / 100_000);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(body, 0, at);
            switch (kind) {
                case FLIP -> out.write(body[at] ^ (1 << (value & 7)));
                case REPLACE -> out.write(value);
                case INSERT -> {
                    out.write(value);
                    out.write(body[at]);
                }
                case DELETE -> {}
                case DOUBLE -> {
                    int length = Math.min(value & 0x7F, body.length - at);
                    out.write(body, at, length);
                    out.write(body[at]);
                }
            }
            out.write(body, at + 1, body.length - at - 1);
            return out.toByteArray();
        }
    }

    @Provide
    static Arbitrary<byte[]> mutants() {
        Arbitrary<Byte> bytes = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of((byte) '"', (byte) '\\', (byte) '{', (byte) '}', (byte) '[')),
                Tuple.of(2, Arbitraries.of((byte) ',', (byte) ':', (byte) 'u', (byte) '0', (byte) ' ')),
                Tuple.of(3, Arbitraries.bytes()));
        Arbitrary<Change> changes = Combinators.combine(
                        Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 99_999), bytes)
                .as(Change::new);
        return Combinators.combine(
                        Arbitraries.of(SAMPLES), changes.list().ofMinSize(1).ofMaxSize(4))
                .as((name, list) -> {
                    byte[] body = sample(name);
                    for (Change change : list) {
                        body = change.apply(body);
                    }
                    return body;
                });
    }

    @Property(tries = 4000)
    void aChangedByteNeverHurtsTheNeighbours(@ForAll("mutants") byte[] body) {
        Normalized alone = Normalized.of(LEFT, RIGHT);
        Normalized normalized =
                Normalized.of(Settings.DEFAULT, Normalized.LOCAL, Normalized.deliveries(List.of(LEFT, body, RIGHT)));

        List<BatchReport.Item> items = normalized.report().items();
        assertThat(items.get(0).offset()).isEqualTo(0);
        assertThat(items.get(items.size() - 1).offset()).isEqualTo(2);
        assertThat(items.subList(1, items.size() - 1)).isNotEmpty().allMatch(item -> item.offset() == 1);
        int count = normalized.lines().size();
        assertThat(normalized.lines().subList(0, 2)).isEqualTo(alone.lines().subList(0, 2));
        assertThat(normalized.lines().subList(count - 2, count))
                .extracting(line -> line.text().replace("\"offset\":2", "\"offset\":1"))
                .isEqualTo(alone.lines().subList(2, 4).stream().map(Line::text).toList());
    }

    @Property(tries = 1000)
    void anyBytesAreAnItem(@ForAll byte[] body) {
        assertThat(Normalized.of(LEFT, body, RIGHT).report().items()).hasSizeGreaterThanOrEqualTo(3);
    }
}
