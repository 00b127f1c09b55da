package dev.sluice.change;

import dev.sluice.text.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row change, read but not yet interpreted. Its slices point into the decoder's scratch space and are valid until
 * the decoder reads the next message.
 *
 * @param logicalId identity of the event across resends, as the source gave it; empty if it gave none
 * @param before the row before the change, null if the source gives none
 * @param after the row after the change, null if the source gives none
 * @param key the primary key's columns, in the order of the message; empty for a table without one
 * @param content the payload as it stands on the wire, by which a resend is told from another change
 * @param unpaired half of an update whose other half is not known
 */
public record RowChange(
        Table table,
        Operation operation,
        Slice logicalId,
        Commit commit,
        @Nullable RowImage before,
        @Nullable RowImage after,
        List<KeyColumn> key,
        Slice content,
        Marks marks,
        boolean unpaired) {

    /** A change whose source tells where it stands in its own log. */
    public RowChange(
            Table table,
            Operation operation,
            Slice logicalId,
            Commit commit,
            @Nullable RowImage before,
            @Nullable RowImage after,
            List<KeyColumn> key,
            Slice content) {
        this(table, operation, logicalId, commit, before, after, key, content, Marks.NONE, false);
    }

    /** The row before this update is gone, for the update changed its key; what it became is told elsewhere. */
    public RowChange asDeleteOfOldKey() {
        return new RowChange(table, Operation.DELETE, logicalId, commit, before, null, key, content, marks, true);
    }

    /** The same update with the row before it, or known to have none. */
    public RowChange withBefore(@Nullable RowImage image) {
        return new RowChange(table, operation, logicalId, commit, image, after, key, content, marks, image == null);
    }
}
