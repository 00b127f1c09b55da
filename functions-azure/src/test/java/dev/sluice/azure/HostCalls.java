package dev.sluice.azure;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Arguments of functions on their way into another process: texts, numbers, bytes, lists of one kind of them, requests and outputs. */
final class HostCalls {
    private HostCalls() {}

    /** A request by HTTP. */
    record Http(String body) {}

    /** An output binding, which takes messages for a queue. */
    record Output() {}

    static void write(List<Object> values, DataOutputStream out) throws IOException {
        out.writeInt(values.size());
        for (Object value : values) {
            if (value == null) {
                out.writeByte('0');
            } else if (value instanceof String text) {
                out.writeByte('s');
                writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
            } else if (value instanceof Long number) {
                out.writeByte('l');
                out.writeLong(number);
            } else if (value instanceof byte[] bytes) {
                out.writeByte('b');
                writeBytes(bytes, out);
            } else if (value instanceof Http request) {
                out.writeByte('h');
                writeBytes(request.body.getBytes(StandardCharsets.UTF_8), out);
            } else if (value instanceof Output) {
                out.writeByte('o');
            } else {
                out.writeByte('[');
                write(new ArrayList<>((List<?>) value), out);
            }
        }
    }

    private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static List<Object> read(DataInputStream in) throws IOException {
        int size = in.readInt();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(
                    switch (in.readByte()) {
                        case '0' -> null;
                        case 's' -> new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                        case 'l' -> in.readLong();
                        case 'b' -> in.readNBytes(in.readInt());
                        case 'h' -> new Http(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
                        case 'o' -> new Output();
                        case '[' -> read(in);
                        default -> throw new IOException("a call is broken");
                    });
        }
        return values;
    }
}
