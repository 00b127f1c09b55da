package dev.sluice.simulation;

import dev.sluice.store.StoreOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened, for people. Kept only when somebody will read it. */
final class Story {
    private final boolean told;
    private final List<String> lines = new ArrayList<>();
    private Scheduler scheduler;

    Story(boolean told) {
        this.told = told;
    }

    void begin(Scheduler time) {
        this.scheduler = time;
    }

    boolean isTold() {
        return told;
    }

    void add(String format, Object... parts) {
        if (told) {
            lines.add(String.format(Locale.ROOT, "%9.3f  ", scheduler.nanos() / 1e9)
                    + String.format(Locale.ROOT, format, parts));
        }
    }

    void call(StoreOperation operation, String root, String key, String result) {
        if (told) {
            add("%-8s %s %s/%s: %s", scheduler.running(), operation, root, key, result);
        }
    }

    String text() {
        return String.join("\n", lines);
    }
}
