// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which fork runs next on one machine, and judges a case after each of its pairs.
 *
 * <p>First, rounds are run: in each round, every case gets one pair of forks, in random order. After the rounds, each
 * pair goes to the undecided case with the widest interval. Within a case the sides go A B, B A, A B, ..., so that a
 * machine that becomes slower or faster at a steady rate favours neither; which side begins is drawn for each case. The
 * seed determines the whole order. Random order of trials on one machine: Abedi and Brecht, "Conducting Repeatable
 * Experiments in Highly Variable Cloud Computing Environments" (ICPE 2017).
 *
 * <p>A pair is started only if it is expected to end within the budget, based on the duration of the previous pair of
 * its case. A case with a failed fork gets no further forks. If only controls are left, they end as soon as they have
 * enough pairs to show a change: most controls would never be decided.
 */
final class PairSchedule {

    private final AnytimeJudge judge;
    private final Limits limits;
    private final Random random;
    private final List<PairedForks> cases = new ArrayList<>();
    private final Deque<PairedForks> round = new ArrayDeque<>();
    private Optional<PairFork> second = Optional.empty();
    /** The case of the last pair that has ended, until its duration is known. */
    private Optional<PairedForks> complete = Optional.empty();

    private Duration leftBefore = Duration.ZERO;
    private boolean outOfTime;

    PairSchedule(AnytimeJudge judge, Limits limits, long seed) {
        this.judge = judge;
        this.limits = limits;
        this.random = new Random(seed);
    }

    /** Adds a case, which may have pairs already. */
    void add(PairedForks forks) {
        cases.add(forks);
        forks.beginWith(random.nextBoolean() ? Side.BASELINE : Side.CANDIDATE);
    }

    /** Returns the next fork, if any; a pair that has begun is completed even if no time is left. */
    Optional<PairFork> next(Duration left) {
        Optional<PairFork> begun = second;
        second = Optional.empty();
        if (begun.isPresent()) {
            return begun;
        }
        complete.ifPresent(forks -> forks.took(leftBefore.minus(left)));
        complete = Optional.empty();
        Optional<PairedForks> next = nextCase();
        outOfTime = next.filter(forks -> forks.pairCost().compareTo(left) > 0).isPresent();
        leftBefore = left;
        return outOfTime ? Optional.empty() : next.map(PairedForks::nextPair);
    }

    /** Returns the case of the next pair; empty if no case needs further forks. */
    private Optional<PairedForks> nextCase() {
        if (round.isEmpty()) {
            List<PairedForks> shuffled = open().filter(forks -> forks.pairs() < limits.leastForks())
                    .collect(Collectors.toCollection(ArrayList::new));
            Collections.shuffle(shuffled, random);
            round.addAll(shuffled);
        }
        return round.isEmpty()
                ? open().max(Comparator.comparingDouble(PairedForks::width))
                : Optional.of(round.removeFirst());
    }

    private Stream<PairedForks> open() {
        List<PairedForks> open =
                cases.stream().filter(forks -> forks.isOpen(limits)).toList();
        boolean onlyControls = open.stream().allMatch(forks -> forks.paired().isControl());
        return open.stream().filter(forks -> !onlyControls || forks.pairs() < limits.leastPairs(cases.size()));
    }

    /** Removes and returns the cases that need further forks; they continue on another machine. */
    List<PairedForks> release() {
        second = Optional.empty();
        complete = Optional.empty();
        List<PairedForks> open = open().toList();
        cases.removeAll(open);
        round.clear();
        return open;
    }

    /** Returns the expected time for one more pair of each case that needs further forks. */
    Duration load() {
        return open().map(PairedForks::pairCost).reduce(Duration.ZERO, Duration::plus);
    }

    void ended(PairFork fork, ForkReport report) {
        PairedForks forks = fork.forks();
        forks.add(fork.side(), report);
        if (forks.failure().isPresent()) {
            return;
        }
        if (fork.isSecond()) {
            complete = Optional.of(forks);
            forks.judged(judge);
        } else {
            second = Optional.of(fork.second());
        }
    }

    /** Returns whether the time ran out before all cases were decided. */
    boolean isOutOfTime() {
        return outOfTime && open().findAny().isPresent();
    }

    List<PairedForks> forks() {
        return cases;
    }

    /**
     * Identifies a fork of a pair.
     *
     * @param forks the forks of the case
     * @param number the number of the pair within the case, from 1; both forks have this number
     * @param isSecond whether the pair is complete when this fork has ended
     */
    record PairFork(PairedForks forks, int number, Side side, boolean isSecond) {

        PairedCase paired() {
            return forks.paired();
        }

        CasePlan plan() {
            return paired().plan(side);
        }

        PairFork second() {
            return new PairFork(forks, number, side.other(), true);
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "fork %d of the %s of %s",
                    number,
                    side.label(),
                    paired().id().text());
        }
    }
}
