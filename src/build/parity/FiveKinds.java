// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package parity;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Benchmarks of five kinds, each sensitive to a different disturbance; measured by {@code compare-with-jmh}. */
@State(Scope.Benchmark)
@Fork(1)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FiveKinds {

    private static final int LINKS = 1 << 12;

    private final int[] next = new int[LINKS];
    private final byte[] bytes = new byte[LINKS];
    private final AtomicLong counter = new AtomicLong();
    private int at;
    private int size = 64;
    private int x = 1;
    private int y = 2;
    private double angle = Math.PI;

    /** Links the array into one ring in random order, and fills the bytes. */
    @Setup
    public void fill() {
        Random random = new Random(42);
        int[] order = random.ints(LINKS, 0, LINKS).toArray();
        for (int i = 0; i < LINKS; i++) {
            order[i] = i;
        }
        for (int i = LINKS - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
        for (int i = 0; i < LINKS; i++) {
            next[order[i]] = order[(i + 1) % LINKS];
        }
        random.nextBytes(bytes);
    }

    /** Latency-bound: each load waits for the previous one, also that of the previous call, so calls do not overlap. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public int latencyBound() {
        int position = at;
        for (int i = 0; i < 64; i++) {
            position = next[position];
        }
        at = position;
        return position;
    }

    /** Throughput-bound: independent additions, as many at once as the processor has units. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    public int throughputBound() {
        int sum = 0;
        for (byte b : bytes) {
            sum += b;
        }
        return sum;
    }

    /**
     * Allocating: garbage at the rate of the memory. The heap has a fixed size and is touched before; otherwise forks
     * of both sides differ by a factor of ten when the young generation grows into new pages.
     */
    @Benchmark
    @Fork(value = 1, jvmArgs = {"-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-Xmn128m", "-XX:+AlwaysPreTouch"})
    @BenchmarkMode(Mode.Throughput)
    public byte[] allocating() {
        return new byte[size];
    }

    /** Contended: two threads compete for one cache line. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @Threads(2)
    public long contended() {
        return counter.incrementAndGet();
    }

    /** Sub-nanosecond: measures little more than JMH's loop; the body of JMHSample_11 measureRight. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public int subNanosecond() {
        return x + y;
    }

    /** Not one of the five: a few nanoseconds of arithmetic on a field. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public double logarithm() {
        return Math.log(angle);
    }
}
