// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.fork.ForkGauge;
import io.microbench.fork.ForkGauge.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Samples one fork: the system's information on its process, and the values in the fork's gauge. */
final class ForkSampler {

    /** The number of unchanged samples after which the fork of the gauge is assumed to have ended. */
    private static final int STILL = 3;

    private final long pid;
    private final String job;
    private final Path process;
    private final ThreadTimes times;
    private Optional<ThreadTimes.Seconds> before = Optional.empty();
    private long beforeNanos;
    private boolean looked;
    private boolean shown;
    private long round;
    private int still;

    ForkSampler(long pid, String job, Path proc) {
        this.pid = pid;
        this.job = job;
        this.process = proc.resolve(Long.toString(pid));
        this.times = new ThreadTimes(process);
    }

    long pid() {
        return pid;
    }

    /**
     * Takes a sample.
     *
     * @param nanoTime a monotonic clock, for the shares of processor time
     * @param rate operations per second, known only to the host
     * @return the sample; empty for the first call, without earlier processor times, and when the fork has ended
     */
    Optional<MonitorHistory.Sample> sample(Gauge gauge, Instant time, long nanoTime, double rate) {
        Optional<ThreadTimes.Seconds> now = times.read();
        Optional<ThreadTimes.Seconds> last = before;
        double elapsed = (nanoTime - beforeNanos) / 1e9;
        boolean first = !looked;
        shown |= now.isPresent();
        looked = true;
        before = now;
        beforeNanos = nanoTime;
        still = gauge.raw(Slot.ROUND) == round ? still + 1 : 0;
        round = gauge.raw(Slot.ROUND);
        boolean gone = still >= STILL || (shown && now.isEmpty());
        if (first || gone) {
            return Optional.empty();
        }
        return Optional.of(new MonitorHistory.Sample(
                time,
                Optional.empty(),
                job,
                Duration.ZERO,
                false,
                percent(last.map(ThreadTimes.Seconds::all), now.map(ThreadTimes.Seconds::all), elapsed),
                percent(last.map(ThreadTimes.Seconds::compiler), now.map(ThreadTimes.Seconds::compiler), elapsed),
                percent(last.map(ThreadTimes.Seconds::collector), now.map(ThreadTimes.Seconds::collector), elapsed),
                gauge.value(Slot.THREADS),
                gauge.value(Slot.VIRTUAL_THREADS),
                files(),
                gauge.value(Slot.HEAP),
                gauge.value(Slot.DIRECT),
                gauge.value(Slot.METASPACE),
                gauge.value(Slot.CODE),
                rate));
    }

    private static double percent(Optional<Double> before, Optional<Double> now, double elapsed) {
        return before.isEmpty() || now.isEmpty() || elapsed <= 0
                ? Double.NaN
                : Math.max(0, now.get() - before.get()) / elapsed * 100;
    }

    private double files() {
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            return open.count();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** The host's side of a {@link ForkGauge}: the last values that the fork wrote. */
    record Gauge(LongBuffer slots) {

        /** Creates the file, which makes a fork write to it, or clears the values of an earlier fork. */
        static void clear(Path file) {
            try {
                // Never truncated: that would crash a fork that has not ended yet and still maps the file.
                Files.write(file, new byte[ForkGauge.SIZE], StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException("The monitor cannot write " + file + " (" + e + ")", e);
            }
        }

        /** Reads the file; empty before the first round of a fork. */
        static Optional<Gauge> read(Path file) {
            try {
                LongBuffer slots = ByteBuffer.wrap(Files.readAllBytes(file))
                        .order(ByteOrder.nativeOrder())
                        .asLongBuffer();
                return slots.capacity() == Slot.values().length && slots.get(Slot.ROUND.place()) > 0
                        ? Optional.of(new Gauge(slots))
                        : Optional.empty();
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        long raw(Slot slot) {
            return slots.get(slot.place());
        }

        double value(Slot slot) {
            long value = raw(slot);
            return value == ForkGauge.UNKNOWN ? Double.NaN : value;
        }
    }

    /**
     * Adds up the processor time of one process, and of its compiler and collector threads, as shown by Linux below
     * {@code /proc/<pid>}.
     *
     * <p>HotSpot names its threads, and the kernel keeps the first 15 characters. A compiler thread may end when there is
     * nothing to compile, so the times of all threads so far are kept.
     */
    static final class ThreadTimes {

        /** Ticks per second in {@code /proc} (USER_HZ), regardless of the kernel's internal unit. */
        private static final double TICKS_PER_SECOND = 100;

        private static final int USER_TIME = 11;
        private static final int SYSTEM_TIME = 12;

        private static final Pattern COMPILER = Pattern.compile("(C1 Compiler|C2 Compiler|JVMCI).*");
        private static final Pattern COLLECTOR =
                Pattern.compile("(GC Thread|G1 |ZWorker|ZDriver|ZDirector|XWorker|XDriver|Shenandoah).*|VM Thread");

        private final Path process;
        private final Map<String, Long> compilers = new HashMap<>();
        private final Map<String, Long> collectors = new HashMap<>();

        ThreadTimes(Path process) {
            this.process = process;
        }

        /**
         * Seconds of processor time since the process began: of all threads, of compiler threads, and of collector and
         * VM threads.
         */
        record Seconds(double all, double compiler, double collector) {}

        /** Reads the times; empty if the process has ended, or this is not Linux. */
        Optional<Seconds> read() {
            Optional<Long> all = stat(process.resolve("stat")).map(Stat::ticks);
            if (all.isEmpty()) {
                return Optional.empty();
            }
            try (Stream<Path> threads = Files.list(process.resolve("task"))) {
                threads.forEach(thread -> stat(thread.resolve("stat"))
                        .ifPresent(stat -> keep(thread.getFileName().toString(), stat)));
            } catch (IOException | UncheckedIOException e) {
                return Optional.empty();
            }
            return Optional.of(new Seconds(seconds(all.get()), sum(compilers), sum(collectors)));
        }

        private void keep(String thread, Stat stat) {
            if (COMPILER.matcher(stat.name()).matches()) {
                compilers.put(thread, stat.ticks());
            } else if (COLLECTOR.matcher(stat.name()).matches()) {
                collectors.put(thread, stat.ticks());
            }
        }

        private static double sum(Map<String, Long> ticks) {
            return seconds(ticks.values().stream().mapToLong(Long::longValue).sum());
        }

        private static double seconds(long ticks) {
            return ticks / TICKS_PER_SECOND;
        }

        private record Stat(String name, long ticks) {}

        /** Parses {@code pid (name) state ...}; the name may contain blanks and brackets. */
        private static Optional<Stat> stat(Path file) {
            try {
                String text = Files.readString(file);
                int open = text.indexOf('(');
                int close = text.lastIndexOf(')');
                String[] fields = text.substring(close + 2).split(" ", -1);
                return Optional.of(new Stat(
                        text.substring(open + 1, close),
                        Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME])));
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        }
    }
}
