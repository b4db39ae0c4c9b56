// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Passes tasks on to another executor, each wrapped. */
final class ForwardingExecutor extends AbstractExecutorService {

    private final ExecutorService executor;
    private final UnaryOperator<Runnable> wrapper;

    ForwardingExecutor(ExecutorService executor, UnaryOperator<Runnable> wrapper) {
        this.executor = executor;
        this.wrapper = wrapper;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(wrapper.apply(task));
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return executor.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(timeout, unit);
    }
}
