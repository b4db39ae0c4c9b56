/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.SuspectedChange;
import io.microbench.remote.HostCases;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.run.ForkLoop;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs the pairs of a comparison, on this machine or on nodes. */
interface PairExecutor extends AutoCloseable {

    /**
     * What is to be measured.
     *
     * @param suspects the changes that are suspected: a case is done with when its forks rule that out
     * @param folders returns the folder of a side's run
     */
    record Work(
            List<PairedCase> cases,
            Limits limits,
            long seed,
            List<SuspectedChange> suspects,
            Function<Side, Path> folders) {

        public Work {
            cases = List.copyOf(cases);
            suspects = List.copyOf(suspects);
        }

        /** Returns a judge who shares the level among all cases. */
        AnytimeJudge judge() {
            return new AnytimeJudge(limits.level(), cases.size(), limits.band(), suspects);
        }
    }

    /**
     * What it came to.
     *
     * @param end why no more forks were run
     * @param remark what else is to be said about the end, as a sentence; may be empty
     * @param verdicts of the cases that have at least one pair and did not fail
     * @param failures the cases of which a fork failed, or that nobody was left to measure
     */
    record Outcome(ForkLoop.End end, String remark, List<CaseVerdict> verdicts, Map<CaseId, Failure> failures) {

        public Outcome {
            verdicts = List.copyOf(verdicts);
            failures = Map.copyOf(failures);
        }
    }

    /** Returns what there is to measure on a side. */
    HostCases known(Side side);

    /**
     * Prepares to measure some of the given cases.
     *
     * @return warnings about the numbers, each with what to do
     * @throws io.microbench.environment.PreflightException if nothing can be measured
     */
    List<String> prepare(List<PairedCase> cases);

    /** Returns where pairs are run, each entry a machine that measures at the same time as the others. */
    List<String> places();

    /** Runs pairs until every case is decided, the time is spent, no case may have more, or all is stopped. */
    Outcome run(Work work, PairJournal journal);

    /** Ends what is busy, from any thread; nothing more is started. */
    void stop();

    @Override
    void close();
}
