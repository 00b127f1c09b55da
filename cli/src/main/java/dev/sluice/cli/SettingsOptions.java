package dev.sluice.cli;

import dev.sluice.pipeline.Settings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings as flags of a command; a flag wins over the environment variable of the same setting. */
final class SettingsOptions {
    private final Map<Setting, OptionSpec> options = new EnumMap<>(Setting.class);

    /** @param without settings whose flags mean something else there; the variables hold all the same */
    void addTo(CommandSpec command, Setting... without) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().validate(false).heading(HEADING);
        Set<Setting> left = EnumSet.allOf(Setting.class);
        left.removeAll(List.of(without));
        for (Setting setting : left) {
            OptionSpec option =
                    Specs.text(setting.flag, setting.valueName, setting.meaning + " [" + setting.variable + "]");
            options.put(setting, option);
            group.addArg(option);
        }
        command.addArgGroup(group.build());
    }

    /** @throws UsageException that names everything which is wrong, in flags and environment */
    Settings over(Map<String, String> environment) {
        Map<String, String> merged = new HashMap<>(environment);
        options.forEach((setting, option) -> {
            if (value(option) != null) {
                merged.put(setting.variable, value(option));
            }
        });
        try {
            return Settings.of(merged, ObjectStores.variables());
        } catch (IllegalArgumentException e) {
            List<String> faults = new ArrayList<>();
            String.valueOf(e.getMessage()).lines().forEach(fault -> faults.add(asGiven(fault)));
            throw new UsageException(String.join("\n", faults));
        }
    }

    /**
     * The settings that were given, by flags or by variables, as flags to be typed again; empty if none was.
     *
     * @param without settings that are left out
     */
    String flags(Map<String, String> environment, Setting... without) {
        List<String> words = new ArrayList<>();
        options.forEach((setting, option) -> {
            String given = value(option) == null ? environment.get(setting.variable) : value(option);
            if (given != null && !given.isBlank() && !List.of(without).contains(setting)) {
                words.add(setting.flag + " " + Shell.word(given));
            }
        });
        return String.join(" ", words);
    }

    /** The fault with the flag's name where the value came from a flag. */
    private String asGiven(String fault) {
        for (Map.Entry<Setting, OptionSpec> option : options.entrySet()) {
            String variable = option.getKey().variable;
            if (fault.startsWith(variable + ":") && value(option.getValue()) != null) {
                return option.getKey().flag + fault.substring(variable.length());
            }
        }
        return fault;
    }

    private static @Nullable String value(OptionSpec option) {
        return option.getValue();
    }

    private static final String HEADING = "%nSettings; a flag wins over the environment variable named behind it:%n";
}
