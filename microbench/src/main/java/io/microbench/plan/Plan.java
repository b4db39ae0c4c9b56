// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.SettingValue;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.NodeSelection;
import io.microbench.settings.Profiling;
import io.microbench.settings.Scheduling;
import io.microbench.settings.SettingParsers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan of a run: its cases in order, and the settings that belong to no single case.
 *
 * @param cases the cases in the order in which they run
 * @param settings every given setting, with its source
 * @param output folder in which the folder of the run is created
 * @param reportDirectory the folder for JMH's JSON, one file per class; empty for none
 * @param seed seeds every shuffle, in the host and in the forks
 * @param judging the baseline of the run and its criterion
 * @param scheduling the order of the forks, and the deadline of the run
 * @param nodes which nodes measure; empty if this machine does
 * @param profiling the profilers that run in separate forks; empty for none
 */
public record Plan(
        List<PlannedCase> cases,
        List<SettingValue> settings,
        Path output,
        Optional<Path> reportDirectory,
        long seed,
        Judging judging,
        Scheduling scheduling,
        Optional<NodeSelection> nodes,
        Optional<Profiling> profiling) {

    public Plan {
        cases = List.copyOf(cases);
        settings = List.copyOf(settings);
    }

    /** Returns this plan with another value among its settings, for the record of the run. */
    public Plan noting(SettingValue value) {
        List<SettingValue> more = new ArrayList<>(settings);
        more.add(value);
        return new Plan(cases, more, output, reportDirectory, seed, judging, scheduling, nodes, profiling);
    }

    /** Returns the number of JVMs that will be started; the smallest number if that depends on their results. */
    public int forks() {
        return PlannedCase.forks(cases) + PlannedCase.forks(FixtureWarmup.all(cases));
    }

    /** Returns whether the run measures each case in full, to determine the necessary length of its forks. */
    public boolean isTraining() {
        return settings.stream().anyMatch(setting -> setting.name().equals(KnownSettings.TRAINING.name()));
    }

    /** Returns the reference that the table on the console compares cases with; empty if there is none. */
    public Optional<String> reference() {
        return settings.stream()
                .filter(setting -> setting.name().equals(KnownSettings.REFERENCE.name()))
                .map(setting -> SettingParsers.name(setting.value()))
                .findFirst();
    }

    public Duration cost() {
        return scheduling.budget().orElseGet(() -> PlannedCase.cost(cases).plus(FixtureWarmup.cost(cases)));
    }

    /**
     * Describes the baseline of a run and how strictly it is judged.
     *
     * @param baseline name of the baseline that cases are judged against; empty for none
     * @param saveAs name under which the run becomes a baseline at its end; empty if it does not
     * @param tolerance share by which the speed may change and still count as the same, above 0 and below 1
     * @param confidence confidence of all verdicts of the run together, above 0 and below 1
     * @param forced whether to judge even if the environments differ in a way that changes numbers
     * @param history the place of the history that stores the run, as the setting names it; empty for none
     * @param branch branch under which it is stored, if set; otherwise git's
     * @param directory the folder of the module, to which the folder of the history is relative
     */
    public record Judging(
            Optional<String> baseline,
            Optional<String> saveAs,
            Path baselines,
            double tolerance,
            double confidence,
            boolean forced,
            Optional<String> history,
            Optional<String> branch,
            Path directory) {}
}
