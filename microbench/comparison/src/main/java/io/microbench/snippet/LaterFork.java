// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.time.Duration;
import java.util.List;

/**
 * Plans a fork that follows other forks of the same snippet: it is shorter if all of them were steady early.
 *
 * <p>A fork is steady after a warm-up sample if all later samples differ by at most {@value #FLAT} from the final
 * score. A later fork discards one more sample than were unsteady, at least {@value #LEAST_WARMUP} and at most the
 * usual number; if at most {@value #EARLY} were unsteady, its sample is shorter, too, and shorter still if none was.
 * Only ratios within a fork are compared, so the value of a fork does not influence the length of another fork.
 */
final class LaterFork {
    /** The maximum relative difference of the samples of a steady fork. */
    private static final double FLAT = 0.10;

    private static final int LEAST_WARMUP = 2;

    private static final int EARLY = 2;

    private static final Duration SHORT_SAMPLE = Duration.ofMillis(200);

    /** The length of the sample if no earlier one was unsteady. */
    private static final Duration SHORTEST_SAMPLE = Duration.ofMillis(100);

    private LaterFork() {}

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
        int count = Math.min(warmup.count(), Math.max(LEAST_WARMUP, unsteady + 1));
        Duration sample = unsteady == 0 ? SHORTEST_SAMPLE : SHORT_SAMPLE;
        boolean isShorter = unsteady <= EARLY && measurement.time().compareTo(sample) > 0;
        return usual.toBuilder()
                .warmup(new IterationPlan(count, warmup.time(), warmup.batchSize()))
                .measurement(new IterationPlan(
                        measurement.count(), isShorter ? sample : measurement.time(), measurement.batchSize()))
                .build();
    }

    /** Returns the number of warm-up samples before a fork was steady; at least all of them if it never was. */
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
