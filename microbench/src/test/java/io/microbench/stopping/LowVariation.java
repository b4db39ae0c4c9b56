// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Decision;

/**
 * Calls a fork steady when its last 30 points hardly vary: coefficient of variation below a share.
 *
 * <p>After Georges, Buytaert and Eeckhout, "Statistically rigorous Java performance evaluation" (OOPSLA 2007), with the
 * window and bound that Traini et al. used for iterations of 100 ms. It is a reference with two known weaknesses: a
 * plateau of the JIT varies little, so it is mistaken for the steady state, and a fork with rare slow iterations never
 * passes.
 *
 * @param longest seconds after which the fork is called unsteady
 * @param variation bound on standard deviation over mean
 */
record LowVariation(double longest, double variation) implements StopRule {

    static final String NAME = "cov";
    private static final int WINDOW = 30;

    LowVariation {
        RuleSettings.above(NAME, "longest", longest, 0);
        RuleSettings.above(NAME, "variation", variation, 0);
    }

    static StopRule of(RuleSettings settings) {
        return new LowVariation(settings.number("longest", 100), settings.number("variation", 0.02));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Watch begin() {
        Series series = new Series();
        return point -> {
            series.add(point);
            int from = Math.max(0, series.count() - WINDOW);
            if (series.count() >= WINDOW && variation(series, from) < variation) {
                return new Decision.Done(from);
            }
            return series.seconds() >= longest ? new Decision.Unsteady(series.half()) : new Decision.Continue();
        };
    }

    private static double variation(Series series, int from) {
        double mean = 0;
        double squares = 0;
        for (int i = from; i < series.count(); i++) {
            double delta = series.value(i) - mean;
            mean += delta / (i - from + 1);
            squares += delta * (series.value(i) - mean);
        }
        return Math.sqrt(squares / (WINDOW - 1)) / mean;
    }
}
