// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.plan.Plan.Judging;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.SettingValue;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Profiling;
import io.microbench.settings.Scheduling;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.settings.Settings.ForkRange;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.Training;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Converts cases to the plan of a run, with everything that their forks need. */
public final class Planner {

    /** The name of that command in a run record. */
    public static final String RUN = "command";

    /** The system property by which the command passes on the libraries of {@code --deps}, for the record. */
    public static final String LIBRARIES = "microbench-cli.deps";

    /** The name of these libraries in a run record. */
    public static final String DEPS = "deps";

    /** The precision used to choose the first forks of a run with only a budget. */
    private static final double USUAL_PRECISION = 0.03;

    private final Settings settings;
    private final ForkArguments arguments;
    private final Path baseDirectory;

    /** Plans for this JVM as the host. */
    public Planner(Settings settings) {
        // Maven sets the folder of the module; the working directory may be a different folder.
        this(settings, ForkArguments.ofThisHost(settings), Path.of(System.getProperty("basedir", "")));
    }

    Planner(Settings settings, ForkArguments arguments, Path baseDirectory) {
        this.settings = settings;
        this.arguments = arguments;
        this.baseDirectory = baseDirectory;
    }

    /** Returns the case with all JVM arguments of its forks and the options of its class. */
    public PlannedCase complete(PlannedCase planned, BenchmarkInstance host) {
        CasePlan plan = planned.plan();
        List<String> profilers = ProfilerChoice.of(
                plan.profilers(), RequestedOptions.of(plan, host::options).profilers());
        List<String> all = new ArrayList<>(arguments.of(plan.jvmArgs(), host));
        ForkArguments.opening(planned.benchmarkClass()).ifPresent(opening -> all.add(0, opening));
        planned.variant().map(JvmVariant::arguments).ifPresent(all::addAll);
        return planned.with(plan.withProfilers(profilers).withJvmArgs(all), host::options);
    }

    /**
     * Returns a message for each given parameter that no benchmark has.
     *
     * @param selected the parameters of the selected benchmarks, required of a parameter that is given for this run
     * @param all the parameters of all benchmarks, for one that a file or Maven's POM may give to all runs
     */
    public List<String> unknownParameters(Set<String> selected, Set<String> all) {
        List<String> unknown = new ArrayList<>();
        for (String name : settings.parameters().keySet()) {
            String property = KnownSettings.PARAMETER_PREFIX + name;
            String source = settings.origin(property).map(SettingValue::source).orElse("");
            boolean shared = source.equals(SettingSource.FILE) || source.equals(SettingSource.SYSTEM);
            Set<String> known = shared ? all : selected;
            if (!known.contains(name)) {
                unknown.add(property + " (" + source + ") names a parameter that no "
                        + (shared ? "" : "selected ") + "benchmark has. "
                        + (known.isEmpty()
                                ? "There are no parameters. Leave it out."
                                : "Expected one of: " + String.join(", ", new TreeSet<>(known)) + "."));
            }
        }
        return unknown;
    }

    /**
     * Returns a case planned from the result of its training.
     *
     * @param training the result of its training
     * @param source id of the run with that training
     * @param planned the case; returned unchanged if its forks do not end by the standard rule, or its precision needs
     *     no training
     */
    public PlannedCase trained(Training training, String source, PlannedCase planned) {
        Optional<AdaptivePlan> adaptive = planned.plan().adaptive();
        if (adaptive.isEmpty()
                || settings.find(KnownSettings.STOP_RULE).isPresent()
                || settings.find(KnownSettings.TRAINING).isPresent()) {
            return planned;
        }
        AdaptivePlan plan = adaptive.get();
        double precision = plan.precision().orElse(USUAL_PRECISION);
        if (!Training.isFor(precision)) {
            return planned;
        }
        int forks = settings.find(KnownSettings.FORK_RANGE)
                                .flatMap(ForkRange::least)
                                .isPresent()
                        || plan.smallestForks() != CasePlans.LEAST_FORKS
                ? plan.smallestForks()
                : Math.min(plan.largestForks(), training.forksFor(precision));
        AdaptivePlan trained = new AdaptivePlan(
                plan.precision(),
                forks,
                plan.largestForks(),
                StopRule.trained(training, StopRule.of(plan.rule())).text(),
                plan.starvation(),
                Optional.of(source));
        return planned.with(
                planned.plan().toBuilder().adaptive(Optional.of(trained)).build());
    }

    /** Returns the facts for the record of the run: the given settings, the command of the run or of Maven, and libraries of the command. */
    private List<SettingValue> recorded() {
        List<SettingValue> recorded = new ArrayList<>(settings.given());
        Optional.ofNullable(System.getProperty(SettingSource.COMMAND))
                .map(command -> new SettingValue(RUN, command, SettingSource.COMMAND_LINE))
                .or(() -> MavenCommand.of(baseDirectory))
                .ifPresent(recorded::add);
        Optional.ofNullable(System.getProperty(LIBRARIES))
                .ifPresent(libraries -> recorded.add(new SettingValue(DEPS, libraries, SettingSource.COMMAND_LINE)));
        return recorded;
    }

    /** Returns the plan of a run; throws {@link ConfigurationException} if a parameter cannot have a given value. */
    public Plan plan(List<PlannedCase> cases) {
        if (!settings.parameters().isEmpty()) {
            cases.forEach(this::requireNumbers);
        }
        return new Plan(
                cases,
                recorded(),
                baseDirectory.resolve(settings.value(KnownSettings.OUTPUT)),
                settings.find(KnownSettings.PERF_REPORT_DIR).map(baseDirectory::resolve),
                settings.seed(),
                judging(),
                new Scheduling(
                        settings.value(KnownSettings.ORDER), settings.find(KnownSettings.BUDGET), settings.patience()),
                settings.nodes(),
                Profiling.requested(settings, baseDirectory));
    }

    private void requireNumbers(PlannedCase planned) {
        planned.method().ifPresent(method -> planned.parameters().forEach((name, value) -> {
            if (settings.parameters().containsKey(name) && !method.accepts(name, value)) {
                throw new ConfigurationException(KnownSettings.PARAMETER_PREFIX + name + " = \"" + value
                        + "\" cannot be used: the parameter of " + planned.id().benchmark()
                        + " is a number. Expected numbers, such as 1000,10000.");
            }
        }));
    }

    private Judging judging() {
        return new Judging(
                settings.find(KnownSettings.BASELINE),
                settings.find(KnownSettings.SAVE_BASELINE),
                baseDirectory.resolve(settings.value(KnownSettings.BASELINE_DIR)),
                settings.value(KnownSettings.TOLERANCE),
                settings.value(KnownSettings.CONFIDENCE),
                settings.value(KnownSettings.FORCE_COMPARISON),
                settings.find(KnownSettings.HISTORY),
                settings.find(KnownSettings.BRANCH),
                baseDirectory);
    }
}
