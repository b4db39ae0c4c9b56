// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;

/** The decision of a rule on a fork, and its time. */
public record Watched(Decision decision, int points) {

    public static Watched of(String rule, MadeSeries series) {
        return of(LaboratoryRules.byName(rule).orElseThrow(), series.points());
    }

    public static Watched of(StopRule rule, Point... points) {
        StopRule.Watch watch = rule.begin();
        for (int i = 0; i < points.length; i++) {
            Decision decision = watch.after(points[i]);
            if (!(decision instanceof Decision.Continue)) {
                return new Watched(decision, i + 1);
            }
        }
        return new Watched(new Decision.Continue(), points.length);
    }

    public boolean steady() {
        return decision instanceof Decision.Done;
    }

    public boolean unsteady() {
        return decision instanceof Decision.Unsteady;
    }

    public int from() {
        if (decision instanceof Decision.Done done) {
            return done.from();
        }
        return decision instanceof Decision.Unsteady unsteady ? unsteady.from() : -1;
    }

    public double seconds() {
        return points / 10.0;
    }

    public double median(MadeSeries series) {
        double[] measured = Arrays.copyOfRange(series.values(1), from(), points);
        Arrays.sort(measured);
        return measured[measured.length / 2];
    }
}
