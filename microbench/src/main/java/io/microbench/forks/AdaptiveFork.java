// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.Signs.StopReason;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * The end that a fork with a stop rule reported.
 *
 * <p>JMH ran one series of iterations and calls all of them measured; everything before the first that counts was warm-up.
 *
 * @param reason why it ended
 * @param from index from 0 of the first iteration that counts
 */
record AdaptiveFork(StopReason reason, int from) {

    ForkStop stop(String rule) {
        return new ForkStop(ForkStop.State.valueOf(reason.name()), rule);
    }

    /** Returns all iterations, each in its phase. */
    List<IterationResult> iterations(List<IterationResult> series) {
        List<IterationResult> marked = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            marked.add(
                    i < from
                            ? series.get(i).as(Phase.WARMUP, i + 1)
                            : series.get(i).as(Phase.MEASUREMENT, i - from + 1));
        }
        return marked;
    }

    /** Returns JMH's result over the iterations that count: the measured ones that were not starved. */
    BenchmarkResult result(BenchmarkResult whole) {
        List<org.openjdk.jmh.results.IterationResult> counting = new ArrayList<>();
        int index = 0;
        for (org.openjdk.jmh.results.IterationResult iteration : whole.getIterationResults()) {
            if (index++ >= from && !JmhResults.isStarved(iteration)) {
                counting.add(iteration);
            }
        }
        return JmhResults.of(whole, counting);
    }
}
