// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.JudgeSettings;
import io.microbench.settings.ConfigurationException;
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
 * The limits of a comparison: its certainty and its cost.
 *
 * @param budget total time for all forks; a fork that would not end within it is not started
 * @param leastForks number of forks of each side of a case before it can be decided, at least 3
 * @param mostForks maximum number of forks of each side of a case
 * @param level probability, in 0..1, of one or more false alarms among all cases if nothing has changed
 * @param band relative changes up to this size are not reported: 0.01 for +-1 %
 */
public record Limits(Duration budget, int leastForks, int mostForks, double level, double band) {

    /** The default limits: ten minutes, 3 to 40 forks per side, 1 % over all cases, +-1 %. */
    public static final Limits DEFAULT =
            new Limits(Duration.ofMinutes(10), 3, 40, JudgeSettings.LEVEL, JudgeSettings.TOLERANCE);

    /** Names of the settings that define these limits; forks do not read them. */
    static final Set<String> SETTINGS =
            Set.of("microbench.budget", "microbench.forkRange", "microbench.tolerance", "microbench.confidence");

    public Limits {
        require(!budget.isNegative() && !budget.isZero(), "The time budget", Durations.text(budget), "a time above 0");
        require(
                leastForks >= 3,
                "The minimum of --fork-range (microbench.forkRange)",
                leastForks,
                "3 or more, such as 3..10");
        require(
                mostForks >= leastForks,
                "The maximum of --fork-range (microbench.forkRange)",
                mostForks,
                leastForks + " or more");
        require(
                level > 0 && level < 0.5,
                "The confidence",
                Numbers.level(1 - level),
                "a share above 50% and below 100%, such as 99%");
        require(band > 0 && band < 1, "The tolerance", band, "a share above 0 and below 1, such as 0.01");
    }

    /**
     * Returns the limits of the settings, with defaults for limits that are not set.
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
                    Confidence.significance(settings.value(KnownSettings.CONFIDENCE)),
                    settings.value(KnownSettings.TOLERANCE));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns these limits with the budget multiplied by the number of machines. */
    Limits onMachines(int machines) {
        return within(budget.multipliedBy(machines));
    }

    /** Returns these limits with another budget. */
    Limits within(Duration time) {
        return new Limits(time, leastForks, mostForks, level, band);
    }

    /** Returns the minimum number of pairs before one of several cases can be called changed. */
    int leastPairs(int cases) {
        return Math.max(leastForks, AnytimeJudge.leastPairs(level / cases));
    }

    private static void require(boolean holds, String what, Object value, String accepted) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + value + ". Expected " + accepted + ".");
        }
    }
}
