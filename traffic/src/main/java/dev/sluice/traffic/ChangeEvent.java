package dev.sluice.traffic;

/**
 * A change and its place in the source's log.
 *
 * @param sequence from 1 within the transaction
 */
record ChangeEvent(Change change, Transaction transaction, int sequence, String logicalId) {

    /** @param objectId a GUID that stands for the table as long as the stream lives */
    static ChangeEvent of(Change change, Transaction transaction, int sequence, String objectId) {
        StringBuilder id = new StringBuilder(80).append(objectId).append(':');
        id.append(transaction.commitLsn().replace(":", "")).append(':');
        String logicalId = SqlText.padded(id, sequence, 20).toString();
        return new ChangeEvent(change, transaction, sequence, logicalId);
    }

    SourceRow row(int partition, long offset) {
        return change.row(change.operation().letter, logicalId, partition, offset);
    }
}
