// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

/**
 * Computes from counters for how much of an iteration's time its threads waited for a processor.
 *
 * <p>On Linux the kernel counts for each thread what it waited in a run queue; taken together and divided by the time
 * of all threads this is the share sought. Threads that alone fill all processors also wait for each other, which is
 * their own load and no disturbance: then no more counts than the processor time that the process did not get. Time
 * that the hypervisor kept back, and for which a container's limit stopped the process, is added; both pass while a
 * thread believes it is running.
 *
 * <p>Where run queues are not counted, the processor time of the process is held against the most that an iteration of
 * the same fork has had so far: work that blocks uses less than a processor, but always about as much. Only an
 * iteration that had less than another shows; a machine that is busy all the time does not.
 */
final class Starvation {

    private final int threads;
    private final int processors;
    private double mostCpu;

    /**
     * Begins with a fork.
     *
     * @param threads worker threads, at least 1
     * @param processors those that the JVM may use, at least 1
     */
    Starvation(int threads, int processors) {
        this.threads = threads;
        this.processors = processors;
    }

    /** Returns the share in 0..1 for an iteration, from what was read for it. */
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
