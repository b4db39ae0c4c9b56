// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Adds up the processor time of one process, and of its compiler and collector threads, as shown by Linux below
 * {@code /proc/<pid>}.
 *
 * <p>HotSpot names its threads, and the kernel keeps the first 15 characters. A compiler thread may end when there is
 * nothing to compile, so the times of all threads so far are kept.
 */
final class ThreadTimes {

    /** Ticks per second in {@code /proc} (USER_HZ), whatever the kernel uses internally. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private static final Pattern COMPILER = Pattern.compile("(C1 Compiler|C2 Compiler|JVMCI).*");
    private static final Pattern COLLECTOR = Pattern.compile(
            "(GC Thread|G1 |ZWorker|ZDriver|ZDirector|XWorker|XDriver|Shenandoah).*|VM Thread");

    private final Path process;
    private final Map<String, Long> compilers = new HashMap<>();
    private final Map<String, Long> collectors = new HashMap<>();

    ThreadTimes(Path process) {
        this.process = process;
    }

    /** Seconds of processor time since the process began: of all threads, compiler threads, collector and VM threads. */
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
