// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.CasePlan;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationPlan;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.time.Duration;
import java.util.List;

/**
 * Plans a fork that follows others of the same snippet: it is shorter where all of them were steady early.
 *
 * <p>A fork was steady from the first of its warm-up samples on behind which nothing is farther than {@value #FLAT} of what it
 * measured in the end. A later fork throws away twice as many samples as were not steady, at least {@value #LEAST_WARMUP}, and never
 * more than usual; where at most {@value #EARLY} were not, its sample is shorter, too. What is compared are ratios within a fork, so no
 * fork is shorter for having the value of another one.
 */
final class LaterFork {

    /** How far samples of a steady fork are apart at most; on a busy machine they are farther, and forks are as long as usual. */
    private static final double FLAT = 0.05;

    private static final int LEAST_WARMUP = 2;

    private static final int EARLY = 2;

    private static final Duration SHORT_SAMPLE = Duration.ofMillis(300);

    private LaterFork() {}

    /**
     * Returns the plan of the next fork.
     *
     * @param forks those before it, in any order
     * @param usual the plan of the first one
     */
    static CasePlan of(List<ForkResult> forks, CasePlan usual) {
        if (forks.isEmpty()) {
            return usual;
        }
        IterationPlan warmup = usual.warmup();
        IterationPlan measurement = usual.measurement();
        int unsteady = forks.stream().mapToInt(LaterFork::unsteady).max().orElseThrow();
        if (unsteady >= warmup.count()) {
            return usual;
        }
        int count = Math.min(warmup.count(), Math.max(LEAST_WARMUP, 2 * unsteady));
        boolean early = unsteady <= EARLY && measurement.time().compareTo(SHORT_SAMPLE) > 0;
        return usual.toBuilder()
                .warmup(new IterationPlan(count, warmup.time(), warmup.batchSize()))
                .measurement(new IterationPlan(
                        measurement.count(), early ? SHORT_SAMPLE : measurement.time(), measurement.batchSize()))
                .build();
    }

    /** Returns how many of a fork's warm-up samples came before it was steady; all of them and more where it never was. */
    private static int unsteady(ForkResult fork) {
        List<Double> warmups = fork.iterations().stream()
                .filter(iteration -> iteration.phase() == Phase.WARMUP)
                .map(IterationResult::score)
                .toList();
        double[] measured = fork.validScores();
        if (warmups.isEmpty() || measured.length == 0 || fork.failure().isPresent()) {
            return Integer.MAX_VALUE;
        }
        int unsteady = warmups.size();
        while (unsteady > 0 && isFlat(warmups.get(unsteady - 1), measured)) {
            unsteady--;
        }
        return unsteady;
    }

    private static boolean isFlat(double warmup, double[] measured) {
        for (double score : measured) {
            if (!(Math.abs(warmup / score - 1) <= FLAT)) {
                return false;
            }
        }
        return true;
    }
}
