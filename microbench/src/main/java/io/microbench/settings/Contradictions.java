// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds settings that cannot be combined: with a squeeze, with a training. */
final class Contradictions {

    private final Settings settings;

    Contradictions(Settings settings) {
        this.settings = settings;
    }

    /** Returns a message for each setting that contradicts another one. */
    List<String> problems() {
        return Stream.concat(ofSqueeze().stream(), ofTraining().stream()).toList();
    }

    private List<String> ofSqueeze() {
        if (settings.patience().isEmpty()) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        if (settings.find(KnownSettings.BUDGET).isPresent()) {
            problems.add(contradiction(KnownSettings.BUDGET));
        }
        if (settings.value(KnownSettings.ORDER) != Scheduling.Order.BLOCKS) {
            problems.add(contradiction(KnownSettings.ORDER));
        }
        if (settings.shuffled().orElse(false)) {
            problems.add(given(KnownSettings.THREADS) + " and " + given(KnownSettings.ORDER)
                    + " contradict each other: a squeeze climbs, and decides on each thread count before the next. Leave out one"
                    + " of the two settings.");
        }
        return problems;
    }

    private String contradiction(Setting<?> other) {
        return given(KnownSettings.THREADS) + " and " + given(other)
                + " contradict each other: a squeeze needs all forks of a thread count before it decides on the next, and"
                + " there they would take turns with those of other cases. Leave out one of the two settings.";
    }

    /** Returns a setting as messages have it: its name, with its value and where that came from if it was given. */
    private String given(Setting<?> setting) {
        return settings.origin(setting.name())
                .map(SettingValue::withoutSecret)
                .map(value -> value.name() + " = \"" + Printable.value(value.value()) + "\" (" + value.source() + ")")
                .orElse(setting.name() + " (" + setting.otherwise() + ")");
    }

    private List<String> ofTraining() {
        Optional<String> training = settings.origin(KnownSettings.TRAINING.name())
                .map(value -> KnownSettings.TRAINING.name() + " = \"" + Printable.value(value.value()) + "\"");
        if (training.isEmpty() || settings.find(KnownSettings.TRAINING).isEmpty()) {
            return List.of();
        }
        Stream<String> contradictions = Stream.of(
                        KnownSettings.FORKS, KnownSettings.PRECISION, KnownSettings.BUDGET, KnownSettings.STOP_RULE)
                .filter(other -> settings.find(other).isPresent())
                .map(other -> training.get() + " measures each case in full, and " + other.name()
                        + " is for other runs. Leave out one of them.");
        Stream<String> place = settings.find(JudgementSettings.HISTORY).isPresent()
                ? Stream.empty()
                : Stream.of(training.get() + " keeps what it learns in a history. Name one: "
                        + JudgementSettings.HISTORY.name() + "=perf-history.");
        Stream<String> nodes = settings.nodes().isEmpty()
                ? Stream.empty()
                : Stream.of(training.get() + " is bound to the machine that measures, and " + KnownSettings.NODES.name()
                        + " names several. Leave out one of them.");
        return Stream.of(place, contradictions, nodes).flatMap(each -> each).toList();
    }
}
