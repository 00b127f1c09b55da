package dev.sluice.normalize;

import dev.sluice.change.Commit;
import dev.sluice.change.Connector;
import dev.sluice.change.Marks;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/** The two texts by which a line is named and sorted: {@code id} and {@code order}. */
final class OrderText {
    private static final byte[] ID = ",\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ORDER = ",\"order\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int LSN_LENGTH = 22;
    private static final int LSN_DIGITS = 20;
    private static final int SEQUENCE_DIGITS = 20;

    /** The beginning of an id as a JSON string, which is not closed. */
    private final byte[] idPrefix;
    /** {@code epoch.} */
    private final byte[] orderPrefix;

    OrderText(Origin origin) {
        String epoch = origin.epoch() > 1 ? "@" + origin.epoch() : "";
        Utf8Buffer prefix = new Utf8Buffer(64).appendQuoted(origin.stream() + "/" + origin.partition() + epoch + "/");
        prefix.truncate(prefix.length() - 1);
        this.idPrefix = prefix.toBytes();
        this.orderPrefix =
                new Utf8Buffer(16).appendPadded(origin.epoch(), 6).append('.').toBytes();
    }

    /** The source's own identity; without one, the place of the item in the broker's log. */
    void appendId(Slice logicalId, Position position, String suffix, Utf8Buffer out) {
        out.append(ID);
        if (logicalId.length() > 0) {
            out.appendQuoted(logicalId);
            out.truncate(out.length() - 1);
        } else {
            out.append(idPrefix).append(position.offset());
            if (position.items() > 1) {
                out.append('#').append(position.item());
            }
        }
        out.append(suffix).append('"');
    }

    /**
     * Ascending text is commit order within one life of the database: the commit LSN without its colons and the number
     * of the operation in its transaction; from the logical id if the message has no transaction; and the order of the
     * broker's log if it has neither. DataWorks: its sequence, which grows from task start to task start, then the log.
     */
    void appendOrder(
            Connector connector,
            Slice logicalId,
            Commit commit,
            Marks marks,
            Position position,
            String suffix,
            Utf8Buffer out) {
        out.append(ORDER);
        if (isLsn(commit.lsn()) && commit.sequence() >= 0) {
            appendLsn(commit.lsn(), out);
            out.append('.').appendPadded(commit.sequence(), SEQUENCE_DIGITS);
        } else if (!appendFromLogicalId(logicalId, out)) {
            if (connector == Connector.DATAWORKS) {
                appendSequence(marks.sequence(), out);
            }
            out.append(orderPrefix).appendPadded(position.offset(), 20).append('.');
            out.appendPadded(position.item(), 6);
        }
        out.append(suffix).append('"');
    }

    /** In 20 digits; zeros for what is no number from 0, such as the -1 of full-load rows, so that it sorts first. */
    private static void appendSequence(Slice text, Utf8Buffer out) {
        byte[] b = text.bytes();
        int first = text.from();
        while (first < text.to() && b[first] == '0') {
            first++;
        }
        boolean fits = text.to() - first <= SEQUENCE_DIGITS && Digits.skip(b, first, text.to()) == text.to();
        out.appendPadded(0, fits ? SEQUENCE_DIGITS - (text.to() - first) : SEQUENCE_DIGITS);
        if (fits) {
            out.append(b, first, text.to());
        }
        out.append('.');
    }

    /** {@code 8hex:8hex:4hex}. */
    private static boolean isLsn(Slice lsn) {
        if (lsn.length() != LSN_LENGTH || lsn.at(8) != ':' || lsn.at(17) != ':') {
            return false;
        }
        for (int i = 0; i < LSN_LENGTH; i++) {
            if (i != 8 && i != 17 && !isHex(lsn.at(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHex(byte c) {
        return Digits.isDigit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    }

    private static void appendLsn(Slice lsn, Utf8Buffer out) {
        for (int i = 0; i < lsn.length(); i++) {
            byte c = lsn.at(i);
            if (c != ':') {
                out.append((char) (c >= 'a' ? c - 32 : c));
            }
        }
    }

    /** {@code <guid>:<20 hex>:<20 digits>}; false, and nothing appended, if it has another form. */
    private static boolean appendFromLogicalId(Slice id, Utf8Buffer out) {
        int tail = id.length() - SEQUENCE_DIGITS;
        int lsn = tail - 1 - LSN_DIGITS;
        if (lsn < 1 || id.at(tail - 1) != ':' || id.at(lsn - 1) != ':') {
            return false;
        }
        for (int i = 0; i < LSN_DIGITS; i++) {
            if (!isHex(id.at(lsn + i)) || !Digits.isDigit(id.at(tail + i))) {
                return false;
            }
        }
        appendLsn(Slice.of(id.bytes(), id.from() + lsn, id.from() + tail - 1), out);
        out.append('.').append(id.bytes(), id.from() + tail, id.to());
        return true;
    }
}
