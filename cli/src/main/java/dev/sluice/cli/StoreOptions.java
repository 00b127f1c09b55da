package dev.sluice.cli;

import dev.sluice.store.FileObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Where the lake and its state are. */
final class StoreOptions {
    private final OptionSpec lake =
            Specs.text("--lake", "URL", "Write into this lake, a path or file:/// URL, and print no lines.");
    private final OptionSpec state =
            Specs.text("--state", "URL", "Where the lake's ledgers and quarantine are; goes with --lake.");

    /** A lake and its state, opened. */
    record Stores(ObjectStore lake, ObjectStore state) {}

    void addTo(CommandSpec command) {
        command.addOption(lake).addOption(state);
    }

    /** Empty if neither is given. */
    Optional<Stores> open(Path folder) {
        String lakeUrl = lake.getValue();
        String stateUrl = state.getValue();
        if (lakeUrl == null && stateUrl == null) {
            return Optional.empty();
        }
        Path lakeRoot = folder("--lake", required("--lake", lakeUrl), folder, "writes to");
        Path stateRoot = folder("--state", required("--state", stateUrl), folder, "writes to");
        if (lakeRoot.startsWith(stateRoot) || stateRoot.startsWith(lakeRoot)) {
            throw new UsageException("--lake and --state have to be folders beside each other:"
                    + " who may read the lake must not read the raw messages in the state");
        }
        return Optional.of(new Stores(new FileObjectStore(lakeRoot), new FileObjectStore(stateRoot)));
    }

    private static String required(String flag, @Nullable String url) {
        if (url == null) {
            throw new UsageException("--lake and --state go together; " + flag + " is missing");
        }
        return url;
    }

    /**
     * The folder or file of which the user gave path or URL.
     *
     * @param name of the option or parameter
     * @param base what a relative path is relative to
     * @param does to the folder
     */
    static Path folder(String name, String url, Path base, String does) {
        try {
            if (StoreUrl.parse(url, base) instanceof StoreUrl.File file) {
                return file.root();
            }
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
        throw new UsageException(name + ": this version " + does + " file:///path or a path only");
    }
}
