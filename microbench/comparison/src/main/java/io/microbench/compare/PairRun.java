// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.remote.HostCases;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.ForkLoop;
import io.microbench.run.NodeScheduler;
import io.microbench.run.NodeScheduler.NodeHost;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Runs the pairs of a comparison: on this machine, or on nodes, each of which measures some of the cases. */
final class PairRun {

    /**
     * The cases to measure, and their limits.
     *
     * @param suspects the changes that are suspected: a case is finished when its forks rule out the change
     * @param folders returns the folder of a side's run
     */
    record Work(
            List<PairedCase> cases,
            Limits limits,
            long seed,
            List<SuspectedChange> suspects,
            Function<Side, Path> folders) {}

    /**
     * The result of a run.
     *
     * @param end the reason why no more forks were run
     * @param remark a sentence with details about the end; may be empty
     * @param verdicts verdicts on the cases with at least one pair and no failure
     * @param failures the cases with a failed fork, and those for which no node was left
     */
    record Outcome(ForkLoop.End end, String remark, List<CaseVerdict> verdicts, Map<CaseId, Failure> failures) {}

    private final NodeScheduler<PairHosts> scheduler;
    private final LongSupplier nanoClock;
    private final List<String> places;
    private final List<String> warnings = new ArrayList<>();

    /**
     * Starts the hosts on all machines at the same time.
     *
     * @param endHosts ends all hosts, including those that are starting; thread-safe
     * @throws PreflightException if nothing can be measured
     */
    PairRun(List<? extends NodeSession<PairHosts>> places, Runnable endHosts, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.scheduler = new NodeScheduler<>(places, endHosts, nanoClock);
        Map<String, PairHosts> hosts = scheduler.start();
        this.places = List.copyOf(hosts.keySet());
        scheduler.absent().forEach(gone -> warnings.add(gone.lost() ? "Node " + gone.text() + "." : gone.warning()));
        if (hosts.isEmpty()) {
            throw new PreflightException("No node can measure. " + String.join(" ", warnings));
        }
        new TreeMap<>(hosts).values().forEach(started -> warnings.addAll(started.warnings()));
    }

    /** Returns the names of the machines, which run pairs in parallel. */
    List<String> places() {
        return places;
    }

    /** Returns warnings about the scores, each with advice. */
    List<String> warnings() {
        return warnings;
    }

    /** Runs pairs until no case needs further forks, the time is spent, or the run is stopped. */
    Outcome run(Work work, ComparisonJournal journal) {
        AssignedPairs pairs = new AssignedPairs(work, journal, nanoClock);
        scheduler.run(pairs);
        return pairs.finish(scheduler.isStopped(), scheduler.gone());
    }

    /** Ends running forks, and starts no more; thread-safe. */
    void stop() {
        scheduler.stop();
    }

    /** The machines that run pairs: this one or nodes. */
    interface PairMachines extends AutoCloseable {

        HostCases known(Side side);

        /**
         * Returns digests of the code that a case runs in the baseline, by name; empty if it is unknown here.
         *
         * @param folder the folder of the baseline's run
         */
        default Map<String, String> baselineCode(PairedCase paired, Path folder) {
            return Map.of();
        }

        /** Returns the machines, which measure in parallel; their hosts must have the given cases. */
        List<? extends NodeSession<PairHosts>> places(List<PairedCase> cases);

        /** Ends all hosts, including those that are starting; thread-safe. */
        void stop();

        @Override
        void close();

        /** The hosts of both sides on one machine; not thread-safe, except for {@link #close}. */
        interface PairHosts extends NodeHost {

            /**
             * Returns the node for the record of a side's run, with the data known so far; empty for this machine,
             * which is always in the record.
             */
            default Optional<RunNode> node(Side side) {
                return Optional.empty();
            }

            /**
             * Runs one fork.
             *
             * @throws io.microbench.text.PreflightException if the host rejects the fork
             */
            ForkReport fork(PairFork fork, Path folder);
        }
    }
}
