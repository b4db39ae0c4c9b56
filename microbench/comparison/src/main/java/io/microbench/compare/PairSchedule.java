// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.run.ForkLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives the forks of pairs in the order of an {@link Interleaving}, the two of a pair one right after the other, and
 * judges a case after each of its pairs.
 *
 * <p>A pair is not begun unless it is expected to end within the budget, if it takes as long as the last pair of its
 * case did. A case of which a fork fails gets no further one.
 */
final class PairSchedule implements ForkLoop.Schedule<PairFork, ForkReport> {

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

    @Override
    public Optional<PairFork> next(Duration left) {
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

    /** Takes a case over, with the pairs that it has. */
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

    @Override
    public boolean ended(PairFork fork, ForkReport report) {
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

    @Override
    public ForkLoop.End end() {
        return end;
    }

    /** Returns whether the time was over before its cases were decided. */
    boolean isOutOfTime() {
        return end == ForkLoop.End.BUDGET && cases.keySet().stream().anyMatch(id -> order.isOpen(id, verdicts));
    }

    PairedForks forks(CaseId id) {
        return Optional.ofNullable(cases.get(id)).orElseThrow();
    }

    /** Returns the results of the forks of each case. */
    Collection<PairedForks> forks() {
        return cases.values();
    }

    /** Returns the verdicts of the cases that have at least one pair and did not fail. */
    Map<CaseId, CaseVerdict> verdicts() {
        return verdicts;
    }

    /** Returns the cases of which a fork failed. */
    Map<CaseId, Failure> failures() {
        return failures;
    }
}
