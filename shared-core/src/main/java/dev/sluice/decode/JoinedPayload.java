package dev.sluice.decode;

import dev.sluice.change.EventAttributes;
import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.Pieces;
import dev.sluice.change.Segment;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The payload of a split event, its pieces one behind the other: text joined as text, bytes as bytes. */
final class JoinedPayload implements TextWindow.Feed {
    private static final int CHUNK = 64 << 10;
    private static final int SURROGATE = 3;

    private final Pieces pieces;
    private final Limits limits;
    private final MessageDigest hash = sha256();
    private final Utf8Buffer chunk = new Utf8Buffer(1024);
    private final EventAttributes attributes;
    private final Slice logicalId;
    private final boolean binary;
    private Slice fragment = Slice.EMPTY;
    private int next;
    private int at;
    private long length;

    JoinedPayload(Pieces pieces, Limits limits) throws IOException, MalformedMessageException {
        this.pieces = pieces;
        this.limits = limits;
        Segment first = pieces.load(0);
        this.attributes = first.attributes();
        this.logicalId = Slice.of(first.logicalId().copy());
        this.binary = first.binary();
        begin(first);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    EventAttributes attributes() {
        return attributes;
    }

    Slice logicalId() {
        return logicalId;
    }

    /** True for bytes, false for text. */
    boolean isBinary() {
        return binary;
    }

    /** SHA-256 of the payload, once all of it was read. */
    String hash() {
        return HexFormat.of().formatHex(hash.digest());
    }

    private void begin(Segment piece) throws MalformedMessageException {
        if (!piece.attributes().equals(attributes) || piece.binary() != binary) {
            throw new MalformedMessageException(
                    "segments_disagree",
                    "the segments of one event differ in type, source, operation, time or datacontenttype",
                    "");
        }
        fragment = piece.fragment();
        at = 0;
        next++;
        length += fragment.length();
        if (length > limits.eventBytes()) {
            throw new MalformedMessageException(
                    "event_too_long",
                    "a joined event of more than " + limits.eventBytes() + " bytes (SLUICE_MAX_EVENT_BYTES)",
                    "");
        }
    }

    @Override
    public boolean read(Utf8Buffer into) throws IOException, MalformedMessageException {
        if (at == fragment.length()) {
            if (next == pieces.count()) {
                return false;
            }
            begin(pieces.load(next));
        }
        int end = fragment.length() - at < CHUNK + SURROGATE ? fragment.length() : at + CHUNK;
        Slice part = Slice.of(fragment.bytes(), fragment.from() + at, fragment.from() + end);
        if (at == 0 && !binary) {
            chunk.appendJoined(part);
        } else {
            chunk.append(part);
        }
        at = end;
        // The other half of a character that was cut in two may be what the next piece begins with.
        boolean halfCharacter =
                at == fragment.length() && next < pieces.count() && !binary && chunk.endsWithHighSurrogate();
        int ready = chunk.length() - (halfCharacter ? SURROGATE : 0);
        hash.update(chunk.bytes(), 0, ready);
        into.append(chunk.bytes(), 0, ready);
        chunk.removeFirst(ready);
        return ready > 0 || read(into);
    }
}
