// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan;
import io.microbench.text.Printable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads whether a run is a training, and plans its forks. */
public final class TrainingSettings {

    private static final int USUAL_FORKS = 5;

    public static final Setting<Integer> TRAINING = new Setting<>(
            "microbench.training",
            "a whole number of forks, 2 or more, or nothing for " + USUAL_FORKS,
            TrainingSettings::forks,
            Optional.empty(),
            "none",
            "Measures each case in full, in this many forks, and keeps in the history how long its forks have to be. Runs with that history and a precision up to 5%, or a budget, plan by it.");

    private final Settings settings;

    public TrainingSettings(Settings settings) {
        this.settings = settings;
    }

    /** A property without a value is {@code true} to Maven, and empty to the JVM. */
    private static int forks(String text) {
        return text.isBlank() || text.equals("true")
                ? USUAL_FORKS
                : SettingParsers.atLeast(2).apply(text);
    }

    /** Returns a message for each setting that cannot be combined with a training; none if all can. */
    List<String> problems() {
        Optional<String> training = settings.origin(TRAINING.name())
                .map(value -> TRAINING.name() + " = \"" + Printable.value(value.value()) + "\"");
        if (training.isEmpty() || settings.find(TRAINING).isEmpty()) {
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

    /** Returns how a case is measured in a training: for as long as its fixed plan has it. Empty where the run is none. */
    public Optional<AdaptivePlan> inFull(CasePlan fixed) {
        return settings.find(TRAINING)
                .map(forks -> new AdaptivePlan(
                        Optional.empty(),
                        forks,
                        forks,
                        String.format(
                                Locale.ROOT,
                                "fixed:warmup=%s,measured=%s",
                                fixed.warmup().total().toMillis() / 1000.0,
                                fixed.measurement().total().toMillis() / 1000.0),
                        settings.value(KnownSettings.STARVATION)));
    }
}
