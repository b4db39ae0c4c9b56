/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Runs pairs of forks until every case is decided, the time is spent, or no case may have more. */
final class PairRun {

    /** Why no more pairs were run. */
    enum End {
        /** Every case that did not fail has a verdict. */
        DECIDED,
        /** What is undecided has had all the forks it may have. */
        FORKS,
        /** The next pair would not have ended within the budget. */
        BUDGET,
        /** Somebody asked to stop. */
        STOPPED
    }

    private final ForkSource source;
    private final PairJudge judge;
    private final PairJournal journal;
    private final Interleaving order;
    private final Duration budget;
    private final LongSupplier nanoClock;
    private final BooleanSupplier stopRequested;
    private final Map<CaseId, CaseForks> cases = new LinkedHashMap<>();
    private final Map<CaseId, CaseVerdict> verdicts = new LinkedHashMap<>();
    private final Map<CaseId, Failure> failures = new LinkedHashMap<>();
    private boolean stopped;

    PairRun(
            List<PairedCase> cases,
            ForkSource source,
            PairJudge judge,
            PairJournal journal,
            Limits limits,
            long seed,
            LongSupplier nanoClock,
            BooleanSupplier stopRequested) {
        cases.forEach(c -> this.cases.put(c.id(), new CaseForks(c)));
        this.source = source;
        this.judge = judge;
        this.journal = journal;
        this.order = new Interleaving(seed, this.cases.keySet(), limits.leastForks(), limits.mostForks());
        this.budget = limits.budget();
        this.nanoClock = nanoClock;
        this.stopRequested = stopRequested;
    }

    End run() {
        long start = nanoClock.getAsLong();
        End end = loop(start);
        cases.values()
                .forEach(forks ->
                        forks.results(failures.containsKey(forks.paired().id())).forEach(journal::caseEnded));
        return end;
    }

    private End loop(long start) {
        while (!stopped && !stopRequested.getAsBoolean()) {
            Optional<Turn> next = order.next(verdicts);
            if (next.isEmpty()) {
                boolean open = verdicts.values().stream().anyMatch(v -> v.verdict() == Verdict.UNDECIDED);
                return open ? End.FORKS : End.DECIDED;
            }
            CaseForks forks = forks(next.get().id());
            long begin = nanoClock.getAsLong();
            if (Duration.ofNanos(begin - start).plus(forks.pairCost()).compareTo(budget) > 0) {
                return End.BUDGET;
            }
            if (pair(next.get(), forks)) {
                forks.took(Duration.ofNanos(nanoClock.getAsLong() - begin));
            }
        }
        return End.STOPPED;
    }

    /** Returns whether both forks ended well. */
    private boolean pair(Turn turn, CaseForks forks) {
        for (Side side : List.of(turn.first(), turn.first().other())) {
            Optional<ForkReport> report = source.fork(side, forks.paired(), turn.pair());
            if (report.isEmpty()) {
                return stop();
            }
            journal.forkEnded(side, forks.paired(), report.get());
            forks.add(side, report.get());
            Optional<Failure> failure = report.get().fork().failure();
            if (failure.isPresent()) {
                return fail(turn.id(), side, failure.get());
            }
        }
        judge(turn, forks);
        return true;
    }

    private boolean stop() {
        stopped = true;
        return false;
    }

    private boolean fail(CaseId id, Side side, Failure failure) {
        order.drop(id);
        verdicts.remove(id);
        failures.put(id, failure);
        journal.failed(side, forks(id).paired(), failure);
        return false;
    }

    private void judge(Turn turn, CaseForks forks) {
        CaseVerdict verdict = judge.judge(
                turn.id(),
                forks.unit(),
                forks.paired().higherIsBetter(),
                forks.values(Side.BASELINE),
                forks.values(Side.CANDIDATE));
        verdicts.put(turn.id(), verdict);
        if (Double.isNaN(verdict.ratio()) && verdict.newForks() > 0) {
            // Scores that have no ratio; further forks would not give them one.
            order.drop(turn.id());
        }
        journal.pairEnded(turn, verdict);
    }

    private CaseForks forks(CaseId id) {
        return Optional.ofNullable(cases.get(id)).orElseThrow();
    }

    /** Returns the verdicts of the cases that have at least one pair and did not fail. */
    List<CaseVerdict> verdicts() {
        return new ArrayList<>(verdicts.values());
    }

    /** Returns the cases of which a fork failed. */
    Map<CaseId, Failure> failures() {
        return Map.copyOf(failures);
    }
}
