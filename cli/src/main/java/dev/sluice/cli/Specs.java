package dev.sluice.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Describes commands to picocli piece by piece: to find annotations by reflection takes it 0.1 s at every start. */
public final class Specs {
    static final String DEBUG = "--debug";

    private Specs() {}

    /** A command with what every command has. */
    public static CommandSpec command(String name, Object command) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage().abbreviateSynopsis(true).footerHeading("%nExamples:%n");
        return spec.addOption(OptionSpec.builder("-h", "--help")
                        .type(boolean.class)
                        .usageHelp(true)
                        .description("Show this help and exit.")
                        .build())
                .addOption(flag(DEBUG, "Show where an error came from. [SLUICE_DEBUG]"));
    }

    /** An option that is there or not, see {@link #isOn}. */
    public static OptionSpec flag(String name, String meaning) {
        return OptionSpec.builder(name).type(boolean.class).description(meaning).build();
    }

    /** Whether the flag was given. */
    public static boolean isOn(OptionSpec flag) {
        return Boolean.TRUE.equals(flag.getValue());
    }

    /** An option with a text, which is null if it is not given. */
    public static OptionSpec text(String name, String valueName, String meaning) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(valueName)
                .description(meaning)
                .build();
    }

    /** An option that always has a value; its meaning may speak of {@code ${DEFAULT-VALUE}}. */
    public static OptionSpec withDefault(
            String name, Class<?> type, String valueName, String otherwise, String meaning) {
        return OptionSpec.builder(name)
                .type(type)
                .paramLabel(valueName)
                .defaultValue(otherwise)
                .description(meaning)
                .build();
    }
}
