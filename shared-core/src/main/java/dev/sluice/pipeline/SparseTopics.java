package dev.sluice.pipeline;

import dev.sluice.text.Glob;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Streams whose offsets have holes that mean nothing: transactional and compacted topics. A jump of their offsets hides
 * nothing that is known, so a batch that the platform dropped cannot be told from one that never was.
 */
public record SparseTopics(List<Pattern> streams) {
    public static final SparseTopics NONE = new SparseTopics(List.of());

    public SparseTopics {
        streams = List.copyOf(streams);
    }

    /** Reads names of streams with globs, separated by commas. */
    static SparseTopics parse(String text) {
        return new SparseTopics(Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(stream -> !stream.isEmpty())
                .map(Glob::pattern)
                .toList());
    }

    boolean contains(String stream) {
        return streams.stream().anyMatch(pattern -> pattern.matcher(stream).matches());
    }
}
