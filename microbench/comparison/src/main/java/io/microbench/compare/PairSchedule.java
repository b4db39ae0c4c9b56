// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.InterleavedComparison.Limits;
import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.run.ForkLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gives the forks of pairs in the order of an {@link Interleaving}, the two of a pair one right after the other, and
 * judges a case after each of its pairs.
 *
 * <p>A pair is not begun unless it is expected to end within the budget, if it takes as long as the last pair of its
 * case did. A case of which a fork fails gets no further one.
 */
final class PairSchedule {

    private final Interleaving order;
    private final AnytimeJudge judge;
    private final Map<CaseId, PairedForks> cases = new LinkedHashMap<>();
    private final Map<CaseId, CaseVerdict> verdicts = new LinkedHashMap<>();
    private final Map<CaseId, Failure> failures = new LinkedHashMap<>();
    private Optional<PairFork> second = Optional.empty();
    /** The case of the pair that has ended last, until it is known how long that took. */
    private Optional<PairedForks> complete = Optional.empty();

    private Duration leftBefore = Duration.ZERO;
    private ForkLoop.End end = ForkLoop.End.DECIDED;

    PairSchedule(List<PairedCase> cases, AnytimeJudge judge, Limits limits, long seed) {
        cases.forEach(c -> this.cases.put(c.id(), new PairedForks(c)));
        this.judge = judge;
        this.order = new Interleaving(seed, this.cases.keySet(), limits.leastForks(), limits.mostForks());
    }

    /** Returns the next fork; empty if there is none, for the reason that {@link #end} then returns. */
    Optional<PairFork> next(Duration left) {
        if (second.isPresent()) {
            Optional<PairFork> next = second;
            second = Optional.empty();
            return next;
        }
        complete.ifPresent(forks -> forks.took(leftBefore.minus(left)));
        complete = Optional.empty();
        Optional<Turn> turn = order.next(verdicts);
        if (turn.isEmpty()) {
            boolean open = !verdicts.values().stream().allMatch(CaseVerdict::settled);
            end = open ? ForkLoop.End.FORKS : ForkLoop.End.DECIDED;
            return Optional.empty();
        }
        PairedForks forks = forks(turn.get().id());
        if (forks.pairCost().compareTo(left) > 0) {
            order.lost(turn.get().id());
            end = ForkLoop.End.BUDGET;
            return Optional.empty();
        }
        leftBefore = left;
        return Optional.of(new PairFork(turn.get(), forks.paired(), turn.get().first()));
    }

    /** Notes that a fork was lost with its host: its pair does not count. */
    void lost(PairFork fork) {
        second = Optional.empty();
        order.lost(fork.turn().id());
    }

    /** Returns the cases that were to get further forks, and forgets them: they go on elsewhere. */
    List<PairedForks> release() {
        second = Optional.empty();
        complete = Optional.empty();
        List<PairedForks> open = cases.values().stream()
                .filter(forks -> order.isOpen(forks.paired().id(), verdicts))
                .toList();
        open.forEach(forks -> {
            CaseId id = forks.paired().id();
            forks.released(order.number(id));
            order.remove(id);
            cases.remove(id);
            verdicts.remove(id);
        });
        return open;
    }

    void add(PairedForks forks) {
        CaseId id = forks.paired().id();
        cases.put(id, forks);
        order.add(id, forks.lastNumber(), forks.pairs());
        if (forks.pairs() > 0) {
            judge(id, forks);
        }
    }

    /** Returns the time that its cases are expected to take for one more pair of each that is not decided. */
    Duration load() {
        return cases.values().stream()
                .filter(forks -> order.isOpen(forks.paired().id(), verdicts))
                .map(PairedForks::pairCost)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Records a fork; returns whether its case gets no further one. */
    boolean ended(PairFork fork, ForkReport report) {
        CaseId id = fork.turn().id();
        PairedForks forks = forks(id);
        forks.add(fork.side(), report);
        Optional<Failure> failure = report.fork().failure();
        if (failure.isPresent()) {
            order.drop(id);
            verdicts.remove(id);
            failures.put(id, failure.get());
            return true;
        }
        if (!fork.isSecond()) {
            second = Optional.of(fork.second());
            return false;
        }
        complete = Optional.of(forks);
        return judge(id, forks);
    }

    private boolean judge(CaseId id, PairedForks forks) {
        CaseVerdict verdict = judge.judge(
                id,
                forks.unit(),
                forks.paired().higherIsBetter(),
                forks.values(Side.BASELINE),
                forks.values(Side.CANDIDATE),
                forks.logRatios());
        verdicts.put(id, verdict.on(forks.nodes()));
        // Scores that have no ratio; further forks would not give them one.
        boolean hopeless = Double.isNaN(verdict.ratio()) && verdict.candidateForks() > 0;
        if (hopeless) {
            order.drop(id);
        }
        return hopeless || verdict.settled();
    }

    ForkLoop.End end() {
        return end;
    }

    /** Returns whether the time was over before its cases were decided. */
    boolean isOutOfTime() {
        return end == ForkLoop.End.BUDGET && cases.keySet().stream().anyMatch(id -> order.isOpen(id, verdicts));
    }

    PairedForks forks(CaseId id) {
        return Optional.ofNullable(cases.get(id)).orElseThrow();
    }

    Collection<PairedForks> forks() {
        return cases.values();
    }

    /** Returns the verdicts of the cases that have at least one pair and did not fail. */
    Map<CaseId, CaseVerdict> verdicts() {
        return verdicts;
    }

    Map<CaseId, Failure> failures() {
        return failures;
    }

    /**
     * Decides what runs next: the order of cases, the order of sides, and the cases of further forks.
     *
     * <p>First come rounds, in each of which every case gets one pair of forks, the cases shuffled each time. After
     * them each pair goes to the case whose interval is widest among those not decided. Within a case the sides go A B, B
     * A, A B, ..., so that a machine that grows slower or faster at a steady rate favours neither; which side begins is
     * drawn for each case. The seed decides all of it. Random order of trials on one machine: Abedi and Brecht, "Conducting
     * Repeatable Experiments in Highly Variable Cloud Computing Environments" (ICPE 2017).
     */
    static final class Interleaving {
        private final Random random;
        private final List<CaseId> cases = new ArrayList<>();
        private final int rounds;
        private final int mostPairs;
        /** The number of the last pair of each case. */
        private final Map<CaseId, Integer> numbers = new HashMap<>();
        /** How many pairs of each case count. */
        private final Map<CaseId, Integer> pairs = new HashMap<>();

        private final Map<CaseId, Side> beginner = new HashMap<>();
        private final Set<CaseId> dropped = new HashSet<>();
        private final Deque<CaseId> round = new ArrayDeque<>();

        Interleaving(long seed, Collection<CaseId> cases, int rounds, int mostPairs) {
            this.random = new Random(seed);
            this.rounds = rounds;
            this.mostPairs = mostPairs;
            cases.forEach(id -> add(id, 0, 0));
        }

        /**
         * Adds a case, which may have pairs already.
         *
         * @param number the number of its last pair; 0 if it has none
         * @param counting how many of its pairs count
         */
        void add(CaseId id, int number, int counting) {
            cases.add(id);
            dropped.remove(id);
            numbers.put(id, number);
            pairs.put(id, counting);
            beginner.put(id, random.nextBoolean() ? Side.BASELINE : Side.CANDIDATE);
        }

        void drop(CaseId id) {
            dropped.add(id);
            round.remove(id);
        }

        void remove(CaseId id) {
            cases.remove(id);
            round.remove(id);
        }

        /** Notes that the last pair of a case does not count: the case gets another one instead. */
        void lost(CaseId id) {
            pairs.merge(id, -1, Integer::sum);
        }

        int number(CaseId id) {
            return numbers.getOrDefault(id, 0);
        }

        /** Returns whether a case is to get further forks, as far as is known. */
        boolean isOpen(CaseId id, Map<CaseId, CaseVerdict> standing) {
            return !dropped.contains(id)
                    && (count(id) < rounds
                            || (count(id) < mostPairs
                                    && known(standing, id)
                                            .map(verdict -> !verdict.settled())
                                            .orElse(true)));
        }

        private int count(CaseId id) {
            return pairs.getOrDefault(id, 0);
        }

        /**
         * Returns what runs next; empty when every case is decided, has all the forks it may have, or was dropped.
         *
         * @param standing what is known of each case; only looked at once the rounds are over
         */
        Optional<Turn> next(Map<CaseId, CaseVerdict> standing) {
            if (round.isEmpty()) {
                List<CaseId> shuffled = cases.stream()
                        .filter(id -> count(id) < rounds && !dropped.contains(id))
                        .collect(Collectors.toCollection(ArrayList::new));
                Collections.shuffle(shuffled, random);
                round.addAll(shuffled);
            }
            if (!round.isEmpty()) {
                return Optional.of(turn(round.removeFirst()));
            }
            return cases.stream()
                    .filter(id -> isOpen(id, standing))
                    .max(Comparator.comparingDouble(
                            id -> known(standing, id).map(Interleaving::width).orElse(Double.POSITIVE_INFINITY)))
                    .map(this::turn);
        }

        private Turn turn(CaseId id) {
            int number = numbers.merge(id, 1, Integer::sum);
            int pair = pairs.merge(id, 1, Integer::sum);
            Side first = beginner.getOrDefault(id, Side.BASELINE);
            return new Turn(id, number, pair % 2 == 1 ? first : first.other());
        }

        private static Optional<CaseVerdict> known(Map<CaseId, CaseVerdict> standing, CaseId id) {
            return Optional.ofNullable(standing.get(id));
        }

        /** Returns the width of the interval of logarithms: how far apart two speeds may be that are both still possible. */
        private static double width(CaseVerdict verdict) {
            return Math.log(verdict.high() / verdict.low());
        }
    }

    /**
     * Names the two forks to run next, one right after the other.
     *
     * @param id the case of both
     * @param pair the pair's number within the case, from 1; also that of each fork on its side
     * @param first the side that goes first
     */
    record Turn(CaseId id, int pair, Side first) {}

    /** Names one fork of a pair. */
    record PairFork(Turn turn, PairedCase paired, Side side) {

        /** Returns whether the pair is complete when this fork has ended. */
        boolean isSecond() {
            return side != turn.first();
        }

        PairFork second() {
            return new PairFork(turn, paired, turn.first().other());
        }
    }
}
