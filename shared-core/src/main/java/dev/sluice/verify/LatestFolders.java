package dev.sluice.verify;

import dev.sluice.change.Table;
import dev.sluice.lake.LakeReader;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import java.util.IdentityHashMap;

/** The folder into which the last change of a table went; the next one usually goes there too. Serves one thread. */
final class LatestFolders {
    private static final int TABLES_REMEMBERED = 1024;

    private final LakeReader lake;
    private final IdentityHashMap<Table, Dated> latest = new IdentityHashMap<>();

    private record Dated(int year, int month, int day, int hour, String folder) {
        boolean isOf(CommitTime time) {
            return year == time.year() && month == time.month() && day == time.day() && hour == time.hour();
        }
    }

    LatestFolders(LakeReader lake) {
        this.lake = lake;
    }

    String of(NormalizedChange change) {
        CommitTime time = change.time();
        Dated dated = latest.get(change.table());
        if (dated == null || !dated.isOf(time)) {
            dated = new Dated(time.year(), time.month(), time.day(), time.hour(), lake.folder(change));
            if (latest.size() == TABLES_REMEMBERED) {
                latest.clear();
            }
            latest.put(change.table(), dated);
        }
        return dated.folder;
    }
}
