// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.Arrays;

/**
 * Cuts the running series into segments of one level each and waits until the last one is half of it.
 *
 * <p>Optimal partitioning (Jackson et al. 2005; PELT of Killick, Fearnhead and Eckley 2012 is the same with pruning) of
 * the logarithms of at most 60 block medians, with squared error as cost and {@code 3 ln n} times the noise's variance
 * as the price of a cut. The noise is estimated from the differences of neighbours, so that steps do not count as
 * noise. Levels within a share of each other count as one, as in Traini et al. (Empirical Software Engineering 28,
 * 2023), who classify complete series in this way; here it is done while the fork runs.
 *
 * @param shortest seconds before the first check
 * @param longest seconds after which the fork is called unsteady
 * @param level share by which segments of one level may differ
 */
record ChangePointRule(double shortest, double longest, double level) implements StopRule {

    static final String NAME = "change-point";

    private static final int BLOCKS = 60;
    private static final int FEWEST_BLOCKS = 4;
    /** Median of the absolute difference of two standard normal values: 0.6745 times the square root of 2. */
    private static final double NORMAL_DIFFERENCE = 0.9539;
    /** Smaller noise is meaningless because of timers and rounding: a tenth of a per mille. */
    private static final double LEAST_NOISE = 1e-4;

    ChangePointRule {
        LaboratoryRules.ladder(NAME, shortest, longest, "level", level);
    }

    static StopRule of(RuleSettings settings) {
        return new ChangePointRule(
                settings.number("shortest", 10), settings.number("longest", 100), settings.number("level", 0.02));
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
                int blocks = Math.min(BLOCKS, series.count());
                if (blocks < FEWEST_BLOCKS) {
                    return Series.NONE;
                }
                int start = lastLevel(series.logMedians(0, series.count(), blocks));
                return 2 * start <= blocks ? series.half() : Series.NONE;
            }
        };
    }

    /** Returns the index at which the last level begins. */
    private int lastLevel(double[] values) {
        int[] cuts = lastCuts(values);
        int start = cuts[values.length];
        double last = mean(values, start, values.length);
        while (start > 0) {
            int before = cuts[start];
            if (Math.abs(mean(values, before, start) - last) > Math.log1p(level)) {
                return start;
            }
            start = before;
        }
        return start;
    }

    /** Returns for each length of the series where the last segment begins if the series is cut at the least cost. */
    private static int[] lastCuts(double[] values) {
        int n = values.length;
        double price = 3 * Math.log(n) * square(noise(values));
        double[] best = new double[n + 1];
        int[] cut = new int[n + 1];
        best[0] = -price;
        for (int end = 1; end <= n; end++) {
            best[end] = Double.POSITIVE_INFINITY;
            double mean = 0;
            double squares = 0;
            for (int start = end - 1; start >= 0; start--) {
                double delta = values[start] - mean;
                mean += delta / (end - start);
                squares += delta * (values[start] - mean);
                double cost = best[start] + squares + price;
                if (cost < best[end]) {
                    best[end] = cost;
                    cut[end] = start;
                }
            }
        }
        return cut;
    }

    private static double noise(double[] values) {
        double[] steps = new double[values.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Math.abs(values[i + 1] - values[i]);
        }
        Arrays.sort(steps);
        return Math.max(LEAST_NOISE, steps[steps.length / 2] / NORMAL_DIFFERENCE);
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static double square(double value) {
        return value * value;
    }
}
