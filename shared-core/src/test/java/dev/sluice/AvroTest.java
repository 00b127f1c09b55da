package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.pipeline.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CES in Avro: Apache Avro writes, and the same change in JSON is the judge. */
class AvroTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    static final Schema ENVELOPE = schema("change-event.avsc");
    static final Schema OLDER = schema("data-transaction-4-fields.avsc");
    static final Schema NEWER = schema("data-transaction-5-fields.avsc");

    private static byte[] file(String name) {
        return Golden.file("avro/" + name);
    }

    private static Schema schema(String name) {
        return new Schema.Parser().parse(new String(file(name), StandardCharsets.UTF_8));
    }

    // What the samples hold.

    @ParameterizedTest
    @CsvSource({
        "datum-insert-with-finalevent,    /datum-insert-with-finalevent",
        "datum-update-without-finalevent, /datum-update-without-finalevent",
        "datum-delete-with-finalevent,    /datum-delete-with-finalevent",
        "single-object,                   /container/0",
        "registry-prefix,                 /container/1",
        "container-null,                  /container",
        "container-deflate,               /container",
        "split,                           /split"
    })
    void avroAndJsonOfTheSameChangeGiveTheSameLine(String folder, String inJson) throws IOException {
        JsonNode events = JSON.readTree(file("as-json.json")).at(inJson);

        List<Line> avro = Normalized.of(Golden.inputs("avro/" + folder).toArray(byte[][]::new))
                .lines();
        List<Line> json = Normalized.of(JSON.writeValueAsBytes(events)).lines();

        assertThat(avro).extracting(Line::text).isNotEmpty().isEqualTo(texts(json));
    }

    private static List<String> texts(List<Line> lines) {
        return lines.stream().map(Line::text).toList();
    }

    @Test
    void piecesAreParked() {
        assertThat(Normalized.of(file("split/input-0.bin")).outcomes()).containsExactly("parked 0");
        assertThat(Normalized.of(file("split/input-1.bin")).outcomes()).containsExactly("parked 1 last");
    }

    @ParameterizedTest
    @CsvSource({
        "damaged-by-string-binding/input.bin, damaged_by_text_binding",
        "trailing-bytes/input.bin, trailing_bytes",
        "cut-off/input.bin, not_avro"
    })
    void whatIsBrokenIsQuarantined(String name, String code) {
        assertThat(code(file(name))).isEqualTo(code);
    }

    private static String code(byte[] body) {
        Normalized normalized = Normalized.of(body);
        assertThat(normalized.report().items()).hasSize(1);
        assertThat(normalized.quarantined()).containsExactly(body);
        return ((Outcome.Quarantined) normalized.report().items().get(0).outcome()).code();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "datum-insert-with-finalevent/input.bin",
                "datum-update-without-finalevent/input.bin",
                "datum-delete-with-finalevent/input.bin",
                "split/input-0.bin",
                "single-object/input.bin",
                "registry-prefix/input.bin"
            })
    void aDatumCutAtAnyByteIsQuarantined(String name) {
        byte[] whole = file(name);
        for (int length = 1; length < whole.length; length++) {
            assertThat(code(Arrays.copyOf(whole, length)))
                    .as("%d bytes", length)
                    .isNotEmpty();
        }
    }

    /** A file that ends between two blocks is a whole file with fewer events; nothing in it can tell. */
    @ParameterizedTest
    @ValueSource(strings = {"container-null/input.avro", "container-deflate/input.avro"})
    void aContainerCutAtAnyByteIsQuarantinedOrEndsBetweenBlocks(String name) {
        byte[] whole = file(name);
        int quarantined = 0;
        for (int length = 1; length < whole.length; length++) {
            Normalized normalized = Normalized.of(Arrays.copyOf(whole, length));
            quarantined += normalized.quarantined().size();
            assertThat(normalized.lines()).hasSizeLessThan(2);
        }
        assertThat(quarantined).isGreaterThan(whole.length - 5);
    }

    // What Apache Avro writes.

    static byte[] datum(Schema schema, GenericRecord record, boolean blocks) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            BinaryEncoder encoder = blocks
                    ? new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null)
                    : EncoderFactory.get().binaryEncoder(out, null);
            new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
            encoder.flush();
            return out.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static GenericRecord envelope(byte[] data, int index, boolean last) {
        GenericRecord envelope = new GenericData.Record(ENVELOPE);
        envelope.put("specversion", "1.0");
        envelope.put("type", "com.microsoft.SQL.CES.DML.V1");
        envelope.put("source", "/");
        envelope.put("id", "id-1");
        envelope.put("logicalid", "g:000000D0000007000016:00000000000000000023");
        envelope.put("time", "2026-10-03T04:05:06.780Z");
        envelope.put("datacontenttype", "application/avro");
        envelope.put("operation", "UPD");
        envelope.put("segmentindex", index);
        envelope.put("finalsegment", last);
        envelope.put("data", ByteBuffer.wrap(data));
        return envelope;
    }

    /** A row of as many text columns; the key's value needs escapes in JSON. */
    static GenericRecord data(Schema schema, int columns, String keyValue, String commitTime) {
        Schema sourceSchema = schema.getField("eventsource").schema();
        GenericRecord source = new GenericData.Record(sourceSchema);
        source.put("db", "D");
        source.put("schema", "s");
        source.put("tbl", "T");
        Schema columnSchema = sourceSchema.getField("cols").schema().getElementType();
        List<GenericRecord> cols = new ArrayList<>();
        ObjectNode row = JSON.createObjectNode();
        for (int i = 0; i < columns; i++) {
            GenericRecord column = new GenericData.Record(columnSchema);
            column.put("name", "c" + i);
            column.put("type", "nvarchar(50)");
            column.put("index", i);
            cols.add(column);
            row.put("c" + i, i == 0 ? keyValue : "v" + i);
        }
        source.put("cols", cols);
        GenericRecord key =
                new GenericData.Record(sourceSchema.getField("pkkey").schema().getElementType());
        key.put("columnname", "c0");
        key.put("value", keyValue);
        source.put("pkkey", List.of(key));
        Schema transactionSchema = sourceSchema.getField("transaction").schema();
        GenericRecord transaction = new GenericData.Record(transactionSchema);
        transaction.put("commitlsn", "000000D0:00000700:0016");
        transaction.put("beginlsn", "000000D0:00000700:0011");
        transaction.put("sequencenumber", 23);
        if (transactionSchema.getField("finalevent") != null) {
            transaction.put("finalevent", false);
        }
        transaction.put("committime", commitTime);
        source.put("transaction", transaction);
        GenericRecord rows = new GenericData.Record(schema.getField("eventrow").schema());
        rows.put("old", "{}");
        rows.put("current", row.toString());
        GenericRecord data = new GenericData.Record(schema);
        data.put("eventsource", source);
        data.put("eventrow", rows);
        return data;
    }

    private static byte[] message(Schema schema, int columns, String keyValue, boolean blocks) {
        byte[] data = datum(schema, data(schema, columns, keyValue, "2026-10-03T04:05:06.783Z"), blocks);
        return datum(ENVELOPE, envelope(data, 0, true), false);
    }

    /** Which version wrote the data stands nowhere; both come out right, the last byte of the LSN to the first row. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 200})
    void bothVersionsOfTheDataGiveTheSameLine(int columns) {
        String newer = Normalized.of(message(NEWER, columns, "k", false)).line().text();
        String older = Normalized.of(message(OLDER, columns, "k", false)).line().text();

        assertThat(older).isEqualTo(newer).contains("\"commit_time\":\"2026-10-03T04:05:06.783Z\"");
        assertThat(Normalized.of(message(NEWER, columns, "k", false)).line().flags())
                .isEqualTo("[no_before]");
    }

    @Test
    void arraysInBlocksWithTheirSizesAreRead() {
        byte[] inBlocks = message(NEWER, 40, "k", true);

        assertThat(inBlocks).isNotEqualTo(message(NEWER, 40, "k", false));
        assertThat(Normalized.of(inBlocks).line().text())
                .isEqualTo(Normalized.of(message(NEWER, 40, "k", false)).line().text());
    }

    @Test
    void aKeyThatNeedsEscapesIsEscaped() {
        Line line =
                Normalized.of(message(NEWER, 2, "a\"b\\c\n\u0001é🌵", false)).line();

        assertThat(line.key()).isEqualTo("{\"c0\":\"a\\\"b\\\\c\\n\\u0001é🌵\"}");
    }

    /** Read with the wrong version a datum can end at the right byte; what was read then is no time and no row. */
    @Test
    void dataThatReadsButIsImplausibleIsQuarantined() {
        byte[] noTime = datum(NEWER, data(NEWER, 1, "k", ""), false);

        assertThat(code(datum(ENVELOPE, envelope(noTime, 0, true), false))).isEqualTo("implausible_avro");
    }

    @Test
    void aPieceOfTheDataIsParked() {
        byte[] data = datum(NEWER, data(NEWER, 3, "k", "2026-10-03T04:05:06.783Z"), false);
        byte[] half = Arrays.copyOf(data, data.length / 2);

        assertThat(Normalized.of(datum(ENVELOPE, envelope(half, 3, false), false))
                        .outcomes())
                .containsExactly("parked 3");
        assertThat(code(datum(ENVELOPE, envelope(half, 0, true), false))).isEqualTo("not_avro");
    }

    // What nobody writes.

    /** Numbers in Avro's zigzag form, seven bits a byte. */
    private static byte[] number(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    private static byte[] bytes(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return bytes(number(utf8.length), utf8);
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void aLengthThatIsNotThereAllocatesNothing(long length) {
        assertThat(code(bytes(text("1.0"), number(length), new byte[10]))).isEqualTo("not_avro");
        assertThat(code(inData(bytes(text("D"), text("s"), text("T"), number(1), number(length)))))
                .isEqualTo("not_avro");
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void aCountThatIsNotThereIsNotBelieved(long count) {
        assertThat(code(inData(bytes(text("D"), text("s"), text("T"), number(count), new byte[20]))))
                .isEqualTo("not_avro");
    }

    private static byte[] inData(byte[] data) {
        return datum(ENVELOPE, envelope(data, 0, true), false);
    }

    @Test
    void aNumberOfElevenBytesIsNoNumber() {
        byte[] eleven = new byte[11];
        Arrays.fill(eleven, (byte) 0xFF);
        eleven[10] = 1;

        assertThat(code(bytes(text("1.0"), eleven, new byte[20]))).isEqualTo("not_avro");
    }

    @Test
    void textThatIsNotUtf8IsQuarantined() {
        assertThat(code(inData(bytes(text("D"), number(2), new byte[] {(byte) 0xC3, 0x28}, text("T")))))
                .isEqualTo("not_avro");
    }

    private static byte[] container(Schema schema, CodecFactory codec, List<GenericRecord> records) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(codec).create(schema, out);
            for (GenericRecord record : records) {
                writer.append(record);
            }
        }
        return out.toByteArray();
    }

    @Test
    void anEmptyContainerHoldsNothing() throws IOException {
        assertThat(Normalized.of(container(ENVELOPE, CodecFactory.nullCodec(), List.of()))
                        .outcomes())
                .containsExactly("skipped empty");
    }

    @Test
    void aContainerOfSomethingElseIsQuarantined() throws IOException {
        GenericRecord data = data(NEWER, 1, "k", "2026-10-03T04:05:06.783Z");

        assertThat(code(container(NEWER, CodecFactory.nullCodec(), List.of(data))))
                .isEqualTo("unsupported_schema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"},"
                        + "{\"name\":\"a\",\"type\":\"int\"}]}",
                "[\"int\",\"int\"]",
                "[[\"int\"]]",
                "{\"type\":\"fixed\",\"name\":\"F\",\"size\":-1}",
                "{\"type\":\"record\",\"name\":\"int\",\"fields\":[]}",
                "\"Unknown\"",
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\",\"default\":\"q\"}]}",
                "null",
                "",
                "{"
            })
    void aContainerWithAnImpossibleSchemaIsQuarantined(String schema) {
        byte[] body = bytes(
                new byte[] {'O', 'b', 'j', 1}, number(1), text("avro.schema"), text(schema), number(0), new byte[16]);

        assertThat(code(body)).isEqualTo("unsupported_schema");
    }

    @Test
    void aContainerThatInflatesBeyondTheLimitIsQuarantined() throws IOException {
        GenericRecord large = envelope(new byte[70 << 20], 3, false);

        assertThat(code(container(ENVELOPE, CodecFactory.deflateCodec(9), List.of(large))))
                .isEqualTo("record_too_long");
    }

    @Test
    void aBadRecordOfAContainerDoesNotTakeItsNeighboursAlong() throws IOException {
        byte[] good = datum(NEWER, data(NEWER, 1, "k", "2026-10-03T04:05:06.783Z"), false);
        List<GenericRecord> records =
                List.of(envelope(good, 0, true), envelope(new byte[] {1, 2, 3}, 0, true), envelope(good, 1, true));
        records.get(2).put("logicalid", "another");

        Normalized normalized = Normalized.of(container(ENVELOPE, CodecFactory.nullCodec(), records));

        assertThat(normalized.lines()).hasSize(2);
        assertThat(normalized.quarantined()).hasSize(1);
    }
}
