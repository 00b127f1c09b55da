package dev.sluice.cli;

import dev.sluice.archive.Archive;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchiveLayout;
import dev.sluice.archive.ArchivePartition;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.store.FileObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The archive that a command reads. */
final class ArchiveInput {
    private final String command;
    private final Console console;
    private final PositionalParamSpec archive;

    /** @param required false for a command that does something else without an archive */
    ArchiveInput(String command, Console console, boolean required) {
        this.command = command;
        this.console = console;
        this.archive = PositionalParamSpec.builder()
                .index("0")
                .arity(required ? "1" : "0..1")
                .required(required)
                .type(String.class)
                .paramLabel("ARCHIVE")
                .description("A folder or a file, or a place in Azure or S3 as for --lake.")
                .build();
    }

    void addTo(CommandSpec spec) {
        spec.addPositional(archive);
    }

    boolean isGiven() {
        return value() != null;
    }

    /** The archive as it was named. */
    String name() {
        return String.valueOf(value());
    }

    private @Nullable String value() {
        return archive.getValue();
    }

    /**
     * Reads the files that the filter takes, and tells people what there is.
     *
     * @param quiet for programs
     */
    ArchivePlan plan(ArchiveLayout layout, ArchiveFilter filter, boolean quiet) throws IOException {
        Archive opened = open(ObjectStores.url("ARCHIVE", String.valueOf(value()), console.folder()), layout, console);
        ArchivePlan plan;
        try (Progress progress = console.errIsTerminal() && !quiet
                ? Progress.bar(console.err(), "read", "files", -1)
                : Progress.none()) {
            plan = opened.plan(filter, ReplayRun.PARTITIONS_AT_ONCE, bytes -> progress.step());
        }
        if (!quiet) {
            tell(plan);
        }
        return plan;
    }

    private void tell(ArchivePlan plan) {
        note(plan.files() + " files, " + records(plan) + " records, "
                + plan.partitions().size() + " partitions");
        long untimed =
                plan.partitions().stream().mapToLong(ArchivePartition::untimed).sum();
        if (untimed > 0) {
            note(untimed + " records have no broker time that can be read");
        }
    }

    private void note(String text) {
        console.err().println(TextReports.printable(command + ": " + text));
    }

    /** The archive at a place: a folder, a file, or a prefix of a container or bucket. */
    static Archive open(StoreUrl url, ArchiveLayout layout, Console console) throws IOException {
        if (!(url instanceof StoreUrl.File file)) {
            return archive(ObjectStores.foreign(url, console.environment()), "", layout, console);
        }
        Path path = file.root();
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        Path folder = path.getParent();
        return Files.isDirectory(path) || folder == null
                ? archive(FileObjectStore.foreign(path), "", layout, console)
                : archive(FileObjectStore.foreign(folder), String.valueOf(path.getFileName()), layout, console);
    }

    private static Archive archive(ObjectStore store, String prefix, ArchiveLayout layout, Console console) {
        String cluster = console.environment().getOrDefault("SLUICE_KAFKA_CLUSTER", "");
        return new Archive(store, prefix, layout, cluster.isBlank() ? null : cluster);
    }

    static long records(ArchivePlan plan) {
        return plan.partitions().stream()
                .mapToLong(ArchivePartition::recordCount)
                .sum();
    }
}
