package dev.sluice.cli;

import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreUrl;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Where the lake and its state are. */
final class StoreOptions {
    private static final String FORMS = "a path, file:///, https:// or abfss:// of Azure, or s3://.";

    private final OptionSpec lake;
    private final OptionSpec state = Specs.text(
            "--state", "URL", "Where the lake's ledgers and quarantine are, in the same forms; goes with --lake.");

    StoreOptions() {
        this("The lake: " + FORMS);
    }

    /** Of a command that prints lines, or writes them into a lake. */
    static StoreOptions insteadOfPrinting() {
        return new StoreOptions("Write into this lake, and print no lines: " + FORMS);
    }

    private StoreOptions(String meaning) {
        this.lake = Specs.text("--lake", "URL", meaning);
    }

    /** Of a command that looks only. */
    static StoreOptions reading() {
        return new StoreOptions("The lake; nothing in it is changed: " + FORMS);
    }

    /** A lake and its state, opened. */
    record Stores(ObjectStore lake, ObjectStore state) {}

    void addTo(CommandSpec command) {
        command.addOption(lake).addOption(state);
    }

    /** Empty if neither is given. */
    Optional<Stores> open(Console console) {
        String lakeUrl = lake.getValue();
        String stateUrl = state.getValue();
        if (lakeUrl == null && stateUrl == null) {
            return Optional.empty();
        }
        StoreUrl lakePlace = ObjectStores.url("--lake", required("--lake", lakeUrl), console.folder());
        StoreUrl statePlace = ObjectStores.url("--state", required("--state", stateUrl), console.folder());
        if (ObjectStores.overlap(lakePlace, statePlace)) {
            throw new UsageException("--lake and --state have to be folders beside each other:"
                    + " who may read the lake must not read the raw messages in the state");
        }
        return Optional.of(new Stores(
                ObjectStores.open(lakePlace, console.environment()),
                ObjectStores.open(statePlace, console.environment())));
    }

    /** The same options, to be typed again. */
    String flags() {
        return "--lake " + Shell.word(required("--lake", lake.getValue())) + " --state "
                + Shell.word(required("--state", state.getValue()));
    }

    /** The lake as it was named. */
    String lakeName() {
        return required("--lake", lake.getValue());
    }

    private static String required(String flag, @Nullable String url) {
        if (url == null) {
            throw new UsageException("--lake and --state go together; " + flag + " is missing");
        }
        return url;
    }
}
