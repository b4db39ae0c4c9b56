/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.SettingValue;
import io.microbench.scaling.Ladder;
import io.microbench.scaling.Squeeze;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a squeeze is set to, and finds what contradicts it. */
final class SqueezeSettings {

    private final Settings settings;

    SqueezeSettings(Settings settings) {
        this.settings = settings;
    }

    /** Returns whether a squeeze is to find the best thread count of each case. */
    boolean isAskedFor() {
        return settings.find(KnownSettings.THREADS)
                .filter(threads -> threads.ladder().isEmpty())
                .isPresent();
    }

    /** Returns the thread counts that are climbed; empty where the limits make no ladder, which is one of the problems. */
    Optional<Ladder> ladder() {
        try {
            return Optional.of(climb());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Ladder climb() {
        return Ladder.of(
                settings.value(KnownSettings.SQUEEZE_MIN),
                settings.find(KnownSettings.SQUEEZE_MAX).orElseGet(Squeeze::defaultTop),
                settings.value(KnownSettings.SQUEEZE_STEP));
    }

    /** Returns after how many thread counts without a gain a climb ends; empty where no squeeze is set. */
    Optional<Integer> patience() {
        return isAskedFor() ? settings.find(KnownSettings.SQUEEZE_PATIENCE) : Optional.empty();
    }

    /** Returns a message for each thing that a squeeze cannot do as it is set; none where there is none. */
    List<String> problems() {
        if (!isAskedFor()) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        try {
            climb();
        } catch (IllegalArgumentException e) {
            problems.add(given(KnownSettings.THREADS) + " cannot climb from "
                    + given(KnownSettings.SQUEEZE_MIN) + " to " + given(KnownSettings.SQUEEZE_MAX) + " by "
                    + given(KnownSettings.SQUEEZE_STEP) + ": " + e.getMessage() + ".");
        }
        if (settings.find(KnownSettings.MAX_THREADS).isPresent()) {
            problems.add(given(KnownSettings.THREADS) + " and " + given(KnownSettings.MAX_THREADS)
                    + " contradict each other: a squeeze ends at " + KnownSettings.SQUEEZE_MAX.name()
                    + ". Set that instead.");
        }
        if (settings.find(KnownSettings.BUDGET).isPresent()) {
            problems.add(contradiction(KnownSettings.BUDGET));
        }
        if (settings.value(KnownSettings.ORDER) != Scheduling.Order.BLOCKS) {
            problems.add(contradiction(KnownSettings.ORDER));
        }
        if (LadderOrder.asked(settings).equals(Optional.of(LadderOrder.SHUFFLED))) {
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
}
