// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.List;

/** Converts the iterations of a fork to the points that its stop rule evaluated. */
public final class RulePoints {

    private RulePoints() {}

    /** Returns the time of an operation in each iteration, in order, without starved iterations. */
    public static List<Point> of(List<IterationResult> iterations, Mode mode) {
        List<Point> points = new ArrayList<>();
        for (IterationResult iteration : iterations) {
            double time = mode.higherIsBetter() ? 1 / iteration.score() : iteration.score();
            if (!iteration.starved() && Double.isFinite(time) && time > 0) {
                iteration.signs().ifPresent(signs -> points.add(new Point(time, signs.seconds(), signs.compiling())));
            }
        }
        return points;
    }
}
