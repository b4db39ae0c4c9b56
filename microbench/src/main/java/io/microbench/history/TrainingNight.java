// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Mode;
import io.microbench.result.RulePoints;
import io.microbench.result.RunRecord;
import io.microbench.stopping.StopRule.Point;
import io.microbench.stopping.Training;
import io.microbench.stopping.Training.WindowMedians;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The training results of one run with {@code microbench.training}.
 *
 * @param id the run's id, as in its record; part of a file name
 * @param time when it started, UTC, in whole milliseconds
 * @param environment where it was measured; the results are not valid for other environments
 * @param cases the cases that were measured in full, in the order of their ids
 */
public record TrainingNight(String id, Instant time, Fingerprint environment, List<CaseTraining> cases) {

    static final Comparator<TrainingNight> BY_TIME =
            Comparator.comparing(TrainingNight::time).thenComparing(TrainingNight::id);

    /** Sorts the cases, and truncates the time to milliseconds, the precision of every store. */
    public TrainingNight {
        Check.name("run id", id);
        time = time.truncatedTo(ChronoUnit.MILLIS);
        cases = Check.sorted(cases, CaseTraining::id, "training " + id);
    }

    /** Determines the training results of a run; omits cases with fewer than two forks that ran in full. */
    public static TrainingNight of(RunRecord run) {
        return new TrainingNight(
                run.id(),
                run.start(),
                Fingerprint.of(run.environment()),
                run.cases().stream()
                        .map(CaseTraining::of)
                        .flatMap(Optional::stream)
                        .toList());
    }

    public Optional<CaseTraining> of(String caseId) {
        return cases.stream().filter(each -> each.id().equals(caseId)).findFirst();
    }

    /**
     * The training result of one case, based on the forks that ran in full.
     *
     * @param from seconds from the first iteration of a fork to the beginning of the sufficient window; at least 0
     * @param to seconds from the first iteration of a fork to the end of the window; above {@code from}
     * @param spread relative standard deviation between forks, as a share; at least 0
     * @param forks number of forks on which it is based; at least 2
     * @param slowStart how much slower forks are before the window ({@link Training#slowStart}); empty if unknown
     */
    public record CaseTraining(
            String id,
            double from,
            double to,
            double spread,
            int forks,

            // This value is missing in documents of earlier versions.
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble slowStart) {

        public CaseTraining {
            Check.notEmpty("case id", id);
            Check.finite("from", from);
            Check.finite("to", to);
            Check.finite("spread", spread);
            new Training(from, to, spread, forks, slowStart);
        }

        private static final int FEWEST_FORKS = 2;

        public Training training() {
            return new Training(from, to, spread, forks, slowStart);
        }

        /**
         * Returns the training result of a case; empty if fewer than two of its forks ran in full, or if the plan names another JVM, whose
         * version is unknown before the first fork of a later run.
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
            if (forks.size() < FEWEST_FORKS) {
                return Optional.empty();
            }
            Training training = Training.of(forks);
            return Optional.of(new CaseTraining(
                    result.id().text(),
                    training.from(),
                    training.to(),
                    training.spread(),
                    training.forks(),
                    training.slowStart()));
        }

        private static Optional<WindowMedians> medians(ForkResult fork, Mode mode) {
            List<Point> points = RulePoints.of(fork.iterations(), mode);
            double warmup = seconds(fork, Phase.WARMUP, mode);
            double measured = seconds(fork, Phase.MEASUREMENT, mode);
            return measured > 0 ? Optional.of(new WindowMedians(points, warmup, measured)) : Optional.empty();
        }

        /** Returns the time of all iterations in a phase, without starved iterations, which stop rules also ignore. */
        private static double seconds(ForkResult fork, Phase phase, Mode mode) {
            List<IterationResult> iterations = fork.iterations().stream()
                    .filter(each -> each.phase() == phase)
                    .toList();
            return RulePoints.of(iterations, mode).stream()
                    .mapToDouble(Point::seconds)
                    .sum();
        }
    }

    public record Trainings(List<TrainingNight> nights) {

        public Trainings {
            nights = nights.stream().sorted(TrainingNight.BY_TIME).toList();
        }

        /** Returns the latest night that contains the case and was measured in the environment; empty if there is no such night. */
        public Optional<TrainingNight> latest(String caseId, Fingerprint environment) {
            return nights.stream()
                    .filter(night -> night.environment().equals(environment))
                    .filter(night -> night.of(caseId).isPresent())
                    .reduce((earlier, later) -> later);
        }

        /** Returns all nights that contain the case, in chronological order. */
        public List<TrainingNight> having(String caseId) {
            return nights.stream().filter(night -> night.of(caseId).isPresent()).toList();
        }
    }
}
