// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.Counters.Reading;

/**
 * Computes from counters the share of an iteration's time for which its threads waited for a processor.
 *
 * <p>On Linux, the kernel counts for each thread the time it waited in a run queue; the sum over all threads divided by
 * their time is this share. Threads that fill all processors also wait for each other, because of their own load, not
 * because of others: then the share is at most the processor time that the process did not get. Time that the
 * hypervisor withheld, and time for which a container's limit stopped the process, are added; in both cases the thread
 * seems to be running.
 *
 * <p>If run queues are not counted, the processor time of the process is compared with the maximum of the iterations of
 * the same fork so far: work that blocks uses less than a processor, but always about the same. This detects only an
 * iteration that got less than another, not a machine that is always busy.
 */
final class Starvation {

    private final int threads;
    private final int processors;
    private double mostCpu;

    /**
     * Creates the computation for a fork.
     *
     * @param threads worker threads, at least 1
     * @param processors number of processors that the JVM may use, at least 1
     */
    Starvation(int threads, int processors) {
        this.threads = threads;
        this.processors = processors;
    }

    /** Returns the starved share of an iteration, from 0 to 1, computed from its readings. */
    double of(Reading span) {
        if (span.seconds() <= 0) {
            return 0;
        }
        double share = span.waiting().isPresent() ? waiting(span.waiting().getAsDouble(), span) : lessThanBefore(span);
        double outside = span.stolen() / (span.seconds() * processors) + span.throttled() / span.seconds();
        return Math.min(1, share + outside);
    }

    private double waiting(double seconds, Reading span) {
        double share = seconds / (span.seconds() * threads);
        if (threads < processors || Double.isNaN(span.processCpu())) {
            return share;
        }
        double notHad = 1 - span.processCpu() / (span.seconds() * processors);
        return Math.max(0, Math.min(share, notHad));
    }

    private double lessThanBefore(Reading span) {
        if (Double.isNaN(span.processCpu())) {
            return 0;
        }
        double cpu = span.processCpu() / (span.seconds() * Math.min(threads, processors));
        mostCpu = Math.max(mostCpu, Math.min(1, cpu));
        return mostCpu > 0 ? Math.max(0, 1 - cpu / mostCpu) : 0;
    }
}
