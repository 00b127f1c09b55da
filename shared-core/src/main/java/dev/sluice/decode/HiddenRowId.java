package dev.sluice.decode;

import dev.sluice.change.Column;
import dev.sluice.change.KeyColumn;
import dev.sluice.change.Value;
import dev.sluice.text.Slice;
import java.util.List;
import java.util.Set;

/**
 * The column that Alibaba's MySQL gives to tables without a primary key, the only identity their rows have. RDS, RDS as
 * Canal spells it, and PolarDB-X.
 */
final class HiddenRowId {
    private static final Set<Slice> NAMES = Set.of(
            Slice.of("#alibaba_rds_row_id#"), Slice.of("__#alibaba_rds_row_id#__"), Slice.of("_drds_implicit_id_"));

    private HiddenRowId() {}

    /** That column as the key, if it is declared. */
    static List<KeyColumn> key(List<Column> columns) {
        for (Column column : columns) {
            if (NAMES.contains(column.name())) {
                return List.of(new KeyColumn(column, Value.ABSENT));
            }
        }
        return List.of();
    }
}
