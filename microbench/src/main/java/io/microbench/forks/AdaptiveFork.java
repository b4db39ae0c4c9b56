// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Splits the iterations of a fork with a stop rule into warm-up and measurement.
 *
 * <p>JMH ran one series of iterations and calls all of them measured. At its end, the fork reported the first iteration that
 * counts; everything before it was warm-up.
 */
public final class AdaptiveFork {

    private final String rule;
    private final ForkOutput.Stop stop;

    public AdaptiveFork(String rule, ForkOutput.Stop stop) {
        this.rule = rule;
        this.stop = stop;
    }

    /** Returns how the fork ended. */
    public ForkStop stop() {
        ForkStop.State state =
                switch (stop.reason()) {
                    case STEADY -> ForkStop.State.STEADY;
                    case UNSTEADY -> ForkStop.State.UNSTEADY;
                    case OUT_OF_TIME -> ForkStop.State.OUT_OF_TIME;
                    case NO_QUIET_TIME -> ForkStop.State.NO_QUIET_TIME;
                };
        return new ForkStop(state, rule);
    }

    /** Returns all iterations, each in its phase. */
    public List<IterationResult> iterations(List<IterationResult> series) {
        List<IterationResult> marked = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            marked.add(
                    i < stop.from()
                            ? series.get(i).as(Phase.WARMUP, i + 1)
                            : series.get(i).as(Phase.MEASUREMENT, i - stop.from() + 1));
        }
        return marked;
    }

    /** Returns JMH's result over the iterations that count: the measured ones that were not starved. */
    public BenchmarkResult result(BenchmarkResult whole) {
        List<org.openjdk.jmh.results.IterationResult> counting = new ArrayList<>();
        int index = 0;
        for (org.openjdk.jmh.results.IterationResult iteration : whole.getIterationResults()) {
            boolean starved = JmhResults.isStarved(iteration);
            if (index >= stop.from() && !starved) {
                counting.add(iteration);
            }
            index++;
        }
        return JmhResults.of(whole, counting);
    }
}
