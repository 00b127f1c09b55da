package dev.sluice.cli;

import dev.sluice.cli.LakeStatus.Partition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A status for people, aligned and within 80 columns as far as names allow. */
final class StatusText {
    private static final List<String> HEAD =
            List.of("stream", "partition", "epoch", "through", "behind", "holes", "missing");

    private StatusText() {}

    static List<String> lines(LakeStatus status) {
        if (status.partitions().isEmpty()) {
            return List.of("this lake has nothing yet");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        for (Partition partition : status.partitions()) {
            rows.add(List.of(
                    partition.stream(),
                    Integer.toString(partition.partition()),
                    Integer.toString(partition.epoch()),
                    Long.toString(partition.through()),
                    age(partition.lag(status.at())),
                    Integer.toString(partition.holes()),
                    Long.toString(partition.missing())));
        }
        List<String> lines = new ArrayList<>(TextTable.lines(rows, "  ", Set.of(1, 2, 3, 4, 5, 6)));
        lines.add("");
        lines.add("parked: " + parked(status));
        lines.add("quarantine: " + quarantined(status));
        if (status.partitions().stream().anyMatch(partition -> partition.holes() > 0)) {
            lines.add("holes: see 'sluice holes list'; 'sluice replay' fills them");
        }
        if (status.acceptedHoles() > 0) {
            lines.add("accepted holes: " + status.acceptedHoles() + ", see 'sluice holes list --all'");
        }
        return lines;
    }

    private static String quarantined(LakeStatus status) {
        return status.quarantined().isEmpty()
                ? "nothing"
                : status.quarantined().entrySet().stream()
                                .map(code -> code.getValue() + " " + code.getKey())
                                .collect(Collectors.joining(", "))
                        + ", see 'sluice quarantine list'";
    }

    private static String parked(LakeStatus status) {
        if (status.parked().isEmpty()) {
            return "nothing";
        }
        String fates = status.parked().entrySet().stream()
                .map(fate -> fate.getValue() + " " + fate.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        Instant oldest = status.oldest();
        return fates + (oldest == null ? "" : "; the oldest waits for " + age(Duration.between(oldest, status.at())))
                + ", see 'sluice parked list'";
    }

    /** In its two largest units. */
    static String age(@Nullable Duration age) {
        if (age == null) {
            return "?";
        }
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m " + seconds % 60 + "s";
        }
        return seconds < 86_400
                ? seconds / 3600 + "h " + seconds % 3600 / 60 + "m"
                : seconds / 86_400 + "d " + seconds % 86_400 / 3600 + "h";
    }
}
