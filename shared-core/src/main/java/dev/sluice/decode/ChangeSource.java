package dev.sluice.decode;

import dev.sluice.change.Commit;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Table;
import java.util.List;

/**
 * What an event tells beside its rows.
 *
 * @param describedUpTo where the description of the table ends, if it stood in front of all else; else -1
 */
record ChangeSource(Table table, List<KeyColumn> key, Commit commit, int describedUpTo) {
    /** The same, independent of the bytes that it was read from. */
    ChangeSource copy() {
        List<KeyColumn> keyCopy = key.stream()
                .map(part -> new KeyColumn(part.column(), part.fallback().copy()))
                .toList();
        return new ChangeSource(table, keyCopy, commit.copy(), describedUpTo);
    }
}
