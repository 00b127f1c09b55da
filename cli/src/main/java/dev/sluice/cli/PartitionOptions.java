package dev.sluice.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A partition, and offsets of it, named one by one. */
final class PartitionOptions {
    private final OptionSpec stream = Specs.text("--stream", "NAME", "The stream, as the lake calls it.");
    private final OptionSpec partition = number("--partition", Integer.class, "Its partition.");
    private final OptionSpec from = number("--from-offset", Long.class, "First offset (sequence number).");
    private final OptionSpec to = number("--to-offset", Long.class, "Last offset.");

    /** Offsets of a partition, both ends included. */
    record Span(String stream, int partition, long first, long last) {}

    private static OptionSpec number(String name, Class<?> type, String meaning) {
        return OptionSpec.builder(name)
                .type(type)
                .paramLabel("N")
                .description(meaning)
                .build();
    }

    /** @param withEnd the last offset is asked for, too */
    void addTo(CommandSpec command, boolean withEnd) {
        command.addOption(stream).addOption(partition).addOption(from);
        if (withEnd) {
            command.addOption(to);
        }
    }

    /** All four, which have to be there. */
    Span span() {
        Span span = new Span(stream(), partition(), required(from, from.getValue()), required(to, to.getValue()));
        if (span.first < 0 || span.last < span.first) {
            throw new UsageException("no offset is from " + span.first + " to " + span.last);
        }
        return span;
    }

    String stream() {
        return required(stream, stream.getValue());
    }

    int partition() {
        return required(partition, partition.getValue());
    }

    /** 0 if it is not given. */
    long first() {
        Long first = from.getValue();
        if (first != null && first < 0) {
            throw new UsageException("--from-offset: " + first + " is not 0 or more");
        }
        return first == null ? 0 : first;
    }

    private static <T> T required(OptionSpec option, @Nullable T value) {
        if (value == null) {
            throw new UsageException(option.longestName() + " is missing");
        }
        return value;
    }
}
