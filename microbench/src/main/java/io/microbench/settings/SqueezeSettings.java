// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what a squeeze is set to, and finds what contradicts it. */
public final class SqueezeSettings {

    private final Settings settings;

    public SqueezeSettings(Settings settings) {
        this.settings = settings;
    }

    /** Returns whether a squeeze is to find the best thread count of each case. */
    public boolean isAskedFor() {
        return patience().isPresent();
    }

    /** Returns after how many thread counts without a gain a climb ends; empty where no squeeze is set. */
    public Optional<Integer> patience() {
        return settings.find(KnownSettings.THREADS)
                .map(ThreadCounts::patience)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt);
    }

    /** Returns a message for each setting that cannot be combined with a squeeze; none if all can. */
    List<String> problems() {
        if (!isAskedFor()) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
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
