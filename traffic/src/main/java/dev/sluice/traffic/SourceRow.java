package dev.sluice.traffic;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The change a message tells of, for oracles. Values are the exact source texts, before any typing.
 *
 * <p>The images are what the source sent, so an oracle can expect just this: a sparse update (include_all_columns=0)
 * has only the key and the changed columns, and a suppressed before image (include_old_values=0) is null. The whole row
 * follows from the earlier changes of the same key; every table starts empty.
 *
 * @param table {@code db.schema.table}, unquoted; the schema is empty where databases have none
 * @param op {@code c}, {@code u} or {@code d}, or {@code r} for a row of a full load
 * @param key in the order of the primary key, the new one after a key change; empty for a table without primary key, if its rows have
 *     no hidden number either
 * @param before null if the message has none; a column that is NULL maps to null, an unsent one is absent
 * @param after as {@code before}
 * @param logicalId as in the envelope; a resend repeats it; empty for DataWorks, which has none
 * @param partition of the message
 * @param offset of the message
 */
public record SourceRow(
        String table,
        String op,
        Map<String, String> key,
        @Nullable Map<String, @Nullable String> before,
        @Nullable Map<String, @Nullable String> after,
        String logicalId,
        int partition,
        long offset) {}
