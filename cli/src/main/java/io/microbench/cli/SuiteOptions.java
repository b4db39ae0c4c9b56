// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.AskedVariants.VariantOptions;
import io.microbench.cli.Converters.LoneOption;
import io.microbench.cli.NamedLibraries.LibraryOptions;
import io.microbench.cli.NamedLibraries.OwnOptions;
import io.microbench.cli.NamedProfilers.ProfileOptions;
import io.microbench.compare.Build;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command on a suite: where the benchmarks are, which of them, and how to measure. */
final class SuiteOptions implements SettingOptions.Owner {

    /** Stands for standard error. */
    static final String MONITOR_CONSOLE = "console";

    /** A run takes these by {@code -D} alone. */
    private static final Set<String> OF_COMPARISONS =
            Set.of("microbench.forkRange", "microbench.confidence", "microbench.tolerance", SettingOptions.FORCE);

    @Parameters(
            index = "0",
            paramLabel = "JAR|DIR|CLASSPATH",
            description = "The benchmarks: an executable benchmark jar, a folder of classes, or a class path.")
    private String benchmarks = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "GLOB",
            description =
                    "Which cases, as in -Dmicrobench.cases: '*Allocator*:size=1024', and '!*:kind=heap' for those to leave"
                            + " out. All by default.")
    private List<String> globs = List.of();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Libraries that the benchmarks need; may be given several times.")
    private List<String> libraries = List.of();

    @Mixin
    private final LibraryOptions named = new LibraryOptions();

    private final SettingOptions options;

    @Option(
            names = "--param",
            paramLabel = "NAME=V[,V...]",
            description = "Values of a @Param field; may be given several times.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Mixin
    private final VariantOptions variants = new VariantOptions();

    @Option(
            names = "--monitor",
            arity = "0..1",
            paramLabel = "FILE",
            fallbackValue = MONITOR_CONSOLE,
            preprocessor = LoneOption.class,
            description =
                    "Shows once a second what the measured JVM is doing, on standard error or at the end of a file"
                            + " (.csv: as CSV).")
    private Optional<String> monitor = Optional.empty();

    /** Makes the options, but for settings for which the command has other words, or none. */
    SuiteOptions(Set<String> without) {
        options = new SettingOptions(
                setting -> !without.contains(setting) && !OF_COMPARISONS.contains(setting), Map.of());
    }

    /** Returns the class path that was named; settings get what the record is to have of libraries. */
    Build build(Path here, ProfileOptions profilers, Map<String, String> settings, Consumer<String> note) {
        return Build.ofClassPath(benchmarks, here)
                .with(Build.entries(String.join(File.pathSeparator, libraries), here))
                .with(new NamedLibraries(named, profilers, note).forSuite(settings));
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        return options.addTo(command);
    }

    LibraryOptions libraries() {
        return named;
    }

    /** Returns the settings by the names they have under Maven; an option beats a property. */
    Map<String, String> settings() {
        Map<String, String> settings = OwnOptions.properties();
        settings.putAll(named.properties);
        settings.putAll(options.given());
        parameters.forEach((name, v) -> settings.put("microbench.param." + name, v));
        settings.putAll(new AskedVariants(variants).settings());
        monitor.ifPresent(v -> settings.put("microbench.monitor", v));
        globs.forEach(glob -> SettingOptions.requirePattern("GLOB \"" + glob + "\"", glob));
        if (!globs.isEmpty()) {
            settings.put("microbench.cases", String.join(";", globs));
        }
        return settings;
    }
}
