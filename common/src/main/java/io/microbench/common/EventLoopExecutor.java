// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Runs JMH's workers on event loop threads, one worker per loop.
 *
 * <p>Netty treats such threads differently: {@code FastThreadLocal} reads a field of the thread, the recycler keeps a
 * pool for it, and both pooling allocators give it its own cache, after checking with {@code
 * ThreadExecutorMap.currentExecutor()} that it is an event loop. A benchmark on plain threads measures none of these
 * paths, though nearly all of Netty's code runs on them. So each of these threads is a real event loop, of a {@link
 * DefaultEventExecutor}.
 *
 * <p>JMH submits one worker per thread in each iteration and waits for all of them. Tasks are assigned to the loops
 * round-robin, so every loop gets exactly one.
 *
 * <p>{@code DefaultEventExecutorGroup} would do the same, but reports its termination on Netty's global executor, whose
 * thread then keeps the fork alive for another second.
 */
public final class EventLoopExecutor extends AbstractExecutorService {

    private final List<EventExecutor> loops;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * Called by JMH, by reflection, in the fork: the signature is JMH's.
     *
     * @param maxThreads the number of concurrent workers, at least 1
     * @param prefix the prefix of the names of the threads
     */
    public EventLoopExecutor(int maxThreads, String prefix) {
        ThreadFactory threads = new DefaultThreadFactory(prefix, true);
        loops = Stream.<EventExecutor>generate(() -> new DefaultEventExecutor(threads))
                .limit(maxThreads)
                .toList();
    }

    @Override
    public void execute(Runnable command) {
        loops.get(Math.floorMod(turn.getAndIncrement(), loops.size())).execute(command);
    }

    @Override
    public void shutdown() {
        for (EventExecutor loop : loops) {
            // No quiet period: JMH has already waited for all its workers, and awaits termination next.
            var unused = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    /** Same as {@link #shutdown()}: an event loop does not return its pending tasks. */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return loops.stream().allMatch(EventExecutor::isShuttingDown);
    }

    @Override
    public boolean isTerminated() {
        return loops.stream().allMatch(EventExecutor::isTerminated);
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        for (EventExecutor loop : loops) {
            if (!loop.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        return true;
    }
}
