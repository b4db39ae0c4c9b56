/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import java.util.ArrayList;
import java.util.List;

/** Placeholder until the rules arrive. */
final class TrailingHalf implements StopRule {

    @Override
    public String name() {
        return "trailing-half";
    }

    @Override
    public Watch begin() {
        List<Point> seen = new ArrayList<>();
        return point -> {
            seen.add(point);
            int half = seen.size() / 2;
            if (seen.size() < 8) {
                return new Decision.Continue();
            }
            if (seen.size() >= 100) {
                return new Decision.Unsteady(half);
            }
            double first = seen.subList(half, half + half / 2).stream()
                    .mapToDouble(Point::value)
                    .average()
                    .orElseThrow();
            double second = seen.subList(half + half / 2, seen.size()).stream()
                    .mapToDouble(Point::value)
                    .average()
                    .orElseThrow();
            return Math.abs(first / second - 1) < 0.02 ? new Decision.Done(half) : new Decision.Continue();
        };
    }
}
