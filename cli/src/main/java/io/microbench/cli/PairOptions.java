// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.Limits;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Numbers;
import io.microbench.text.Redaction;
import io.microbench.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of every command that runs forks of two builds alternately. */
final class PairOptions extends SettingOptions {

    private static final String SHARD = "microbench.shard";

    /** The settings that limit a comparison, with their defaults in comparisons. */
    private static final Map<String, String> LIMITS = Map.of(
            "microbench.budget",
            Limits.DEFAULT.budget().toMinutes() + "m",
            "microbench.forkRange",
            Limits.DEFAULT.leastForks() + ".." + Limits.DEFAULT.mostForks(),
            "microbench.confidence",
            Numbers.level(1 - Limits.DEFAULT.level()),
            "microbench.tolerance",
            Numbers.level(Limits.DEFAULT.band()));

    @Option(
            names = "--module",
            paramLabel = "FOLDER",
            description =
                    "Revisions: the Maven module with the benchmarks. Default: the module of the working directory.")
    private Optional<String> module = Optional.empty();

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            description = "Revisions: shell command that builds a revision, run in its root. Needs --classes.")
    private Optional<String> buildCommand = Optional.empty();

    @Option(
            names = "--classes",
            paramLabel = "PATH",
            description = "Revisions: class path of the built benchmarks, relative to the root.")
    private Optional<String> classes = Optional.empty();

    @Option(names = "--verbose", description = "Prints the output of JMH, the forks and the builds.")
    private boolean verbose;

    /** Creates the options for the limits and for other settings. */
    PairOptions(Set<String> more) {
        super(setting -> LIMITS.containsKey(setting) || more.contains(setting), LIMITS);
    }

    private PairOptions() {
        super(THREADS::equals, Map.of());
    }

    /** Creates the options of a command that measures nothing, and therefore has no limits. */
    static PairOptions withoutLimits() {
        return new PairOptions();
    }

    /** Rejects limits of measurements. */
    void refuseLimits() {
        refuse(LIMITS.keySet(), "limits measurements, but this command measures nothing");
    }

    /** Rejects settings given as properties; settings in the environment are ignored. */
    void refuse(Set<String> names, String reason) {
        names.stream()
                .sorted()
                .filter(libraries.properties::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigurationException(
                            name + " = \"" + libraries.properties.get(name) + "\" " + reason + ". Leave it out.");
                });
    }

    Settings settings() {
        return read(properties());
    }

    Limits limits() {
        Settings settings = settings();
        if (settings.find(KnownSettings.SHARD).isPresent()) {
            throw new ConfigurationException(SHARD + " = \"" + libraries.properties.get(SHARD)
                    + "\": comparisons of builds cannot be sharded. Choose their cases with --cases, or drop the"
                    + " setting.");
        }
        return Limits.of(settings);
    }

    /** Returns the libraries that both builds need. */
    List<String> libraries(Path directory, Consumer<String> note) {
        return libraries.forSuite(directory, new ProfileOptions(), libraries.properties, note);
    }

    BuildRecipe recipe() {
        if (buildCommand.isPresent() && classes.isEmpty()) {
            throw new ConfigurationException(
                    "--build requires --classes, because only Maven builds report their class path."
                            + " Specify the class path of the benchmarks, relative to the root of the repository.");
        }
        return new BuildRecipe(module, buildCommand, classes);
    }

    /** Returns the options that repeat a command line, except the given ones, without secrets. */
    static String again(ParseResult given, String... without) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : given.matchedOptions().stream().distinct().toList()) {
            String name = option.longestName();
            if (List.of(without).contains(name)) {
                continue;
            }
            if (option.arity().max() == 0) {
                words.add(name);
                continue;
            }
            for (String value : option.originalStringValues()) {
                words.add(
                        name.equals("-D")
                                ? Words.quoted(Redaction.argument(name + value))
                                : name + " " + Words.quoted(Redaction.text(value)));
            }
        }
        return String.join(" ", words);
    }

    Consumer<String> output(Console console) {
        return verbose ? console.err()::println : line -> {};
    }
}
