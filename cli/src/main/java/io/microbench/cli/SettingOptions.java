// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Setting;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.Words;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of every command on suites: options for settings, which are created from the table of settings, and
 * options for libraries.
 */
class SettingOptions implements OptionOwner {

    static final String CASES = "microbench.cases";
    static final String NODES = "microbench.nodes";
    static final String THREADS = "microbench.threads";
    static final String FORCE = "microbench.forceComparison";

    private static final Pattern SNIPPET = Pattern.compile("\\(.*\\)|[;\"]");

    final LibraryOptions libraries = new LibraryOptions();

    private final Predicate<String> taken;
    private final Map<String, String> defaults;
    private final Map<String, String> given = new LinkedHashMap<>();

    /**
     * Does not create the options yet.
     *
     * @param taken selects the settings that get an option
     * @param defaults the command's default values
     */
    SettingOptions(Predicate<String> taken, Map<String, String> defaults) {
        this.taken = taken;
        this.defaults = defaults;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        libraries.addTo(command);
        return addSettings(command);
    }

    /** Adds the options of settings. */
    CommandSpec addSettings(CommandSpec command) {
        Setting.withOptions()
                .filter(option -> taken.test(option.name()))
                .map(this::option)
                .forEach(command::addOption);
        return command;
    }

    private OptionSpec option(Setting<?> option) {
        boolean isSwitch = option.label().isEmpty();
        String otherwise = defaults.getOrDefault(option.name(), option.otherwise());
        String text = option.meaning()
                + (isSwitch ? "" : " Values: " + option.accepted() + ".")
                + (isSwitch || Set.of("none", "all", "the annotations").contains(otherwise)
                        ? ""
                        : " Default: " + otherwise + ".");
        return OptionSpec.builder(option.options().toArray(String[]::new))
                .type(isSwitch ? boolean.class : String.class)
                .arity(isSwitch ? "0" : "1")
                .paramLabel(option.label())
                .description(text.replace("%", "%%"))
                .setter(new ISetter() {
                    @Override
                    public <T> T set(T value) {
                        if (value == null || Boolean.FALSE.equals(value)) {
                            given.remove(option.name());
                        } else {
                            given.put(option.name(), value.toString());
                        }
                        return value;
                    }
                })
                .build();
    }

    /** Returns the given values under the Maven names of the settings. */
    Map<String, String> given() {
        if (given.containsKey(CASES)) {
            requirePattern("--cases", given.get(CASES));
        }
        Setting.withOptions()
                .forEach(option -> Optional.ofNullable(given.get(option.name())).ifPresent(option::requireOption));
        return given;
    }

    boolean isGiven(String setting) {
        return given().containsKey(setting);
    }

    /** Returns a modifiable map of the given settings and system properties. An option overrides a property. */
    Map<String, String> properties() {
        Map<String, String> properties = libraries.settings();
        properties.putAll(given());
        return properties;
    }

    static Settings read(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource(SettingSource.COMMAND_LINE, given)));
        if (!settings.problems().isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), settings.problems()));
        }
        return settings;
    }

    /** Rejects an empty pattern of cases, which would select all cases. */
    static void requirePattern(String argument, String pattern) {
        if (pattern.isBlank()) {
            throw new ConfigurationException(argument + " is empty, perhaps from an unset variable: expected a pattern"
                    + " of case names, such as '*Allocator*:size=1024'. Leave it out for all cases.");
        }
    }

    /** Rejects a snippet if the command expects a build. */
    static void refuseSnippets(String command, List<String> builds) {
        builds.stream()
                .filter(build -> SNIPPET.matcher(build).find() && !new File(build).exists())
                .findFirst()
                .ifPresent(snippet -> {
                    throw new ConfigurationException("\"" + snippet + "\" is a snippet. Expected a jar or a folder of"
                            + " classes. To measure snippets, leave out the word " + command + ": microbench "
                            + builds.stream().map(Words::quoted).collect(Collectors.joining(" ")));
                });
    }

    /** Parses a pattern of measured cases. */
    static CaseFilter filter(String argument, String pattern) {
        requirePattern(argument, pattern);
        try {
            return CaseFilter.parse(pattern);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(argument + " cannot be used: " + e.getMessage()
                    + ". Expected a pattern of case names, such as '*Allocator*:size=1024'.");
        }
    }
}
