// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The timer that schedules timeouts. */
public enum TimerKind {
    /** The event loop of the calling thread. */
    EVENT_LOOP_INSIDE {
        @Override
        Timeouts<?> create() {
            EventExecutor loop = ThreadExecutorMap.currentExecutor();
            if (loop == null) {
                throw new IllegalStateException(
                        "Thread " + Thread.currentThread().getName() + ": expected the thread of an event loop");
            }
            // The loop belongs to the caller, and handles tasks of its own thread immediately.
            return new Scheduled(loop, () -> {}, () -> {});
        }
    },

    /** The event loop of another thread. */
    EVENT_LOOP_OUTSIDE {
        @Override
        Timeouts<?> create() {
            DefaultEventExecutor loop = new DefaultEventExecutor(new DefaultThreadFactory("timers", true));
            return new Scheduled(
                    loop,
                    // Waits for a task that is submitted after all others.
                    () -> loop.submit(() -> {}).syncUninterruptibly(),
                    () -> loop.shutdownGracefully(0, 0, TimeUnit.SECONDS));
        }
    },

    /** Netty's wheel, with ticks of 1 ms; {@code HashedWheelTimerBenchmark} explains why. */
    WHEEL {
        @Override
        Timeouts<?> create() {
            return new Wheel();
        }
    },

    /** The JDK's scheduler, configured to remove cancelled tasks, as the others do. */
    JDK {
        @Override
        Timeouts<?> create() {
            ScheduledThreadPoolExecutor executor =
                    new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("timers", true));
            executor.setRemoveOnCancelPolicy(true);
            return new Scheduled(executor, () -> {}, executor::shutdownNow);
        }
    };

    /** Returns a timer without timeouts, for the calling thread. */
    abstract Timeouts<?> create();

    /** A timer with the interface of the JDK's scheduler. */
    static final class Scheduled extends Timeouts<Future<?>> {

        private static final Runnable NOTHING = () -> {};

        final ScheduledExecutorService executor;
        private final Runnable settling;
        private final Runnable stopping;

        Scheduled(ScheduledExecutorService executor, Runnable settling, Runnable stopping) {
            super(new Future<?>[BATCH]);
            this.executor = executor;
            this.settling = settling;
            this.stopping = stopping;
        }

        @Override
        Future<?> schedule(int delaySeconds) {
            return executor.schedule(NOTHING, delaySeconds, TimeUnit.SECONDS);
        }

        @Override
        boolean cancel(Future<?> timeout) {
            return timeout.cancel(false);
        }

        @Override
        void settle() {
            settling.run();
        }

        @Override
        void stop() {
            stopping.run();
        }
    }

    /** Clears cancelled timeouts once per tick. */
    static final class Wheel extends Timeouts<Timeout> {

        /** The maximum number of timeouts that are pending (100,000) or wait to be cleared, about 20 MB. */
        static final int MOST = 1 << 18;

        private static final TimerTask NOTHING = timeout -> {};

        final HashedWheelTimer timer =
                new HashedWheelTimer(new DefaultThreadFactory("timers", true), 1, TimeUnit.MILLISECONDS, 512, false);

        Wheel() {
            super(new Timeout[BATCH]);
            timer.start();
        }

        @Override
        Timeout schedule(int delaySeconds) {
            return timer.newTimeout(NOTHING, delaySeconds, TimeUnit.SECONDS);
        }

        @Override
        boolean cancel(Timeout timeout) {
            return timeout.cancel();
        }

        @Override
        void settle() {
            while (timer.pendingTimeouts() > MOST) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
        }

        @Override
        void stop() {
            timer.stop();
        }
    }
}
