// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.fork.TakenResults;
import io.microbench.run.JmhFixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.results.Result;

@Timeout(120)
class AsyncWorkTest {

    private final AsyncWork work = new AsyncWork();

    @BeforeEach
    void begin() {
        work.register();
        work.openIteration();
    }

    @AfterEach
    void end() {
        work.unregister();
        TakenResults.scores();
    }

    private static double score(Map<String, Double> results, String name) {
        return Objects.requireNonNull(results.get(name), () -> name + " is not among " + results.keySet());
    }

    private Map<String, Double> results() {
        work.closeIteration(JmhFixtures.params());
        return TakenResults.scores();
    }

    private Map<String, Double> resultsAtOnce() {
        work.drain(Duration.ZERO);
        return results();
    }

    @Test
    void endsUnitOnSuccessAndFailureOfStage() {
        CompletableFuture<String> good = work.track(new CompletableFuture<>());
        CompletableFuture<String> bad = work.start(() -> new CompletableFuture<String>());
        good.complete("");
        bad.completeExceptionally(new IllegalStateException());

        assertThat(resultsAtOnce()).containsEntry("async.completed", 1.0).containsEntry("async.failed", 1.0);
    }

    @Test
    void countsWorkThatCannotStartAsFailed() {
        assertThatThrownBy(() -> work.start(() -> {
                    throw new IllegalStateException("full");
                }))
                .hasMessage("full");

        assertThat(resultsAtOnce()).containsEntry("async.failed", 1.0).containsEntry("async.unfinished", 0.0);
    }

    @Test
    void recordsItemsProcessedBySubscriber() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(work.track(new Flow.Subscriber<Integer>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(Integer item) {
                    seen.incrementAndGet();
                }

                @Override
                public void onError(Throwable failure) {
                    ended.completeExceptionally(failure);
                }

                @Override
                public void onComplete() {
                    ended.complete(null);
                }
            }));
            for (int i = 0; i < 100; i++) {
                publisher.submit(i);
            }
        }
        ended.get();

        assertThat(seen).hasValue(100);
        assertThat(resultsAtOnce()).containsEntry("async.completed", 100.0);
    }

    @Test
    void countsFailedItemsAsFailed() {
        Flow.Subscriber<String> tracked = work.track(new Flow.Subscriber<String>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {}

            @Override
            public void onNext(String item) {
                throw new IllegalStateException(item);
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onComplete() {}
        });

        assertThatThrownBy(() -> tracked.onNext("bad")).hasMessage("bad");
        tracked.onError(new IllegalStateException());
        assertThat(resultsAtOnce()).containsEntry("async.failed", 2.0).containsEntry("async.completed", 0.0);
    }

    /** Each of several consecutive cases in one JVM has a separate instance. */
    @Test
    void excludesUnitsOfPreviousCase() {
        AsyncWork.Unit straggler = work.begin();
        resultsAtOnce();
        work.unregister();
        AsyncWork next = new AsyncWork();
        next.register();
        next.openIteration();
        straggler.done();
        next.begin().done();
        next.closeIteration(JmhFixtures.params());

        assertThat(TakenResults.scores())
                .containsEntry("async.completed", 1.0)
                .containsEntry("async.late", 0.0)
                .containsEntry("async.completedTwice", 0.0);
        next.unregister();
    }

    @Test
    void endsUnitOfDeadThread() throws Exception {
        AsyncWork.Unit[] begun = new AsyncWork.Unit[1];
        Thread beginner = new Thread(() -> begun[0] = work.begin());
        beginner.start();
        beginner.join();
        Thread ender = new Thread(begun[0]);
        ender.start();
        ender.join();

        assertThat(resultsAtOnce()).containsEntry("async.completed", 1.0).containsEntry("async.unfinished", 0.0);
    }

    /** Code may end a unit in a callback and again in its clean-up. */
    @Test
    void ignoresSecondEndOfReusedUnit() {
        work.begin().done();
        for (int i = 0; i < 1000; i++) {
            AsyncWork.Unit unit = work.begin();
            unit.done();
            AsyncWork.Unit[] others = new AsyncWork.Unit[10];
            Arrays.setAll(others, n -> work.begin());
            unit.done();
            for (AsyncWork.Unit other : others) {
                other.done();
            }
        }

        assertThat(resultsAtOnce())
                .containsEntry("async.completed", 11_001.0)
                .containsEntry("async.completedTwice", 1000.0)
                .containsEntry("async.unfinished", 0.0);
    }

    /** Checks the reported number too: a sum over threads must never exceed the true number. */
    @Test
    void reportsAtMostLimitInFlight() throws Exception {
        work.limit(3);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
            threads.add(new Thread(() -> {
                for (int i = 0; i < 20_000; i++) {
                    work.begin().done();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(score(results(), "async.mostInFlight")).isBetween(1.0, 3.0);
    }

    /** Existing code may report units in a hook, without access to the benchmark. */
    @Test
    void creditsRecordsWithoutUnitToCurrentBenchmark() {
        AsyncWork.current().record();
        AsyncWork.current().record(4);
        Runnable hook = AsyncWork::completed;
        hook.run();
        AsyncWork.completed(10);
        Map<String, Double> results = resultsAtOnce();
        work.unregister();
        AsyncWork.completed();

        assertThat(results).containsEntry("async.completed", 16.0);
    }

    @Test
    void limitsUnitsInFlight() throws Exception {
        work.limit(3);
        AtomicInteger inFlight = new AtomicInteger();
        int most = 0;
        var executor = Executors.newFixedThreadPool(8);
        try {
            for (int i = 0; i < 500; i++) {
                AsyncWork.Unit unit = work.begin();
                most = Math.max(most, inFlight.incrementAndGet());
                executor.execute(() -> {
                    inFlight.decrementAndGet();
                    unit.done();
                });
            }
            Map<String, Double> results = results();

            assertThat(most).isBetween(1, 3);
            assertThat(score(results, "async.completed") + score(results, "async.late"))
                    .isEqualTo(500);
            assertThat(results).containsEntry("async.unfinished", 0.0);
        } finally {
            executor.shutdownNow();
        }
    }

    /** Units that never end count towards the limit, but not in the next iteration. */
    @Test
    void resetsLimitWithEachIteration() {
        work.limit(2);
        work.begin();
        AsyncWork.Unit old = work.begin();
        resultsAtOnce();
        work.openIteration();
        work.begin().done();
        work.begin();
        old.done();
        work.begin().done();

        assertThat(resultsAtOnce()).containsEntry("async.completed", 2.0).containsEntry("async.late", 1.0);
    }

    @Test
    void canBeInterruptedWhileWaitingAtLimit() {
        work.limit(1);
        work.begin();
        Thread.currentThread().interrupt();

        assertThatThrownBy(work::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one of 1 units in flight");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void includesDelaysOfStallInOpenLoop() throws Exception {
        work.rate(1000);
        work.openIteration();
        for (int i = 0; i < 200; i++) {
            if (i == 50) {
                Thread.sleep(100);
            }
            work.begin().done();
        }
        Map<String, Double> results = resultsAtOnce();

        // About 100 of 200 units should have begun during the stall; a closed loop would hide the delay.
        assertThat(score(results, "async.latency:p0.99")).isGreaterThan(50_000);
        assertThat(score(results, "async.latency:p0.50")).isLessThan(score(results, "async.latency:p0.99"));
    }

    @Test
    void measuresLatencyFromDueTime() {
        work.begin(System.nanoTime() - 3_000_000_000L).done();

        assertThat(score(resultsAtOnce(), "async.latency:p0.00")).isGreaterThan(2_970_000);
    }

    private List<Result<?>> scores() {
        work.drain(Duration.ZERO);
        work.closeIteration(JmhFixtures.params());
        return TakenResults.primary();
    }

    @Test
    void scoresUnitsOnceThereAreAny() {
        assertThat(scores()).isEmpty();
        work.openIteration();
        work.record();
        assertThat(scores()).hasSize(1);
        work.openIteration();
        assertThat(scores()).singleElement().satisfies(score -> assertThat(score.getScore())
                .isNaN());
    }

    /** Units that are only recorded are scored by the time between them, begun units by their latency. */
    @Test
    void scoresLatencyIfAnyUnitsBegin() {
        work.begin(System.nanoTime() - 3_000_000_000L).done();
        assertThat(scores()).singleElement().satisfies(score -> assertThat(score.getScore())
                .isLessThan(1 / 3e3));
        work.openIteration();
        work.record(1000);
        assertThat(scores()).singleElement().satisfies(score -> assertThat(score.getScore())
                .isNaN());
    }

    @Test
    void keepsScoreOfJmhOnRequest() {
        work.keepScore();
        work.begin().done();

        assertThat(scores()).isEmpty();
    }

    @Test
    void rejectsNegativeNumbers() {
        assertThatThrownBy(() -> work.limit(-1)).hasMessage("limit(-1): expected 1 or more, or 0 for no limit.");
        assertThatThrownBy(() -> work.record(-1)).hasMessage("record(-1): expected 0 or more units.");
        assertThatThrownBy(() -> work.drain(Duration.ofSeconds(-1))).hasMessage("drain(PT-1S): expected 0 or more.");
        work.record(0);
        assertThat(List.of(score(resultsAtOnce(), "async.completed"))).containsExactly(0.0);
    }
}
