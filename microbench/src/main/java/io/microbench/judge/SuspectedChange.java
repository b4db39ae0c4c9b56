// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.AnytimeRatio;
import io.microbench.stats.Confidence;
import io.microbench.stats.Interval;
import java.util.Optional;

/**
 * Describes by how much a case is suspected to have become slower, and decides when fresh forks rule that out.
 *
 * <p>A suspected change is an estimate that was chosen for being large, so the true one is most likely smaller: when the
 * evidence is barely sufficient, estimates are too large by a factor of up to about two (A. Gelman and J. Carlin, "Beyond power
 * calculations: assessing type S (sign) and type M (magnitude) errors", Perspectives on Psychological Science 9, 2014). So a
 * change is only ruled out if the interval of the fresh forks excludes everything from half of it upward, on the scale of
 * logarithms, where halves of ratios are ratios: of a suspected -50 % everything from -29.3 % upward. Changes within the band
 * count as no change.
 *
 * <p>The interval is that of {@link AnytimeRatio}, because the forks are checked after each pair. Its level is
 * {@link Confidence#RULED_OUT} for each case, whatever the number of cases: a wrong exclusion costs one night, as the history
 * nominates the same level again, and a stricter level would make a noisy night cost its whole budget.
 *
 * <p>An interval that excludes both the suspected change and no change shows a different change. Then nothing is ruled out, and
 * more forks are run.
 *
 * @param ratio the suspected speed over the earlier one: 0.5 for half the speed; one that is not above 0 and below 1 is not a
 *     slowdown, and is never ruled out
 */
public record SuspectedChange(String caseId, double ratio) {

    /** The part of a suspected change, as a share of its logarithm, that has to be excluded. */
    private static final double SHARE = 0.5;

    /**
     * Returns the exclusion of this change; empty while it is possible, and if a different change is seen.
     *
     * @param speed candidate over baseline, as a ratio of speeds
     * @param band changes up to this share are no changes
     */
    Optional<RuledOut> ruledOut(AnytimeRatio speed, double band) {
        if (!(ratio > 0 && ratio < 1)) {
            return Optional.empty();
        }
        double none = 1 / (1 + band);
        double least = Math.min(Math.pow(ratio, SHARE), none);
        double confidence = Confidence.RULED_OUT.level();
        Optional<Interval> interval = speed.interval(confidence);
        return interval.filter(fresh -> fresh.low() > least && fresh.high() >= none)
                .map(fresh -> new RuledOut(ratio, fresh.low(), fresh.high(), confidence));
    }
}
