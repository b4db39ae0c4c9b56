// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports allocation and collections of each iteration: the same results as JMH's {@code GCProfiler} without options.
 *
 * <p>It is used instead because {@code GCProfiler} takes about 40 ms in each fork, mostly to parse its empty options.
 */
public final class AllocationProfiler implements InternalProfiler {

    private static final double MEBIBYTE = 1 << 20;

    private Snapshot before = new Snapshot(0, 0, 0, Optional.empty());

    @Override
    public String getDescription() {
        return "Reports allocation and collections, like the profiler gc of JMH";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = Snapshot.take();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Snapshot after = Snapshot.take();
        List<Result<?>> results = new ArrayList<>();
        long count = after.collections - before.collections;
        long millis = after.collecting - before.collecting;
        results.add(new ScalarResult("gc.count", count, "counts", AggregationPolicy.SUM));
        if (count != 0 || millis != 0) {
            results.add(new ScalarResult("gc.time", millis, "ms", AggregationPolicy.SUM));
        }
        double bytes = after.allocatedSince(before);
        double seconds = (double) (after.nanos - before.nanos) / TimeUnit.SECONDS.toNanos(1);
        results.add(new ScalarResult("gc.alloc.rate", bytes / MEBIBYTE / seconds, "MB/sec", AggregationPolicy.AVG));
        if (bytes > 0) {
            long operations = result.getMetadata().getAllOps();
            double perOperation = operations == 0 ? Double.NaN : bytes / operations;
            results.add(new ScalarResult("gc.alloc.rate.norm", perOperation, "B/op", AggregationPolicy.AVG));
        }
        return results;
    }

    /**
     * The state of the collectors and of allocation at one time.
     *
     * @param collecting total collection time in milliseconds
     * @param bytes bytes allocated so far, by thread id; the total of all threads has the id 0; empty if unknown
     */
    record Snapshot(long nanos, long collections, long collecting, Optional<Map<Long, Long>> bytes) {

        /**
         * The method of the JVM that counts for all threads, including threads that have ended; exists since JDK 21.
         */
        private static final Optional<Method> OF_ALL_THREADS = ofAllThreads();

        private static Optional<Method> ofAllThreads() {
            try {
                return Optional.of(ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes"));
            } catch (NoSuchMethodException e) {
                return Optional.empty();
            }
        }

        static Snapshot take() {
            long[] collections = Counters.collections();
            return new Snapshot(System.nanoTime(), collections[0], collections[1], allocatedBytes());
        }

        private static Optional<Map<Long, Long>> allocatedBytes() {
            if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                    || !threads.isThreadAllocatedMemorySupported()
                    || !threads.isThreadAllocatedMemoryEnabled()) {
                return Optional.empty();
            }
            Map<Long, Long> found = new HashMap<>();
            if (OF_ALL_THREADS.isPresent()) {
                try {
                    found.put(0L, (Long) OF_ALL_THREADS.get().invoke(threads));
                    return Optional.of(found);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
            long[] ids = threads.getAllThreadIds();
            long[] each = threads.getThreadAllocatedBytes(ids);
            for (int i = 0; i < ids.length; i++) {
                found.put(ids[i], each[i]);
            }
            // This thread only runs JMH itself.
            found.remove(Thread.currentThread().getId());
            return Optional.of(found);
        }

        /** Returns the bytes allocated between two snapshots; NaN if unknown. */
        double allocatedSince(Snapshot earlier) {
            if (bytes.isEmpty() || earlier.bytes.isEmpty()) {
                return Double.NaN;
            }
            Map<Long, Long> until = earlier.bytes.get();
            long sum = 0;
            for (Map.Entry<Long, Long> thread : bytes.get().entrySet()) {
                sum += Math.max(0, thread.getValue() - until.getOrDefault(thread.getKey(), 0L));
            }
            return sum;
        }
    }
}
