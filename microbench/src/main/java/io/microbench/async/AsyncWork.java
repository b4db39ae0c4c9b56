// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import io.microbench.fork.ExtraResults;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;

/**
 * Counts and times work that is begun by a benchmark method and completed on other threads. The score of the benchmark is then the time of
 * a unit of work: its latency if units are begun, the time between units if they are only recorded. JMH's score, which shows how fast work
 * is submitted, becomes the secondary result {@code async.body}; {@link #keepScore} keeps it as the score.
 *
 * <pre>{@code
 * @Benchmark
 * public void submit(AsyncWork work) {
 *     AsyncWork.Unit unit = work.begin();
 *     executor.execute(() -> { compute(); unit.done(); });
 * }
 * }</pre>
 *
 * <p>A parameter of this type adds results named {@code async.*} to the results of the benchmark: units completed per second, time from
 * start to completion, gaps between completions, the most units in flight, and the numbers of failed, late, unfinished and doubly completed
 * units. At the end of each iteration, units in flight get 5 seconds to end ({@link #drain}). This time is not measured, and units that end
 * in it are counted as late.
 *
 * <p>All methods may be called from any thread. Only instances created by JMH count units.
 */
@API(status = API.Status.MAINTAINED)
@State(Scope.Benchmark)
public class AsyncWork {

    private static final Duration DRAIN = Duration.ofSeconds(5);

    /** An instance that counts nothing, for calls while no benchmark runs. */
    private static final AsyncWork IDLE = new AsyncWork(new Recorder(System::nanoTime, 1));

    private static volatile AsyncWork current = IDLE;
    private static volatile boolean registered;

    private final Recorder recorder;
    private final Pace pace = new Pace(System::nanoTime);
    private volatile Duration drain = DRAIN;
    private volatile int limit;
    private volatile @Nullable Semaphore permits;
    private volatile boolean keepsScore;

    /** Whether a unit was begun, or completed, in an iteration of this fork. */
    private boolean begins;

    private boolean records;

    /** Called by JMH. */
    public AsyncWork() {
        this(new Recorder(System::nanoTime));
    }

    private AsyncWork(Recorder recorder) {
        this.recorder = recorder;
    }

    /**
     * A unit of work that was begun and is completed once. Units are reused some time after their end, so do not keep
     * references to them: an extra completion of a reused unit ends it too early, and its real completion then counts
     * as a second one.
     */
    public static final class Unit implements Runnable {

        private static final VarHandle BEGUN_IN;

        static {
            try {
                BEGUN_IN = MethodHandles.lookup().findVarHandle(Unit.class, "begunIn", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** The next unit in a chain of units that have ended. */
        @Nullable
        Unit next;

        /** The next chain; only set in the first unit of a chain. */
        @Nullable
        Unit nextChain;

        private final Recorder recorder;
        private @Nullable Semaphore permits;
        private long start;

        /** The number of its iteration, from 1; 0 when the unit has ended. */
        @SuppressWarnings("unused") // accessed by a VarHandle
        private int begunIn;

        Unit(Recorder recorder) {
            this.recorder = recorder;
        }

        void start(int iteration, long now) {
            start = now;
            BEGUN_IN.setRelease(this, iteration);
        }

        /** Completes the unit. A second call is only counted, in {@code completedTwice}. */
        public void done() {
            end(false);
        }

        /** Ends the unit as failed; it is counted, but has no latency. */
        public void fail() {
            end(true);
        }

        /** Completes the unit; for use as a {@code Runnable}. */
        @Override
        public void run() {
            done();
        }

        private void end(boolean failed) {
            int iteration = (int) BEGUN_IN.getAndSet(this, 0);
            if (iteration == 0) {
                recorder.twice();
                return;
            }
            Semaphore taken = permits;
            if (taken != null) {
                permits = null;
            }
            recorder.ended(this, iteration, start, failed);
            if (taken != null) {
                taken.release();
            }
        }
    }

    /**
     * Begins a unit of work. Waits as required by a {@link #rate}, and for the end of another unit if the {@link #limit} is reached.
     *
     * @throws IllegalStateException if the thread is interrupted while it waits
     */
    public Unit begin() {
        return pace.isSet() ? begin(pace.await()) : begun();
    }

    /**
     * Begins a unit of work that should have begun at the given time, for arrivals that follow another schedule. Waits only if the {@link
     * #limit} is reached.
     *
     * @param dueNanos a time of {@link System#nanoTime}
     * @throws IllegalStateException if the thread is interrupted while it waits
     */
    public Unit begin(long dueNanos) {
        Unit unit = begun();
        unit.start = dueNanos;
        return unit;
    }

    private Unit begun() {
        Semaphore taken = permits;
        if (taken != null) {
            acquire(taken);
        }
        Unit unit = recorder.begin();
        if (taken != null) {
            unit.permits = taken;
        }
        return unit;
    }

    private void acquire(Semaphore semaphore) {
        try {
            semaphore.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "Interrupted while waiting for the end of one of " + limit + " units in flight", e);
        }
    }

    /**
     * Starts work as a unit that ends with the returned stage: it completes with the stage, or fails if the stage
     * completes exceptionally.
     *
     * @param work starts the work; an exception ends the unit as failed
     * @return the stage that the work returned
     */
    public <T, S extends CompletionStage<T>> S start(Supplier<S> work) {
        Unit unit = begin();
        S stage;
        try {
            stage = work.get();
        } catch (RuntimeException | Error e) {
            unit.fail();
            throw e;
        }
        return end(unit, stage);
    }

    /** Begins a unit that ends with a stage. Unlike {@link #start}, it excludes the time before this call. */
    public <T, S extends CompletionStage<T>> S track(S stage) {
        return end(begin(), stage);
    }

    private static <T, S extends CompletionStage<T>> S end(Unit unit, S stage) {
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                unit.done();
            } else {
                unit.fail();
            }
        });
        return stage;
    }

    /**
     * Returns a subscriber that forwards all signals to the given one, and records a unit for each item that it has
     * processed.
     */
    public <T> Flow.Subscriber<T> track(Flow.Subscriber<T> subscriber) {
        return new TrackedSubscriber<>(subscriber, recorder);
    }

    /** Records a completed unit that was not started with {@link #begin}; it is counted, but has no latency. */
    public void record() {
        recorder.completed(1);
    }

    /**
     * Records completed units that were not started with {@link #begin}.
     *
     * @param units 0 or more
     */
    public void record(long units) {
        if (units < 0) {
            throw new IllegalArgumentException("record(" + units + "): expected 0 or more units.");
        }
        if (units > 0) {
            recorder.completed(units);
        }
    }

    /**
     * Records a completed unit of the benchmark that runs in this JVM: for a hook, a mock or a callback, such as {@code
     * AsyncWork::completed}. The benchmark needs no {@code AsyncWork} parameter. Does nothing if no benchmark runs.
     */
    public static void completed() {
        current().record();
    }

    /**
     * Records completed units of the benchmark that runs in this JVM.
     *
     * @param units 0 or more
     */
    public static void completed(long units) {
        current().record(units);
    }

    /**
     * Returns the work of the benchmark that runs in this JVM, for code without such a parameter: a hook, a mock, a callback. If no
     * benchmark runs, it counts nothing.
     */
    public static AsyncWork current() {
        AsyncWork work = current;
        return work == IDLE && ExtraResults.areTaken() ? unclaimed() : work;
    }

    /** Starts counting units of a benchmark without {@code AsyncWork}; does nothing if a benchmark of this JVM had one. */
    private static synchronized AsyncWork unclaimed() {
        if (current == IDLE && !registered) {
            AsyncWork work = new AsyncWork();
            ExtraResults.count(new ExtraResults.Counter() {
                @Override
                public void begin() {
                    work.openIteration();
                }

                @Override
                public List<Result<?>> end(BenchmarkParams benchmark) {
                    return work.close(benchmark);
                }
            });
            current = work;
        }
        return current;
    }

    /**
     * Limits the units in flight: {@link #begin} waits while the limit is reached (a closed loop). Called from a set-up method.
     *
     * @param units the maximum number, at least 1; 0 for no limit
     */
    public void limit(int units) {
        if (units < 0) {
            throw new IllegalArgumentException("limit(" + units + "): expected 1 or more, or 0 for no limit.");
        }
        limit = units;
        permits = units == 0 ? null : new Semaphore(units);
    }

    /**
     * Sets the rate at which units begin (an open loop). A unit that begins late because of earlier units is timed from
     * when it should have begun, so a stall increases the latency of all units that it delayed. Called from a set-up
     * method.
     *
     * @param unitsPerSecond the total rate of all threads, above 0; 0 for no rate
     */
    public void rate(double unitsPerSecond) {
        pace.set(unitsPerSecond);
    }

    /**
     * Sets how long an iteration waits after its end for units in flight before they count as unfinished; 5 s unless set.
     *
     * @param patience 0 or more
     */
    public void drain(Duration patience) {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("drain(" + patience + "): expected 0 or more.");
        }
        drain = patience;
    }

    /**
     * Keeps JMH's score of the benchmark method as the score; the time of a unit becomes a secondary result. Called from a set-up
     * method.
     */
    public void keepScore() {
        keepsScore = true;
    }

    /** Called by JMH. */
    @Setup(Level.Trial)
    public void register() {
        claim(this);
    }

    private static synchronized void claim(AsyncWork work) {
        registered = true;
        ExtraResults.countNoMore();
        current = work;
    }

    /** Called by JMH. */
    @Setup(Level.Iteration)
    public void openIteration() {
        limit(limit);
        recorder.open();
        pace.restart();
    }

    /** Called by JMH. */
    @TearDown(Level.Iteration)
    public void closeIteration(BenchmarkParams benchmark) {
        ExtraResults.add(close(benchmark));
    }

    private List<Result<?>> close(BenchmarkParams benchmark) {
        AsyncCounts counts = recorder.close(drain);
        List<Result<?>> results = new ArrayList<>(counts.results());
        begins |= counts.begun() > 0;
        records |= counts.completed() > 0;
        if (!keepsScore && (begins || records)) {
            results.add(AsyncCounts.score(begins ? counts.latency() : counts.gaps(), benchmark));
        }
        return results;
    }

    /** Called by JMH. */
    @TearDown(Level.Trial)
    public void unregister() {
        current = IDLE;
    }

    /** Forwards all signals to a subscriber, and records each item that it has processed. */
    static final class TrackedSubscriber<T> implements Flow.Subscriber<T> {

        private final Flow.Subscriber<T> subscriber;
        private final Recorder recorder;

        TrackedSubscriber(Flow.Subscriber<T> subscriber, Recorder recorder) {
            this.subscriber = subscriber;
            this.recorder = recorder;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(T item) {
            try {
                subscriber.onNext(item);
            } catch (RuntimeException | Error e) {
                recorder.failed();
                throw e;
            }
            recorder.completed(1);
        }

        @Override
        public void onError(Throwable failure) {
            recorder.failed();
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
        }
    }
}
