// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The points of one fork, from its start.
 *
 * @param points its points, at least one
 */
record ForkSeries(List<Point> points) {

    /** The minimum duration of an iteration, in seconds. */
    private static final double ITERATION = 0.1;

    /**
     * The result of a rule for a fork.
     *
     * @param value median time per operation of the measured points
     * @param seconds time of all points up to the end
     * @param points the number of points up to the end
     * @param unsteady whether the rule called the fork unsteady
     * @param ranOut whether the series ended before the rule had decided; its second half was then taken as measured
     */
    record Outcome(double value, double seconds, int points, boolean unsteady, boolean ranOut) {}

    /** Creates a fork from times per operation; an iteration repeats the operation until 0.1 s have passed. */
    static ForkSeries of(double[] secondsPerOperation) {
        return new ForkSeries(Arrays.stream(secondsPerOperation)
                .mapToObj(value -> new Point(value, Math.ceil(ITERATION / value) * value, 0))
                .toList());
    }

    Outcome under(StopRule rule) {
        StopRule.Watch watch = rule.begin();
        double seconds = 0;
        for (int i = 0; i < points.size(); i++) {
            seconds += points.get(i).seconds();
            Decision decision = watch.after(points.get(i));
            if (decision instanceof Decision.Done done) {
                return new Outcome(median(done.from(), i + 1), seconds, i + 1, false, false);
            }
            if (decision instanceof Decision.Unsteady unsteady) {
                return new Outcome(median(unsteady.from(), i + 1), seconds, i + 1, true, false);
            }
        }
        return new Outcome(median(half(seconds), points.size()), seconds, points.size(), false, true);
    }

    /** Returns the number of points that end within this many seconds; at least 1. */
    int until(double seconds) {
        double end = 0;
        int count = 0;
        while (count < points.size() && (end += points.get(count).seconds()) <= seconds) {
            count++;
        }
        return Math.max(1, count);
    }

    private int half(double seconds) {
        double end = 0;
        for (int i = 0; i < points.size(); i++) {
            end += points.get(i).seconds();
            if (end > seconds / 2) {
                return i;
            }
        }
        return points.size() - 1;
    }

    private double median(int from, int to) {
        double[] sorted = IntStream.range(from, to)
                .mapToDouble(i -> points.get(i).value())
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
