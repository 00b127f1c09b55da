package dev.sluice.lake;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which entries of the quarantine are meant: those that fit everything that is given.
 *
 * @param ids none if it does not matter
 */
public record QuarantineChoice(Optional<String> stream, Optional<String> code, Set<QuarantineId> ids) {
    public static final QuarantineChoice ALL = new QuarantineChoice(Optional.empty(), Optional.empty(), Set.of());

    public QuarantineChoice {
        ids = Set.copyOf(ids);
    }

    public static QuarantineChoice of(QuarantineId... ids) {
        return new QuarantineChoice(Optional.empty(), Optional.empty(), Set.of(ids));
    }

    /** What names of streams to look under; one empty, if under all. */
    List<Optional<String>> streams() {
        if (ids.isEmpty() || stream.isPresent()) {
            return List.of(stream);
        }
        Stream<String> named = ids.stream().map(QuarantineId::stream).distinct().sorted();
        return named.map(Optional::of).collect(Collectors.toList());
    }

    boolean mayBeIn(String object) {
        return ids.isEmpty() || ids.stream().anyMatch(id -> id.mayBeIn(object));
    }

    /** True for an entry that is meant. */
    public boolean takes(QuarantineEntry entry) {
        return stream.map(entry.origin().stream()::equals).orElse(true)
                && code.map(entry.code()::equals).orElse(true)
                && (ids.isEmpty() || ids.contains(entry.id()));
    }
}
