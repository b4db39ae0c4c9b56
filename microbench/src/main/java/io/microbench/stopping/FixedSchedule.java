// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Decision;
import java.util.OptionalDouble;

/**
 * Warms up for a fixed time and measures for a fixed time, like JMH itself.
 *
 * <p>It never marks a fork as unsteady, because it does not check. Other rules have to be better than a fixed schedule
 * of the same cost.
 *
 * @param warmup seconds before the first measured point
 * @param measured seconds of measurement after that
 */
record FixedSchedule(double warmup, double measured) implements StopRule {

    static final String NAME = "fixed";

    FixedSchedule {
        RuleSettings.atLeast(NAME, "warmup", warmup, 0);
        RuleSettings.above(NAME, "measured", measured, 0);
    }

    static StopRule of(RuleSettings settings) {
        return new FixedSchedule(settings.number("warmup", 40), settings.number("measured", 10));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public OptionalDouble longestFork() {
        return OptionalDouble.of(warmup + measured);
    }

    @Override
    public Watch begin() {
        Series series = new Series();
        return point -> {
            series.add(point);
            int from = series.after(warmup - 2 * Series.ROUNDING) + (warmup > 0 ? 1 : 0);
            double warm = from == 0 ? 0 : series.end(Math.min(from, series.count()) - 1);
            return from < series.count() && series.seconds() >= warm + measured - Series.ROUNDING
                    ? new Decision.Done(from)
                    : new Decision.Continue();
        };
    }
}
