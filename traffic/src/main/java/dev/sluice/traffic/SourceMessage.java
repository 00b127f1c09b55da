package dev.sluice.traffic;

import java.util.Arrays;

/**
 * One message as the broker holds it.
 *
 * @param partition from 0
 * @param offset dense per partition, from 0
 * @param body the bytes as sent; owned by this record, not to be changed
 * @param brokerTimeMs when the broker took it, epoch milliseconds; never falls within a partition
 */
@SuppressWarnings("ArrayRecordComponent") // a body is bytes; equality is by content, below
public record SourceMessage(int partition, long offset, byte[] body, long brokerTimeMs) {
    @Override
    public boolean equals(Object other) {
        return other instanceof SourceMessage that
                && partition == that.partition
                && offset == that.offset
                && brokerTimeMs == that.brokerTimeMs
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * partition + Long.hashCode(offset)) + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return "SourceMessage[" + partition + "/" + offset + ", " + body.length + " bytes, " + brokerTimeMs + "]";
    }
}
