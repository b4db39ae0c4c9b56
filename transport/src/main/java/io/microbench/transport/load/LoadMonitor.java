// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.process.ProcFolder;
import io.microbench.text.Durations;
import io.microbench.transport.Echo.ReceiverReport;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Records the intervals and the processor time of a run while it measures. */
final class LoadMonitor {

    private final List<Long> nodes;
    private final Consumer<LoadInterval> listener;
    private Optional<Sampler> sampler = Optional.empty();
    private Optional<ScheduledThreadPoolExecutor> timer = Optional.empty();
    private List<LoadInterval> intervals = List.of();
    private volatile Optional<CpuTimes> cpu = Optional.empty();
    private volatile Optional<CpuTimes> nodesCpu = Optional.empty();

    /**
     * Creates a monitor.
     *
     * @param nodes the processes of the nodes; empty if the nodes are in this JVM
     * @param listener receives each interval as soon as it is over
     */
    LoadMonitor(List<Long> nodes, Consumer<LoadInterval> listener) {
        this.nodes = List.copyOf(nodes);
        this.listener = listener;
    }

    private static Optional<CpuTimes> own() {
        return CpuTimes.of(List.of(ProcessHandle.current().pid()));
    }

    /** Starts recording at the given time by {@link System#nanoTime}. */
    void start(List<? extends AbstractLoop> loops, long start, Duration interval) {
        Sampler made = new Sampler(loops, start, listener);
        sampler = Optional.of(made);
        ScheduledThreadPoolExecutor ticks = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "messages-" + Durations.text(interval));
            thread.setDaemon(true);
            return thread;
        });
        ticks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer = Optional.of(ticks);
        long left = start - System.nanoTime();
        Runnable begin = () -> {
            cpu = own();
            nodesCpu = CpuTimes.of(nodes);
        };
        ScheduledFuture<?> unusedBegin = ticks.schedule(begin, left, TimeUnit.NANOSECONDS);
        ScheduledFuture<?> unusedCuts = ticks.scheduleAtFixedRate(
                () -> made.cut(System.nanoTime()), left + interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    void stop() throws InterruptedException {
        if (timer.isPresent()) {
            timer.get().shutdown();
            timer.get().awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            timer = Optional.empty();
            cpu = cpu.flatMap(before -> own().map(now -> now.minus(before)));
            nodesCpu = nodesCpu.flatMap(before -> CpuTimes.of(nodes).map(now -> now.minus(before)));
            intervals = sampler.orElseThrow().end();
        }
    }

    RunResult result(Load load, Instant started, List<String> addresses, List<ClientResult> clients) {
        return new RunResult(load, started, addresses, clients, intervals, cpu, nodesCpu);
    }

    /**
     * The processor time of processes so far, in seconds, as counted by Linux (proc(5), fields 14 and 15 of {@code stat}).
     *
     * @param user the time outside the kernel
     * @param system the time in the kernel
     */
    record CpuTimes(double user, double system) {

        /**
         * The number of ticks per second in the times that Linux reports to programs, independent of its internal unit.
         */
        private static final double TICKS = 100;

        private static final int USER_FIELD = 14;
        private static final int SYSTEM_FIELD = 15;

        /** Returns the sum of the times of processes; empty if one cannot be read. */
        static Optional<CpuTimes> of(List<Long> processes) {
            return of(ProcFolder.OF_THIS_MACHINE, processes);
        }

        static Optional<CpuTimes> of(ProcFolder shown, List<Long> processes) {
            double user = 0;
            double system = 0;
            for (long process : processes) {
                try {
                    CpuTimes times = parse(shown.text(process + "/stat").orElseThrow());
                    user += times.user;
                    system += times.system;
                } catch (RuntimeException e) {
                    return Optional.empty();
                }
            }
            return processes.isEmpty() ? Optional.empty() : Optional.of(new CpuTimes(user, system));
        }

        /** Parses a line of {@code stat}; the second field is a name in parentheses that may contain spaces. */
        static CpuTimes parse(String stat) {
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new CpuTimes(
                    Long.parseLong(fields[USER_FIELD - 3]) / TICKS, Long.parseLong(fields[SYSTEM_FIELD - 3]) / TICKS);
        }

        CpuTimes minus(CpuTimes earlier) {
            return new CpuTimes(user - earlier.user, system - earlier.system);
        }
    }

    /** Divides the measured time into intervals, at times that the caller determines. */
    static final class Sampler {

        private final List<? extends AbstractLoop> loops;
        private final long start;
        private final Consumer<LoadInterval> listener;
        private final List<LoadInterval> intervals = new ArrayList<>();
        private List<Transfer> before;
        private long from;

        /**
         * Starts the first interval.
         *
         * @param start end of the warm-up, on the clock of the loops
         * @param listener receives each interval as soon as it is over
         */
        Sampler(List<? extends AbstractLoop> loops, long start, Consumer<LoadInterval> listener) {
            this.loops = loops;
            this.start = start;
            this.listener = listener;
            before = new ArrayList<>();
            loops.forEach(loop -> loop.streams().forEach(stream -> before.add(Transfer.NONE)));
        }

        void cut(long now) {
            Histogram times = ReceiverReport.histogram();
            List<Transfer> all = new ArrayList<>();
            List<Transfer> changes = new ArrayList<>();
            for (AbstractLoop loop : loops) {
                for (Transfer stream : loop.sample(times)) {
                    changes.add(stream.minus(before.get(all.size())));
                    all.add(stream);
                }
            }
            LoadInterval interval = LoadInterval.of(from, now - start, changes, times);
            before = all;
            from = now - start;
            intervals.add(interval);
            listener.accept(interval);
        }

        /** Ends the last interval at the arrival of the last message, unless nothing happened in it. */
        List<LoadInterval> end() {
            long last = loops.stream().mapToLong(AbstractLoop::lastBack).max().orElse(start);
            boolean pending = loops.stream()
                            .flatMap(loop -> loop.streams().stream())
                            .reduce(Transfer.NONE, Transfer::plus)
                            .minus(before.stream().reduce(Transfer.NONE, Transfer::plus))
                            .sent()
                    != 0;
            pending |= last - start - from > 0;
            if (pending) {
                cut(Math.max(last, start + from + 1));
            }
            return List.copyOf(intervals);
        }
    }
}
