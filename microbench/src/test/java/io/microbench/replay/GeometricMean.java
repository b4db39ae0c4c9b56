// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.util.List;

/** The value of a benchmark: the exponential of the mean logarithm of its fork values. */
final class GeometricMean {

    private GeometricMean() {}

    static double of(List<ForkSeries.Outcome> forks) {
        return Math.exp(forks.stream()
                .mapToDouble(fork -> Math.log(fork.value()))
                .average()
                .orElseThrow());
    }
}
