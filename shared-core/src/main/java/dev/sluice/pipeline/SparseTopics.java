package dev.sluice.pipeline;

import dev.sluice.text.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Streams whose offsets have holes that mean nothing: transactional and compacted topics. A jump of their offsets hides
 * nothing that is known, so a batch that the platform dropped cannot be told from one that never was.
 */
public record SparseTopics(List<Pattern> streams) {
    public static final SparseTopics NONE = new SparseTopics(List.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._*?-]+");

    public SparseTopics {
        streams = List.copyOf(streams);
    }

    /**
     * Reads names of streams with globs, separated by commas.
     *
     * @throws IllegalArgumentException that names the part which is no name
     */
    static SparseTopics parse(String text) {
        List<Pattern> streams = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String stream = part.strip();
            if (!NAME.matcher(stream).matches()) {
                throw new IllegalArgumentException("'" + stream
                        + "' is not a name of topics; expected letters, digits, '.', '_', '-', and * or ? for others");
            }
            streams.add(Glob.pattern(stream));
        }
        return new SparseTopics(streams);
    }

    boolean contains(String stream) {
        return streams.stream().anyMatch(pattern -> pattern.matcher(stream).matches());
    }
}
