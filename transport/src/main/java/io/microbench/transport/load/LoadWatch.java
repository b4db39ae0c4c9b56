// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Watches a run while it measures: its intervals, and its processor time. */
final class LoadWatch {

    private final List<Long> nodes;
    private final Consumer<LoadInterval> listener;
    private Optional<Sampler> sampler = Optional.empty();
    private Optional<Ticker> ticker = Optional.empty();
    private List<LoadInterval> intervals = List.of();
    private volatile Optional<CpuTimes> cpu = Optional.empty();
    private volatile Optional<CpuTimes> nodesCpu = Optional.empty();

    /**
     * Creates a watch.
     *
     * @param nodes processes of the nodes; none if they are in this JVM
     * @param listener receives each interval as soon as it is over
     */
    LoadWatch(List<Long> nodes, Consumer<LoadInterval> listener) {
        this.nodes = List.copyOf(nodes);
        this.listener = listener;
    }

    private static Optional<CpuTimes> own() {
        return CpuTimes.of(List.of(ProcessHandle.current().pid()));
    }

    /** Starts to watch at a time by {@link System#nanoTime}. */
    void start(List<? extends AbstractLoop> loops, long start, Duration interval) {
        Sampler made = new Sampler(loops, start, listener);
        sampler = Optional.of(made);
        ticker = Optional.of(new Ticker(
                start,
                interval,
                () -> {
                    cpu = own();
                    nodesCpu = CpuTimes.of(nodes);
                },
                made::cut));
    }

    void stop() throws InterruptedException {
        if (ticker.isPresent()) {
            ticker.get().close();
            ticker = Optional.empty();
            cpu = cpu.flatMap(before -> own().map(now -> now.minus(before)));
            nodesCpu = nodesCpu.flatMap(before -> CpuTimes.of(nodes).map(now -> now.minus(before)));
            intervals = sampler.orElseThrow().end();
        }
    }

    RunResult result(Load load, Instant started, List<String> addresses, List<ClientResult> clients) {
        return new RunResult(load, started, addresses, clients, intervals, cpu, nodesCpu);
    }

    /** A thread that calls a listener at the end of each interval, until it is closed. */
    private static final class Ticker implements AutoCloseable {
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        /**
         * Starts the thread.
         *
         * @param start the start of the first interval, by {@link System#nanoTime}
         * @param begin is called at the start
         * @param end receives the time at the end of each interval
         */
        Ticker(long start, Duration interval, Runnable begin, LongConsumer end) {
            thread = new Thread(
                    () -> run(start, interval.toNanos(), begin, end), "messages-" + Durations.text(interval));
            thread.setDaemon(true);
            thread.start();
        }

        private void run(long start, long interval, Runnable begin, LongConsumer end) {
            try {
                if (isClosedAt(start)) {
                    return;
                }
                begin.run();
                for (long due = start + interval; !isClosedAt(due); due += interval) {
                    end.accept(System.nanoTime());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean isClosedAt(long due) throws InterruptedException {
            return closed.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
        }

        /** Stops the thread and waits for its end. */
        @Override
        public void close() throws InterruptedException {
            closed.countDown();
            thread.join();
        }
    }
}
