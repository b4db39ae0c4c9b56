// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.forks.RunLock;
import io.microbench.plan.Plan;
import io.microbench.plan.Planner;
import io.microbench.result.SettingValue;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.NodeSelection;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of a comparison: those of a run, and limits that only comparisons have.
 *
 * @param limits the required certainty and the maximum cost
 * @param properties system properties of both hosts, including all settings except the limits
 * @param nodes the nodes that measure; empty to measure on this machine
 * @param sideBySide the processors on which the two forks of a pair run at the same time; empty if they run alternately
 */
record ComparisonSettings(
        Limits limits,
        Path output,
        long seed,
        Map<String, String> properties,
        Optional<NodeSelection> nodes,
        Optional<ProcessorHalves> sideBySide) {

    /**
     * Default settings of forks. The shortest forks that measure compiled code have half a second of warm-up and half a
     * second of measurement. Short forks allow more forks in the same time, which detects more changes. Measured
     * iterations are short because their median then ignores iterations that other processes disturbed.
     */
    static final Map<String, String> SHORT_FORKS = Map.of(
            "forks", "1",
            "warmupIterations", "5",
            "microbench.warmupTime", "100ms",
            "measureIterations", "20",
            "microbench.measurementTime", "25ms");

    /** Resolves the settings of the command line. */
    static ComparisonSettings resolve(Map<String, String> properties, Limits limits) {
        Settings settings = Settings.resolve(List.of(new SettingSource(SettingSource.COMMAND_LINE, properties)));
        if (!settings.problems().isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), settings.problems()));
        }
        Map<String, String> ofForks = new HashMap<>(properties);
        ofForks.keySet().removeAll(Limits.SETTINGS);
        Plan plan = new Planner(settings).plan(List.of());
        if (plan.scheduling().patience().isPresent()) {
            throw new ConfigurationException(
                    "microbench.threads = \"squeeze\" cannot be used in a comparison of two builds: both are measured"
                            + " alternately with the same thread counts."
                            + " List them, for example microbench.threads=1..64*2.");
        }
        return new ComparisonSettings(
                settings.given().stream()
                        .filter(given -> given.name().equals("forks"))
                        .findFirst()
                        .map(given -> fixed(given, limits))
                        .orElse(limits),
                plan.output().toAbsolutePath(),
                plan.seed(),
                Map.copyOf(ofForks),
                plan.nodes(),
                Optional.empty());
    }

    /** Returns these settings with forks that run side by side; throws an exception if nodes are set. */
    ComparisonSettings sideBySide(Supplier<ProcessorHalves> halves) {
        nodes.ifPresent(selection -> {
            throw new ConfigurationException("--side-by-side and nodes (" + String.join(",", selection.names())
                    + ") cannot be combined: only forks on this machine can be pinned. Leave one of them out.");
        });
        return new ComparisonSettings(limits, output, seed, properties, nodes, Optional.of(halves.get()));
    }

    /** Returns whether to measure cases that run the same code on both sides. */
    boolean measuresAll() {
        return "measure".equals(properties.get(KnownSettings.UNCHANGED.name()));
    }

    /** Returns whether JMH's own property disables the lock of the machine. */
    boolean ignoresLock() {
        return "true".equals(properties.get(RunLock.IGNORE));
    }

    /** Returns the limits with the given number of forks for each side of each case. */
    private static Limits fixed(SettingValue given, Limits limits) {
        int forks = Integer.parseInt(given.value().strip());
        if (forks < 3) {
            throw new ConfigurationException("forks = \"" + given.value() + "\" (" + given.source()
                    + ") cannot be used: a comparison needs at least 3 forks per side. Omit it to let the"
                    + " comparison choose the number.");
        }
        return new Limits(limits.budget(), forks, forks, limits.level(), limits.band());
    }
}
