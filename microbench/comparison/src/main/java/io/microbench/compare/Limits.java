// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.JudgeSettings;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.JudgementSettings;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.settings.Settings.ForkRange;
import io.microbench.stats.Confidence;
import io.microbench.text.Durations;
import io.microbench.text.Numbers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Limits how uncertain a comparison may be and what it may cost.
 *
 * @param budget time for all forks together; no fork is begun that would not end within it
 * @param leastForks forks that each side of each case gets before anything is decided, at least 3
 * @param mostForks forks that a side of a case gets at most
 * @param level chance, in 0..1, that any verdict is a false alarm if nothing has changed, over all cases together
 * @param band changes up to this share are no changes: 0.01 for +-1 %
 */
public record Limits(Duration budget, int leastForks, int mostForks, double level, double band) {

    /** The default limits: ten minutes, 3 to 40 forks a side, 1 % over all cases, +-1 %. */
    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(10), 3, 40, JudgeSettings.LEVEL, JudgeSettings.TOLERANCE);

    /** Names of the settings of which these are made; forks take none of them. */
    static final Set<String> SETTINGS =
            Set.of("microbench.budget", "microbench.forkRange", "microbench.tolerance", "microbench.confidence");

    public Limits {
        require(!budget.isNegative() && !budget.isZero(), "The time budget", Durations.text(budget), "a time above 0");
        require(leastForks >= 3, "The least number of forks a side", leastForks, "3 or more");
        require(mostForks >= leastForks, "The largest number of forks a side", mostForks, leastForks + " or more");
        require(
                level > 0 && level < 0.5,
                "The confidence",
                Numbers.level(1 - level),
                "a share above 50% and below 100%, such as 99%");
        require(band > 0 && band < 1, "The tolerance", band, "a share above 0 and below 1, such as 0.01");
    }

    /**
     * Returns the limits of the settings, with defaults for those that are not set.
     *
     * @throws ConfigurationException if they cannot be used
     */
    public static Limits of(Settings settings) {
        Optional<ForkRange> forks = settings.find(KnownSettings.FORK_RANGE);
        int least = forks.flatMap(ForkRange::least).orElse(DEFAULT.leastForks);
        try {
            return new Limits(
                    settings.find(KnownSettings.BUDGET).orElse(DEFAULT.budget),
                    least,
                    forks.flatMap(ForkRange::most).orElse(Math.max(least, DEFAULT.mostForks)),
                    Confidence.significance(settings.value(JudgementSettings.CONFIDENCE)),
                    settings.value(JudgementSettings.TOLERANCE));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the limits with the time of this many machines together. */
    Limits onMachines(int machines) {
        return new Limits(budget.multipliedBy(machines), leastForks, mostForks, level, band);
    }

    private static void require(boolean holds, String what, Object value, String accepted) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + value + ". Expected " + accepted + ".");
        }
    }
}
