// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Combines the samples of monitors on several nodes, and detects silent nodes.
 *
 * <p>A node that executes a command sends a message once a second, even without a fork. Times are arrival times on this
 * machine; clocks of nodes are not used. Thread-safe.
 */
public final class NodeMonitor implements AutoCloseable {

    /** Time after which a node is silent; a busy node may be late, but not this late. */
    static final Duration SILENCE = Duration.ofSeconds(3);

    private static final class Watched {

        private String job = "";
        private boolean busy;
        private long heard;
        private Optional<MonitorHistory.Sample> last = Optional.empty();
    }

    private final MonitorHistory history;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Map<String, Watched> nodes = new TreeMap<>();
    private final ScheduledExecutorService timer = Monitor.timer();

    NodeMonitor(MonitorHistory history, Clock clock, LongSupplier nanoTime) {
        this.history = history;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    public static NodeMonitor start(MonitorHistory history) {
        NodeMonitor monitor = new NodeMonitor(history, Clock.systemUTC(), System::nanoTime);
        var unused = monitor.timer.scheduleAtFixedRate(monitor::look, 1, 1, TimeUnit.SECONDS);
        return monitor;
    }

    public synchronized void busy(String node, String job) {
        Watched watched = watched(node);
        watched.job = job;
        watched.busy = true;
        watched.heard = nanoTime.getAsLong();
    }

    /** Records that a node has answered, so that no messages are expected until its next command. */
    public synchronized void idle(String node) {
        watched(node).busy = false;
    }

    /** Adds a message of a node, with a sample if it has a fork. */
    public synchronized void heard(String node, Optional<MonitorHistory.Sample> seen) {
        Watched watched = watched(node);
        watched.heard = nanoTime.getAsLong();
        seen.filter(sample -> watched.busy).ifPresent(sample -> {
            MonitorHistory.Sample here = sample.with(clock.instant(), Optional.of(node), Duration.ZERO, false);
            watched.last = Optional.of(here);
            history.add(here);
        });
    }

    public synchronized void lost(String node) {
        Watched watched = watched(node);
        watched.busy = false;
        repeat(node, watched, true);
    }

    // The monitor continues even if it cannot write.
    @SuppressWarnings("CatchAndPrintStackTrace")
    synchronized void look() {
        try {
            nodes.forEach((name, watched) -> {
                if (watched.busy && since(watched).compareTo(SILENCE) >= 0) {
                    repeat(name, watched, false);
                }
            });
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
    }

    private void repeat(String node, Watched watched, boolean lost) {
        MonitorHistory.Sample last =
                watched.last.orElseGet(() -> MonitorHistory.Sample.unknown(node, watched.job, clock.instant()));
        history.repeat(last.with(clock.instant(), Optional.of(node), since(watched), lost));
    }

    private Duration since(Watched watched) {
        return Duration.ofNanos(nanoTime.getAsLong() - watched.heard);
    }

    private Watched watched(String node) {
        return nodes.computeIfAbsent(node, name -> new Watched());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
