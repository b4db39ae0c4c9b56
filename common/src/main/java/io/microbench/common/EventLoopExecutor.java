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
 * pool for it, and both pooling allocators give it a cache of its own, since they ask
 * {@code ThreadExecutorMap.currentExecutor()} whether it is an event loop. A benchmark on plain threads measures none of
 * these paths, though nearly all of Netty's own code runs on them. So these are not threads made to look like an event
 * loop: every one of them belongs to a {@link DefaultEventExecutor}.
 *
 * <p>JMH submits as many workers per iteration as there are threads and waits for all of them. Tasks go to the loops in
 * turn, hence every loop gets exactly one and none waits behind another.
 *
 * <p>Why no {@code DefaultEventExecutorGroup}, which does the same: its end is announced on Netty's global executor, whose
 * thread then keeps the fork alive for another second.
 */
public final class EventLoopExecutor extends AbstractExecutorService {

    private final List<EventExecutor> loops;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * Called by JMH, by reflection, in the fork: the signature is JMH's.
     *
     * @param maxThreads how many workers run at once, at least 1
     * @param prefix what the names of the threads begin with
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
            // No quiet period: JMH has waited for all its workers before it comes here, and awaits the end hereafter.
            var unused = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    /** Does what {@link #shutdown()} does: a loop gives no task back. */
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
