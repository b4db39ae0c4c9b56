// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.checkout.BuildRecipe;
import io.microbench.compare.Build;
import io.microbench.compare.Limits;
import io.microbench.plan.ConfigurationException;
import io.microbench.text.Redaction;
import io.microbench.text.ShellWord;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that runs forks of two builds in turn. */
final class PairOptions {

    private static final String SHARD = "microbench.shard";

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "Time for all forks together, such as 60s or 1h. Default: 10m.")
    private Duration budget = Limits.DEFAULT.budget();

    @Option(
            names = "--min-forks",
            paramLabel = "N",
            description = "Forks that each side of each case gets at least, 3 or more. Default: ${DEFAULT-VALUE}.")
    private int leastForks = Limits.DEFAULT.leastForks();

    @Option(
            names = "--max-forks",
            paramLabel = "N",
            description = "Forks that a side of a case gets at most. Default: ${DEFAULT-VALUE}.")
    private int mostForks = Limits.DEFAULT.mostForks();

    @Option(
            names = "--level",
            paramLabel = "SHARE",
            converter = Converters.Shares.class,
            description = "Chance that any verdict is a false alarm, over all cases together. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Share level = new Share(Limits.DEFAULT.level());

    @Option(
            names = "--band",
            paramLabel = "SHARE",
            converter = Converters.Shares.class,
            description = "Changes up to this share count as no change (equivalence band). Default: ${DEFAULT-VALUE}.")
    private Share band = new Share(Limits.DEFAULT.band());

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Libraries that both builds need; may be given several times.")
    private List<String> libraries = List.of();

    @Mixin
    private final LibraryOptions named = new LibraryOptions();

    @Option(
            names = "--module",
            paramLabel = "FOLDER",
            description = "Revisions: the Maven module with the benchmarks. Default: that of the working directory.")
    private Optional<String> module = Optional.empty();

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            description = "Revisions: a shell command that builds one, in its root. Needs --classes.")
    private Optional<String> buildCommand = Optional.empty();

    @Option(
            names = "--classes",
            paramLabel = "PATH",
            description = "Revisions: class path of the built benchmarks, from the root.")
    private Optional<String> classes = Optional.empty();

    @Option(names = "--verbose", description = "Prints the output of JMH, the forks and the builds.")
    private boolean verbose;

    Limits limits() {
        if (properties().containsKey(SHARD)) {
            throw new ConfigurationException(SHARD + " = \"" + named.properties.get(SHARD)
                    + "\": forks of two builds are not cut into shards. Choose their cases with --cases, or drop the"
                    + " setting.");
        }
        try {
            return new Limits(budget, leastForks, mostForks, level.value(), band.value());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the settings and system properties that were given; more can be put in. */
    Map<String, String> properties() {
        OwnOptions.properties().forEach(named.properties::putIfAbsent);
        return named.properties;
    }

    /**
     * Returns what both builds need.
     *
     * @param note takes lines about libraries that are fetched
     */
    List<String> libraries(Path directory, Consumer<String> note) {
        List<String> all = new ArrayList<>(Build.entries(libraries(), directory));
        all.addAll(new NamedLibraries(named, note).forSuite(named.properties));
        return all;
    }

    private String libraries() {
        return String.join(File.pathSeparator, libraries);
    }

    BuildRecipe recipe() {
        if (buildCommand.isPresent() && classes.isEmpty()) {
            throw new ConfigurationException(
                    "--build needs --classes: only Maven can be asked where the classes are. --classes names"
                            + " them, from the"
                            + " root of the repository.");
        }
        return new BuildRecipe(module, buildCommand, classes);
    }

    /** Returns how a revision is built and measured, as options to be given again. */
    String again() {
        StringBuilder text = new StringBuilder();
        module.ifPresent(name -> text.append(" --module ").append(ShellWord.quote(name)));
        buildCommand.ifPresent(command -> text.append(" --build ").append(ShellWord.quote(command)));
        classes.ifPresent(path -> text.append(" --classes ").append(ShellWord.quote(path)));
        if (!libraries.isEmpty()) {
            text.append(" --classpath ").append(ShellWord.quote(libraries()));
        }
        text.append(new NamedLibraries(named, line -> {}).again());
        named.properties.forEach((name, value) -> {
            if (!name.equals(NamedLibraries.SETTING)) {
                text.append(' ').append(ShellWord.quote("-D" + name + "=" + Redaction.value(name, value)));
            }
        });
        return text.toString().strip();
    }

    /** Returns the limits that are not the usual ones, as options to be given again. */
    String limitsAgain() {
        StringBuilder text = new StringBuilder();
        Limits given = limits();
        if (!given.budget().equals(Limits.DEFAULT.budget())) {
            text.append(" --budget ").append(given.budget().toMillis()).append("ms");
        }
        if (given.leastForks() != Limits.DEFAULT.leastForks()) {
            text.append(" --min-forks ").append(given.leastForks());
        }
        if (given.mostForks() != Limits.DEFAULT.mostForks()) {
            text.append(" --max-forks ").append(given.mostForks());
        }
        if (given.level() != Limits.DEFAULT.level()) {
            text.append(" --level ").append(given.level());
        }
        if (given.band() != Limits.DEFAULT.band()) {
            text.append(" --band ").append(given.band());
        }
        return text.toString().strip();
    }

    Consumer<String> output(Console console) {
        return verbose ? console.err()::println : line -> {};
    }
}
