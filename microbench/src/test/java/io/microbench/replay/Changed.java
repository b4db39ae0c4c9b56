// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * A change between the training and the replay.
 *
 * @param level the share by which all times are longer: 0.03 for 3 % slower; above -1
 * @param warmup how many times each of the first 10 seconds of every fork is replayed; at least 1
 */
public record Changed(double level, int warmup) {

    /** No change. */
    public static final Changed NOTHING = new Changed(0, 1);

    /** The seconds at the start of each fork that are stretched; most changes of level during warm-up occur in them. */
    private static final double STRETCHED = 10;

    private static final double BLOCK = 1;

    public Changed {
        if (!(level > -1) || !Double.isFinite(level) || warmup < 1) {
            throw new IllegalArgumentException("level " + level + ", warm-up " + warmup
                    + "; expected a level above -1 and a warm-up of at least 1");
        }
    }

    /** Returns the same change without a change of level. */
    Changed withoutLevel() {
        return new Changed(0, warmup);
    }

    /** Returns the changed fork; the durations of its iterations are unchanged. */
    ForkSeries of(ForkSeries fork) {
        List<Point> points = new ArrayList<>();
        List<Point> block = new ArrayList<>();
        double seconds = 0;
        double begun = 0;
        for (Point point : fork.points()) {
            Point changed = new Point(point.value() * (1 + level), point.seconds(), point.compiling());
            if (warmup == 1 || begun >= STRETCHED) {
                points.add(changed);
                continue;
            }
            block.add(changed);
            seconds += point.seconds();
            if (seconds - begun >= BLOCK) {
                for (int i = 0; i < warmup; i++) {
                    points.addAll(block);
                }
                block.clear();
                begun = seconds;
            }
        }
        points.addAll(block);
        return new ForkSeries(points);
    }
}
