package dev.sluice.traffic;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return new SourceRow(
                change.table().fullName(),
                change.operation().letter,
                key(),
                image(change.before()),
                image(change.after()),
                logicalId,
                partition,
                offset);
    }

    private Map<String, String> key() {
        List<Integer> places = change.table().key();
        Map<String, String> key = new LinkedHashMap<>();
        for (int i = 0; i < places.size(); i++) {
            key.put(change.table().column(places.get(i)), change.key().get(i));
        }
        return Collections.unmodifiableMap(key);
    }

    private @Nullable Map<String, @Nullable String> image(@Nullable Row row) {
        return row == null ? null : row.image(change.table(), change.places());
    }
}
