// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.kinds;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Ten kinds of work, for {@code compare-side-by-side}. The system property {@code kinds.more} is the percentage of
 * additional work, and {@code kinds.memory} the factor for the memory of those that wait for memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class SideBySideKinds {

    private static final double MORE = 1 + Integer.getInteger("kinds.more", 0) / 100.0;
    private static final int MEMORY = Integer.getInteger("kinds.memory", 1);
    private static final int TIMES = (int) Math.round(1000 * MORE);
    private static final int COPIES = (int) Math.round(10 * MORE);

    private final int[] small = new int[4096];
    private final int[] next = new int[(1 << 20) * MEMORY];
    private final long[] from = new long[(1 << 19) * MEMORY];
    private final long[] to = new long[(1 << 19) * MEMORY];
    private final Map<String, Integer> map = new HashMap<>();
    private final String[] keys = new String[1024];
    private final Object lock = new Object();
    private long counter;
    private int position;

    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        Arrays.setAll(small, i -> random.nextInt(100));
        // A random cycle through all elements.
        int[] order = new int[next.length];
        Arrays.setAll(order, i -> i);
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        for (int i = 0; i < order.length; i++) {
            next[order[i]] = order[(i + 1) % order.length];
        }
        Arrays.setAll(keys, i -> "key" + random.nextInt());
        for (String key : keys) {
            map.put(key, key.length());
        }
    }

    @Benchmark
    public void arithmetic() {
        Blackhole.consumeCPU(TIMES);
    }

    @Benchmark
    public int vector() {
        int sum = 0;
        for (int times = 0; times < COPIES; times++) {
            for (int value : small) {
                sum += value ^ times;
            }
        }
        return sum;
    }

    @Benchmark
    public int branches() {
        int count = 0;
        for (int i = 0; i < TIMES; i++) {
            position = (position * 1103515245 + 12345) & 0x7fffffff;
            if ((position >>> 16) % 3 == 0) {
                count += small[i & 4095];
            } else if ((position >>> 18) % 2 == 0) {
                count ^= position;
            }
        }
        return count;
    }

    /** Waits for memory: 4 MB times the factor. */
    @Benchmark
    public int latency() {
        for (int i = 0; i < TIMES; i++) {
            position = next[position & (next.length - 1)];
        }
        return position;
    }

    /** Copies 4 MB times the factor. */
    @Benchmark
    public long bandwidth() {
        for (int i = 0; i < COPIES; i++) {
            System.arraycopy(from, 0, to, 0, from.length);
        }
        return to[to.length - 1];
    }

    @Benchmark
    public void allocation(Blackhole hole) {
        for (int i = 0; i < TIMES; i++) {
            hole.consume(new byte[64 + (i & 63)]);
        }
    }

    @Benchmark
    public long lock() {
        for (int i = 0; i < TIMES; i++) {
            synchronized (lock) {
                counter++;
            }
        }
        return counter;
    }

    @Benchmark
    @Threads(2)
    public long contendedLock() {
        for (int i = 0; i < COPIES; i++) {
            synchronized (lock) {
                counter++;
                Blackhole.consumeCPU(10);
            }
        }
        return counter;
    }

    @Benchmark
    public int hashing() {
        int sum = 0;
        for (int i = 0; i < TIMES; i++) {
            sum += map.get(keys[i & 1023]);
        }
        return sum;
    }

    @Benchmark
    public long clock() {
        long sum = 0;
        for (int i = 0; i < TIMES; i++) {
            sum += System.nanoTime();
        }
        return sum;
    }
}
