package dev.sluice.decode;

import dev.sluice.change.ControlEvent.Kind;
import dev.sluice.text.Slice;
import java.util.Map;

/**
 * Operations that are no row changes. From CREATE on the words of DataWorks are those of Canal's event types: ERASE drops
 * a table, CINDEX and DINDEX create and drop an index, QUERY is any other statement. Compared with case, as documented.
 */
final class ControlOps {
    private static final Map<Slice, Kind> KINDS = Map.ofEntries(
            Map.entry(Slice.of("CREATE"), Kind.DDL),
            Map.entry(Slice.of("ALTER"), Kind.DDL),
            Map.entry(Slice.of("ERASE"), Kind.DDL),
            Map.entry(Slice.of("RENAME"), Kind.DDL),
            Map.entry(Slice.of("CINDEX"), Kind.DDL),
            Map.entry(Slice.of("DINDEX"), Kind.DDL),
            Map.entry(Slice.of("TRUNCATE"), Kind.TRUNCATE),
            Map.entry(Slice.of("QUERY"), Kind.STATEMENT),
            Map.entry(Slice.of("TRANSACTION_BEGIN"), Kind.TRANSACTION),
            Map.entry(Slice.of("TRANSACTION_END"), Kind.TRANSACTION),
            Map.entry(Slice.of("GTID"), Kind.TRANSACTION),
            Map.entry(Slice.of("XACOMMIT"), Kind.TRANSACTION),
            Map.entry(Slice.of("XAROLLBACK"), Kind.TRANSACTION));

    private ControlOps() {}

    static Kind kind(Slice op) {
        return KINDS.getOrDefault(op, Kind.UNKNOWN);
    }
}
