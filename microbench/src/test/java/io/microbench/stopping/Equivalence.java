// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * Accepts the second half of the time once its two halves are shown to be equal; it is not enough that no difference is
 * found.
 *
 * <p>Two one-sided t tests (Schuirmann 1987): the 90 % interval for the difference of the two quarters must lie within
 * the margin. The values tested are logarithms of block medians, eight blocks to a quarter, so that neighbouring
 * iterations, which resemble each other, do not count as independent (batch means: Law, Simulation Modeling and
 * Analysis, chapter 9). A noisy fork has to run until this is certain; {@link TrailingHalf} might accept it by chance.
 *
 * @param shortest seconds before the first check
 * @param longest seconds after which the fork is called unsteady
 * @param margin share within which the two quarters must be equal
 */
record Equivalence(double shortest, double longest, double margin) implements StopRule {

    static final String NAME = "equivalence";

    private static final int BLOCKS = 8;
    private static final int FEWEST_BLOCKS = 2;
    /** 95 % quantiles of Student's t for 2, 4, ... 14 degrees of freedom: two quarters with 2 to 8 blocks each. */
    private static final double[] QUANTILES = {2.920, 2.132, 1.943, 1.860, 1.812, 1.782, 1.761};

    Equivalence {
        LaboratoryRules.ladder(NAME, shortest, longest, "margin", margin);
    }

    static StopRule of(RuleSettings settings) {
        return new Equivalence(
                settings.number("shortest", 10), settings.number("longest", 100), settings.number("margin", 0.02));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Watch begin() {
        return new LadderWatch(shortest, longest) {
            @Override
            protected int measuredFrom(Series series) {
                int half = series.half();
                int quarter = series.after(series.seconds() * 3 / 4);
                int blocks = Math.min(BLOCKS, Math.min(quarter - half, series.count() - quarter));
                if (blocks < FEWEST_BLOCKS) {
                    return Series.NONE;
                }
                double[] third = series.logMedians(half, quarter, blocks);
                double[] fourth = series.logMedians(quarter, series.count(), blocks);
                return furthest(third, fourth) <= Math.log1p(margin) ? half : Series.NONE;
            }
        };
    }

    /** Returns the distance from 0 of the further end of the 90 % interval for the difference of two means. */
    private static double furthest(double[] a, double[] b) {
        int n = a.length;
        double error = Math.sqrt((squares(a) + squares(b)) / (n - 1) / n);
        return Math.abs(mean(a) - mean(b)) + QUANTILES[n - FEWEST_BLOCKS] * error;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double squares(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return sum;
    }
}
