// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * Uses the second half of the time as the sample once its own two halves agree.
 *
 * <p>A fork is steady when the medians of the third and fourth quarter of the fork's time differ by no more than a
 * share, at two checks in a row. Half of all time is warm-up by construction, so a warm-up of any length is excluded at
 * the price of doubling it, which is optimal for a rule without prior knowledge (the argument of the doubling strategy
 * in online search: Bentley and Yao, "An almost optimal algorithm for unbounded searching", 1976). Medians are used,
 * because rare slow iterations of 100 ms would shift a mean.
 *
 * <p>It does not detect a level that lasts for the whole second half and then drops: a plateau of the JIT looks flat.
 *
 * @param shortest seconds before the first check
 * @param longest seconds after which the fork is called unsteady
 * @param agreement share by which the two medians may differ
 */
record TrailingHalf(double shortest, double longest, double agreement) implements StopRule {

    static final String NAME = "trailing-half";

    TrailingHalf {
        LaboratoryRules.ladder(NAME, shortest, longest, "agreement", agreement);
    }

    static StopRule of(RuleSettings settings) {
        return new TrailingHalf(
                settings.number("shortest", 10), settings.number("longest", 100), settings.number("agreement", 0.01));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Watch begin() {
        return new LadderWatch(shortest, longest) {

            private boolean agreed;

            @Override
            protected int measuredFrom(Series series) {
                int from = series.agreeingHalf(agreement);
                boolean twice = agreed && from >= 0;
                agreed = from >= 0;
                return twice ? from : Series.NONE;
            }
        };
    }
}
