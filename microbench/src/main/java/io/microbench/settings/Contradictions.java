// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.List;

/** Finds settings that cannot be combined, or that need another one. */
final class Contradictions {

    private final Settings settings;
    private final List<String> problems = new ArrayList<>();

    private Contradictions(Settings settings) {
        this.settings = settings;
    }

    /** Returns a message for each setting that contradicts another one. */
    static List<String> of(Settings settings) {
        Contradictions found = new Contradictions(settings);
        if (settings.patience().isPresent()) {
            String why = "a squeeze needs all forks of a thread count before it decides on the next";
            found.check(KnownSettings.THREADS, why, KnownSettings.BUDGET);
            if (settings.value(KnownSettings.ORDER) != Scheduling.Order.BLOCKS
                    || settings.shuffled().orElse(false)) {
                found.check(KnownSettings.THREADS, why, KnownSettings.ORDER);
            }
        }
        if (settings.find(KnownSettings.TRAINING).isPresent()) {
            found.check(
                    KnownSettings.TRAINING,
                    "a training run measures each case in full, on one machine",
                    KnownSettings.FORKS,
                    KnownSettings.PRECISION,
                    KnownSettings.BUDGET,
                    KnownSettings.STOP_RULE,
                    KnownSettings.NODES);
            if (settings.find(KnownSettings.HISTORY).isEmpty()) {
                found.problems.add(found.given(KnownSettings.TRAINING) + " stores its results in a history. Name one: "
                        + KnownSettings.HISTORY.name() + "=perf-history.");
            }
        }
        if (settings.find(KnownSettings.UNCHANGED).filter(days -> days > 0).isPresent()
                && settings.find(KnownSettings.HISTORY).isEmpty()) {
            found.problems.add(
                    found.given(KnownSettings.UNCHANGED) + " finds earlier measurements in a history. Name one: "
                            + KnownSettings.HISTORY.name() + "=perf-history.");
        }
        if (settings.find(KnownSettings.PRESET).filter(Preset::isOpen).isPresent()) {
            found.check(
                    KnownSettings.PRESET,
                    "it measures each case for as long as necessary, within " + KnownSettings.FORK_RANGE.name(),
                    KnownSettings.FORKS,
                    KnownSettings.WARMUP_ITERATIONS,
                    KnownSettings.MEASURE_ITERATIONS);
        }
        return found.problems;
    }

    private void check(Setting<?> setting, String why, Setting<?>... others) {
        for (Setting<?> other : others) {
            if (settings.origin(other.name()).isPresent()) {
                problems.add(given(setting) + " and " + given(other) + " contradict each other: " + why
                        + ". Leave out one of the two settings.");
            }
        }
    }

    /** Returns a setting for messages: its name, its value, and its source. */
    private String given(Setting<?> setting) {
        SettingValue value = settings.origin(setting.name()).orElseThrow().withoutSecret();
        return value.name() + " = \"" + Printable.value(value.value()) + "\" (" + value.source() + ")";
    }
}
