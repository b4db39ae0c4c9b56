// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Mode;
import io.microbench.result.QuietPoints;
import io.microbench.stopping.Point;
import io.microbench.stopping.Training;
import io.microbench.stopping.WindowMedians;
import java.util.List;
import java.util.Optional;

/** Determines what the forks of a case teach that ran in full. */
final class CaseLesson {

    private static final int FEWEST_FORKS = 2;

    private CaseLesson() {}

    /**
     * Returns what a case taught; empty where fewer than two of its forks ran in full, or they had a JVM of their own, of which
     * nothing is known before the first fork of a later run.
     */
    static Optional<CaseTraining> of(CaseResult result) {
        if (result.status() != CaseResult.Status.DONE || result.plan().jvm().isPresent()) {
            return Optional.empty();
        }
        Mode mode = result.plan().mode();
        List<WindowMedians> forks = result.forksWithValue().stream()
                .filter(fork -> fork.ended(ForkStop.State.STEADY))
                .map(fork -> medians(fork, mode))
                .flatMap(Optional::stream)
                .toList();
        return forks.size() < FEWEST_FORKS
                ? Optional.empty()
                : Optional.of(CaseTraining.of(result.id().text(), Training.of(forks)));
    }

    private static Optional<WindowMedians> medians(ForkResult fork, Mode mode) {
        List<Point> points = QuietPoints.of(fork.iterations(), mode);
        double warmup = seconds(of(Phase.WARMUP, fork), mode);
        double measured = seconds(of(Phase.MEASUREMENT, fork), mode);
        return measured > 0 ? Optional.of(new WindowMedians(points, warmup, measured)) : Optional.empty();
    }

    private static List<IterationResult> of(Phase phase, ForkResult fork) {
        return fork.iterations().stream().filter(each -> each.phase() == phase).toList();
    }

    /** Starved iterations are part of no window: rules do not see them either. */
    private static double seconds(List<IterationResult> iterations, Mode mode) {
        return QuietPoints.of(iterations, mode).stream()
                .mapToDouble(Point::seconds)
                .sum();
    }
}
