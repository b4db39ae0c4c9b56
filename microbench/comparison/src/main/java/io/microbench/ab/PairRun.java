/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.run.Budget;
import io.microbench.run.ForkLoop;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Runs pairs of forks until every case is decided, the time is spent, or no case may have more. */
final class PairRun {

    private final PairSchedule schedule;
    private final PairJournal journal;
    private final ForkSource source;
    private final Limits limits;
    private final LongSupplier nanoClock;
    private final BooleanSupplier stopRequested;

    PairRun(
            List<PairedCase> cases,
            ForkSource source,
            AnytimeJudge judge,
            PairJournal journal,
            Limits limits,
            long seed,
            LongSupplier nanoClock,
            BooleanSupplier stopRequested) {
        this.schedule = new PairSchedule(cases, judge, limits, seed);
        this.source = source;
        this.journal = journal;
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.stopRequested = stopRequested;
    }

    ForkLoop.End run() {
        ForkLoop.End end = new ForkLoop<>(
                        schedule,
                        fork -> source.fork(
                                fork.side(), fork.paired(), fork.turn().pair()),
                        new PairEvents(schedule, journal),
                        new Budget(limits.budget(), nanoClock),
                        stopRequested)
                .run();
        for (PairedForks forks : schedule.forks()) {
            boolean failed = failures().containsKey(forks.paired().id());
            forks.results(failed).forEach(journal::caseEnded);
        }
        return end;
    }

    /** Returns the verdicts of the cases that have at least one pair and did not fail. */
    List<CaseVerdict> verdicts() {
        return List.copyOf(schedule.verdicts().values());
    }

    /** Returns the cases of which a fork failed. */
    Map<CaseId, Failure> failures() {
        return Map.copyOf(schedule.failures());
    }
}
