// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkRun;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;

/** Starts the forks of one case, on this machine or another, and adds up what they delivered. */
interface CaseForks {

    /**
     * A fork to be started.
     *
     * @param number its number within the case, from 1; forks that are thrown away are counted by themselves
     * @param thrownAway whether it counts for nothing
     * @param first whether it is the first one of the case where it runs
     * @param ending how it ends, for a case that is measured for as long as it needs; empty for others
     */
    record Asked(int number, boolean thrownAway, boolean first, Optional<ForkRun.Ending> ending) {}

    /**
     * What the forks came to that are not thrown away.
     *
     * @param primary JMH's score over all of them
     * @param secondary secondary results over all of them, by label
     */
    record Score(Metric primary, Map<String, Metric> secondary) {}

    /** Runs a fork; one that failed is a result as well. */
    ForkResult fork(Asked asked);

    /** Returns the unit of the score of the last fork; empty if that has none. */
    Optional<String> lastUnit();

    /** Returns what the forks came to; empty if none has ended well. */
    Optional<Score> score();

    /** Forgets what the forks came to that have ended: they count no longer. */
    void forget();

    /** Prints what the forks came to, for people. */
    void print(PrintStream console);

    /** Notes that the case gets no further fork. */
    void ended();
}
