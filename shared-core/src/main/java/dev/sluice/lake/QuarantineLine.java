package dev.sluice.lake;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The line that keeps what could not be read: why, from where, and the bytes themselves ({@code quarantine.schema.json}). */
public final class QuarantineLine {
    private QuarantineLine() {}

    public static Slice of(
            String code,
            String reason,
            String where,
            Origin origin,
            Position position,
            @Nullable Long brokerTime,
            Slice raw) {
        Utf8Buffer out = new Utf8Buffer(256 + raw.length() / 3 * 4);
        out.append("{\"code\":").appendQuoted(code);
        out.append(",\"reason\":").appendQuoted(reason);
        out.append(",\"where\":").appendQuoted(where);
        out.append(",\"stream\":").appendQuoted(origin.stream());
        out.append(",\"partition\":").append(origin.partition());
        out.append(",\"epoch\":").append(origin.epoch());
        out.append(",\"offset\":").append(position.offset());
        out.append(",\"item\":").append(position.item());
        out.append(",\"items\":").append(position.items());
        out.append(",\"broker_time\":");
        if (brokerTime == null) {
            out.append("null");
        } else {
            out.appendQuoted(Instant.ofEpochMilli(brokerTime).toString());
        }
        out.append(",\"headers\":null,\"body_base64\":\"");
        ByteBuffer body = Base64.getEncoder().encode(ByteBuffer.wrap(raw.bytes(), raw.from(), raw.length()));
        out.append(body.array(), body.arrayOffset(), body.arrayOffset() + body.limit());
        out.append("\"}\n");
        return out.slice(0);
    }
}
