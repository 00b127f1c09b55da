package dev.sluice;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * An update of a row with large objects, before and after, of any length, and the line that it has to become. Both are
 * written value by value with Jackson, from the values alone; nothing of the product has a part in them.
 */
final class LargeEvent {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int VALUE_CHARS = 400_000;
    /** A value has a little more in the data. */
    private static final long VALUE_BYTES = 440_000;

    private static final String TEXTS = "abcdefghijklmnopqrstuvwxyz     0123456789\"\\/\n\té表😀";
    private static final String ID = "0f9d2a5e-7c11-4b3a-9a57-5d2b6c1e8f00:0000002A000001B00003:00000000000000000007";

    private final int columns;

    /** @param bytes the data has at least so many bytes */
    LargeEvent(long bytes) {
        this.columns = (int) (bytes / 2 / VALUE_BYTES + 1);
    }

    private static String name(int column) {
        return "Document" + column;
    }

    /** A text of the length that large objects may have without being cut by the source, every one another. */
    private static String value(int column, int image) {
        SplittableRandom random = new SplittableRandom(31L * column + image);
        StringBuilder text = new StringBuilder(VALUE_CHARS);
        int[] points = TEXTS.codePoints().toArray();
        while (text.length() < VALUE_CHARS) {
            int start = random.nextInt(points.length - 8);
            text.append("word ");
            for (int i = start; i < start + 8; i++) {
                text.appendCodePoint(points[i]);
            }
        }
        return text.toString();
    }

    /** Writes the data of the event, as it stands in messages that are not cut. */
    void writeData(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            ByteArrayOutputStream source = new ByteArrayOutputStream();
            try (JsonGenerator json = JSON.createGenerator(source)) {
                writeSource(json);
            }
            out.write(ascii("{\"eventsource\":"));
            source.writeTo(out);
            out.write(ascii(",\"eventrow\":{\"old\":\""));
            writeRow(new EscapingOutput(out), 0, true);
            out.write(ascii("\",\"current\":\""));
            writeRow(new EscapingOutput(out), 1, true);
            out.write(ascii("\"}}"));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void writeSource(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("db", "ShopDb");
        json.writeStringField("schema", "dbo");
        json.writeStringField("tbl", "Documents");
        json.writeArrayFieldStart("cols");
        for (int i = 0; i <= columns; i++) {
            json.writeStartObject();
            json.writeStringField("name", i == 0 ? "Id" : name(i));
            json.writeStringField("type", i == 0 ? "int" : "nvarchar(max)");
            json.writeNumberField("index", i);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("pkkey");
        json.writeStartObject();
        json.writeStringField("columnname", "Id");
        json.writeStringField("value", "7");
        json.writeEndObject();
        json.writeEndArray();
        json.writeObjectFieldStart("transaction");
        json.writeStringField("commitlsn", "0000002A:000001B0:0003");
        json.writeStringField("beginlsn", "0000002A:000001B0:0001");
        json.writeNumberField("sequencenumber", 7);
        json.writeStringField("committime", "2026-05-06T07:08:09.112Z");
        json.writeEndObject();
        json.writeEndObject();
    }

    /** @param onTheWire numbers are text there */
    private void writeRow(OutputStream out, int image, boolean onTheWire) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            if (onTheWire) {
                json.writeStringField("Id", "7");
            } else {
                json.writeNumberField("Id", 7);
            }
            for (int i = 1; i <= columns; i++) {
                json.writeStringField(name(i), value(i, image));
            }
            json.writeEndObject();
        }
    }

    /** Writes the line that the event has to become. */
    void writeLine(OutputStream out, String stream, int partition, long offset, String schemaId) throws IOException {
        out.write(ascii("{\"op\":\"u\",\"before\":"));
        writeRow(out, 0, false);
        out.write(ascii(",\"after\":"));
        writeRow(out, 1, false);
        out.write(ascii(",\"source\":{\"version\":\"1\",\"connector\":\"sqlserver-ces\",\"name\":\"" + stream
                + "\",\"ts_ms\":1778051289112,\"snapshot\":\"false\",\"db\":\"ShopDb\",\"schema\":\"dbo\","
                + "\"table\":\"Documents\",\"commit_lsn\":\"0000002A:000001B0:0003\","
                + "\"begin_lsn\":\"0000002A:000001B0:0001\",\"event_serial_no\":7,\"stream\":\"" + stream
                + "\",\"partition\":" + partition + ",\"offset\":" + offset
                + ",\"commit_time\":\"2026-05-06T07:08:09.112Z\"},\"transaction\":{\"id\":\"0000002A:000001B0:0003\","
                + "\"total_order\":7,\"data_collection_order\":null},\"ts_ms\":1778051289112,\"key\":{\"Id\":7},"
                + "\"pkNames\":[\"Id\"],\"id\":\"" + ID + "\",\"order\":\"0000002A000001B00003.00000000000000000007\","
                + "\"schema_id\":\"" + schemaId + "\",\"flags\":[]}\n"));
    }

    /** The message that carries this piece of the data. */
    static byte[] message(RandomAccessFile data, int index, int pieces) throws IOException {
        long from = cut(data, index, pieces);
        byte[] fragment = new byte[(int) (cut(data, index + 1, pieces) - from)];
        data.seek(from);
        data.readFully(fragment);
        ByteArrayOutputStream out = new ByteArrayOutputStream(fragment.length * 5 / 4);
        out.write(ascii(
                "{\"specversion\":\"1.0\",\"type\":\"com.microsoft.SQL.CES.DML.V1\",\"source\":\"/\",\"id\":\"piece-"
                        + index + "\",\"logicalid\":\"" + ID + "\",\"time\":\"2026-05-06T07:08:09.112Z\","
                        + "\"datacontenttype\":\"application/json\",\"operation\":\"UPD\",\"segmentindex\":" + index
                        + ",\"finalsegment\":" + (index == pieces - 1) + ",\"data\":\""));
        new EscapingOutput(out).write(fragment);
        out.write(ascii("\"}"));
        return out.toByteArray();
    }

    /** Where a piece begins: anywhere, but not inside a character, for each message is text of its own. */
    private static long cut(RandomAccessFile data, int index, int pieces) throws IOException {
        long at = data.length() * index / pieces;
        while (at > 0 && at < data.length()) {
            data.seek(at);
            if ((data.read() & 0xC0) != 0x80) {
                break;
            }
            at--;
        }
        return at;
    }

    /** Escapes JSON text, which has no control characters, so that it can stand in a JSON string. */
    private static final class EscapingOutput extends FilterOutputStream {
        private EscapingOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            if (b == '"' || b == '\\') {
                out.write('\\');
            }
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int i = from; i < from + length; i++) {
                write(bytes[i]);
            }
        }
    }
}
