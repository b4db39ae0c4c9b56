// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.async.AsyncWork;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many items per second pass through a pipeline of three stages of the JDK's {@link Flow}, each with its own buffer, and how long
 * an item takes from the first to the last.
 *
 * <p>Answers: What are the throughput and the latency of three stages of the JDK's {@code Flow}?
 *
 * <p>Does not measure: stages that do anything. The publishers' back-pressure limits the items in flight to their buffers, 256 each.
 *
 * <p>Cost: 1 case x 2 forks x 8 s = 0.3 min.
 *
 * <p>Covers: {@link AsyncWork} where items carry their unit along.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=FlowPipelineBenchmark test}
 */
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class FlowPipelineBenchmark extends NettyMicrobenchmark {

    /** One thread for each subscriber, because a stage that waits for space in the next one blocks its thread. */
    private static final int THREADS = 3;

    private static final int BUFFER = 256;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final SubmissionPublisher<AsyncWork.Unit> first = new SubmissionPublisher<>(threads, BUFFER);

    @Setup
    public void connect(AsyncWork work) {
        work.keepScore();
        Stage second = new Stage(threads);
        Stage third = new Stage(threads);
        first.subscribe(second);
        second.subscribe(third);
        third.subscribe(new Last());
    }

    @TearDown
    public void stop() {
        first.close();
        threads.shutdown();
    }

    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Benchmark
    public void item(AsyncWork work) {
        first.submit(work.begin());
    }

    /** Passes on its items. */
    private static final class Stage extends SubmissionPublisher<AsyncWork.Unit>
            implements Flow.Processor<AsyncWork.Unit, AsyncWork.Unit> {

        Stage(ExecutorService threads) {
            super(threads, BUFFER);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(AsyncWork.Unit unit) {
            submit(unit);
        }

        @Override
        public void onError(Throwable failure) {
            closeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    /** Ends the unit of each item. */
    private static final class Last implements Flow.Subscriber<AsyncWork.Unit> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(AsyncWork.Unit unit) {
            unit.done();
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void onComplete() {}
    }
}
