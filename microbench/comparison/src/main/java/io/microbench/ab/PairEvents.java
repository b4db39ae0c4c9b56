/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.result.CaseId;
import io.microbench.run.ForkLoop;
import java.util.Optional;

/** Turns the events of single forks into those of pairs. */
record PairEvents(PairSchedule schedule, PairJournal journal) implements ForkLoop.Journal<PairFork, ForkReport> {

    @Override
    public void forkEnded(PairFork fork, ForkReport report) {
        journal.forkEnded(fork.side(), fork.paired(), report);
    }

    @Override
    public void judged(PairFork fork, boolean decided) {
        CaseId id = fork.turn().id();
        Optional.ofNullable(schedule.failures().get(id))
                .ifPresent(failure -> journal.failed(fork.side(), fork.paired(), failure));
        if (fork.isSecond()) {
            Optional.ofNullable(schedule.verdicts().get(id))
                    .ifPresent(verdict -> journal.pairEnded(fork.turn(), verdict));
        }
    }
}
