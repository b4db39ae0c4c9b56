// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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

    /** Stops watching; no effect if it was not started. */
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
}
