// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.Concurrency;
import io.microbench.async.AsyncWork;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Recorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what it costs to count or to time a unit of asynchronous work, compared with the cheapest counter of the
 * JDK, two readings of its clock, and common histograms.
 *
 * <p>Answers: What does counting or timing a unit of asynchronous work cost?
 *
 * <p>Does not measure: units that end on a different thread than they began on, whose memory moves between caches in
 * any case.
 *
 * <p>Cost: 18 cases x 2 forks x 4 s = 2.4 min.
 *
 * <p>Covers: {@link AsyncWork}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=AsyncWorkBenchmark test}
 */
// An operation takes tens of nanoseconds, so half a second shows the steady state.
@State(Scope.Benchmark)
@Concurrency({1, 2, 4})
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class AsyncWorkBenchmark extends NettyMicrobenchmark {

    private static final long LARGEST = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 2;

    /** These units keep the score of the method, because their cost is measured, not their time. */
    public static class Costs extends AsyncWork {

        /** Creates the state; called by JMH. */
        public Costs() {
            keepScore();
        }
    }

    private final LongAdder adder = new LongAdder();
    private final ConcurrentHistogram histogram = new ConcurrentHistogram(LARGEST, DIGITS);
    private final Recorder recorder = new Recorder(LARGEST, DIGITS);

    @Benchmark
    public void longAdder() {
        adder.increment();
    }

    @Benchmark
    public void count(Costs work) {
        work.record();
    }

    /** The minimum cost of measuring a latency. */
    @Benchmark
    public long twoReadingsOfTheClock() {
        long start = System.nanoTime();
        return System.nanoTime() - start;
    }

    @Benchmark
    public void unit(Costs work) {
        work.begin().done();
    }

    @Benchmark
    public void concurrentHistogram() {
        long start = System.nanoTime();
        histogram.recordValue(System.nanoTime() - start);
    }

    @Benchmark
    public void intervalRecorder() {
        long start = System.nanoTime();
        recorder.recordValue(System.nanoTime() - start);
    }
}
