// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a call of nothing takes in this JVM, in a loop of the form that JMH generates for throughput and average time:
 * call, count, read a volatile flag that another thread sets.
 *
 * <p>A score that is no larger is that of JMH's loop alone. One thread calls, and no result is given to a black hole. The time
 * is the processor time of that thread where the JVM reports it: a thread that waits for a processor would make nothing look
 * expensive. {@link ForkProbe} measures when the JVM shuts down, behind everything that counts.
 */
public final class EmptyCall {

    /** Reported by the fork: nanoseconds of a call of nothing, the lower quartile of some rounds. */
    public static final String NANOS = "call.empty.nanos";

    private static final long WARMUP_NANOS = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long ROUND_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int ROUNDS = 15;
    private static final int LEAST_ROUNDS = 3;
    /** On a busy machine a round takes many times as long; the fork must end soon all the same. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Below this share of the time with a processor the JIT compiler's threads had to wait, too: nothing is known then. */
    private static final double LEAST_RUNNING = 0.7;

    /** A call that takes longer than this is one of something: no machine takes as long for nothing. */
    private static final double MOST_OF_INTEREST = 20;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private volatile boolean done;

    private EmptyCall() {}

    /**
     * Returns the nanoseconds of a call of nothing, above 0; empty on a machine so busy that the loop may not be compiled yet.
     *
     * <p>The lower quartile: what disturbs a round makes it longer, and the first ones may run before the JIT compiler is done.
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
     * Returns whether calls may be ones of nothing.
     *
     * @param nanos what a call takes, about; 0 where nobody knows
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
