// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the cost of an empty call in this JVM, in a loop like those that JMH generates for throughput and average time:
 * call, count, read a volatile flag that another thread sets.
 *
 * <p>A score that is no larger only shows the cost of JMH's loop. One thread calls, and no result is given to a black hole.
 * The time is the processor time of that thread if the JVM reports it: waiting for a processor would make an empty call look
 * expensive. {@link ForkProbe} measures it when the JVM shuts down, after all iterations.
 */
public final class EmptyCall {

    /** The fact with the cost of an empty call in nanoseconds, the lower quartile of some rounds. */
    public static final String NANOS = "call.empty.nanos";

    private static final long WARMUP_NANOS = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long ROUND_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int ROUNDS = 15;
    private static final int LEAST_ROUNDS = 3;
    /** Time limit of the measurement: on a busy machine a round takes many times as long. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Least share of the time with a processor: below it, the threads of the JIT compiler had to wait, too. */
    private static final double LEAST_RUNNING = 0.7;

    /** A call that takes longer than this is not empty on any machine. */
    private static final double MOST_OF_INTEREST = 20;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private volatile boolean done;

    private EmptyCall() {}

    /**
     * Returns the nanoseconds of an empty call, above 0; empty on a machine so busy that the loop may not be compiled yet.
     *
     * <p>It is the lower quartile, as disturbances make rounds longer, and the first ones may not be compiled yet.
     */
    static OptionalDouble nanos() {
        EmptyCall call = new EmptyCall();
        long start = System.nanoTime();
        long running = call.time();
        call.round(WARMUP_NANOS);
        double[] rounds = new double[ROUNDS];
        int count = 0;
        while (count < ROUNDS && (count < LEAST_ROUNDS || System.nanoTime() - start < MOST_NANOS)) {
            rounds[count++] = call.round(ROUND_NANOS);
        }
        Arrays.sort(rounds, 0, count);
        return knows(call.time() - running, System.nanoTime() - start)
                ? OptionalDouble.of(rounds[count / 4])
                : OptionalDouble.empty();
    }

    /**
     * Returns whether calls may be empty.
     *
     * @param nanos approximate time of a call; 0 if unknown
     */
    static boolean isOfInterest(double nanos) {
        return nanos < MOST_OF_INTEREST;
    }

    /** Returns whether a thread that had a processor for some of the time had it for long enough. */
    static boolean knows(long running, long whole) {
        return running >= LEAST_RUNNING * whole;
    }

    private double round(long nanos) {
        done = false;
        Thread clock = new Thread(() -> end(nanos), "microbench-empty-call");
        clock.setDaemon(true);
        clock.start();
        long calls = 0;
        long start = time();
        do {
            nothing();
            calls++;
        } while (!done);
        return (double) Math.max(1, time() - start) / calls;
    }

    private void end(long nanos) {
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        done = true;
    }

    private long time() {
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static void nothing() {}
}
