// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import com.sun.management.OperatingSystemMXBean;
import io.microbench.fork.JvmCounters.Safepoints;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads the counters of this JVM and of the machine; a missing counter reads as 0 or unknown. */
final class Counters {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    /** Ticks per second of Linux: sysconf(_SC_CLK_TCK) is 100 on all common platforms. */
    private static final double TICKS = 100;

    /** Index of the stolen time among the words of the first line of /proc/stat. */
    private static final int STOLEN = 8;

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private static Optional<Counters> ofThisJvm = Optional.empty();

    private final ThreadWaits waits = ThreadWaits.ofThisJvm();
    private final Optional<CompilationMXBean> compiler = Optional.ofNullable(ManagementFactory.getCompilationMXBean());
    private final Path machine;
    private final CpuLimit limit;
    private final Optional<JvmCounters> jvm;
    private boolean process;

    Counters(Path machine, CpuLimit limit, Optional<JvmCounters> jvm) {
        this.machine = machine;
        this.limit = limit;
        this.jvm = jvm;
    }

    /** Returns the counters of this JVM. The first call also initializes the classes that iterations use, which takes milliseconds. */
    static synchronized Counters ofThisJvm() {
        if (ofThisJvm.isEmpty()) {
            Counters counters = new Counters(Path.of("/proc/stat"), CpuLimit.ofThisJvm(), JvmCounters.ofThisJvm());
            Reading now = counters.read();
            Signs.of(now.since(now), 0, false);
            AllocationProfiler.Snapshot.take();
            ofThisJvm = Optional.of(counters);
        }
        return ofThisJvm.get();
    }

    /** Returns the number of collections of this JVM so far, and the milliseconds that they took. */
    static long[] collections() {
        long[] sums = new long[2];
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            sums[0] += Math.max(0, collector.getCollectionCount());
            sums[1] += Math.max(0, collector.getCollectionTime());
        }
        return sums;
    }

    /** Includes the processor time of the process in readings, even if the system counts the waiting time of threads. */
    void includeProcess() {
        process = true;
    }

    Reading read() {
        double now = System.nanoTime() / NANOS;
        OptionalDouble waiting = waits.seconds();
        return new Reading(
                now,
                waiting,
                // The first reading takes 20 ms, because the JVM looks for the limits of a container.
                process || waiting.isEmpty() ? processCpu() : Double.NaN,
                compiling(),
                collections()[1] / MILLIS,
                stolen(),
                limit.throttled(),
                jvm.isPresent() ? Safepoints.read(jvm.get()) : Optional.empty());
    }

    private double compiling() {
        return compiler.isPresent() && compiler.get().isCompilationTimeMonitoringSupported()
                ? compiler.get().getTotalCompilationTime() / MILLIS
                : 0;
    }

    private static double processCpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        && system.getProcessCpuTime() >= 0
                ? system.getProcessCpuTime() / NANOS
                : Double.NaN;
    }

    private double stolen() {
        List<String> lines = TextFile.lines(machine);
        String[] words = lines.isEmpty()
                ? new String[0]
                : lines.get(0).replace("  ", " ").split(" ", -1);
        return words.length > STOLEN ? TextFile.number(words[STOLEN]) / TICKS : 0;
    }

    /**
     * Values of counters of the machine and of the JVM, in seconds unless noted otherwise: absolute, or the difference
     * of two readings.
     *
     * @param seconds wall-clock time
     * @param waiting total time that the measuring threads waited in a run queue; empty if the system does not count it
     * @param processCpu processor time of the whole process; NaN if unknown or not included
     * @param compiling time of the JIT compilers
     * @param collecting time reported by the garbage collectors
     * @param stolen time withheld by the hypervisor, over all processors
     * @param throttled time for which the container's limit stopped the process
     * @param safepoints the number and total time of stops of all threads; empty if the JVM does not report them
     */
    record Reading(
            double seconds,
            OptionalDouble waiting,
            double processCpu,
            double compiling,
            double collecting,
            double stolen,
            double throttled,
            Optional<Safepoints> safepoints) {

        /** Returns the difference from an earlier reading. */
        Reading since(Reading earlier) {
            return new Reading(
                    seconds - earlier.seconds,
                    waiting.isPresent() && earlier.waiting.isPresent()
                            // When a thread ends, its waiting time is lost.
                            ? OptionalDouble.of(Math.max(0, waiting.getAsDouble() - earlier.waiting.getAsDouble()))
                            : OptionalDouble.empty(),
                    processCpu - earlier.processCpu,
                    Math.max(0, compiling - earlier.compiling),
                    Math.max(0, collecting - earlier.collecting),
                    Math.max(0, stolen - earlier.stolen),
                    Math.max(0, throttled - earlier.throttled),
                    safepoints.isPresent() && earlier.safepoints.isPresent()
                            ? Optional.of(safepoints.get().since(earlier.safepoints.get()))
                            : Optional.empty());
        }
    }

    /**
     * Reads for how long a limit on processor time has stopped this process, as counted by Linux.
     *
     * <p>Version 2 of control groups counts in microseconds, version 1 in nanoseconds. Both add up the times of all processors.
     *
     * @param files files with the counters of the group and its parents
     */
    record CpuLimit(List<Path> files) {

        private static final String FILE = "cpu.stat";
        private static final String PROCESSORS = "cpu";

        /** The names of the counters, each with the number of its units per second. */
        private static final Map<String, Double> COUNTERS = Map.of("throttled_usec ", 1e6, "throttled_time ", 1e9);

        static CpuLimit ofThisJvm() {
            return find(Path.of("/"));
        }

        static CpuLimit find(Path machine) {
            List<Path> files = new ArrayList<>();
            for (Path group : ControlGroups.of(machine, PROCESSORS)) {
                Path file = group.resolve(FILE);
                if (isOfALimit(TextFile.lines(file))) {
                    files.add(file);
                }
            }
            return new CpuLimit(List.copyOf(files));
        }

        private static boolean isOfALimit(List<String> lines) {
            for (String line : lines) {
                if (TextFile.startsWithAny(line, COUNTERS.keySet())) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the seconds for which the process was stopped so far; 0 without a limit. */
        double throttled() {
            double seconds = 0;
            for (Path file : files) {
                for (String line : TextFile.lines(file)) {
                    int value = line.indexOf(' ') + 1;
                    Double unitsPerSecond = COUNTERS.get(line.substring(0, value));
                    if (unitsPerSecond != null) {
                        seconds += TextFile.number(line.substring(value)) / unitsPerSecond;
                    }
                }
            }
            return seconds;
        }
    }

    /**
     * Adds up the time that the measuring threads of this JVM have waited in run queues, which Linux counts in {@code
     * /proc/self/task/<tid>/schedstat}, second field, in nanoseconds.
     *
     * <p>It is unknown which threads do the work of a benchmark: JMH's workers, or the threads of an event loop. So all
     * threads are included except those that every HotSpot JVM has, recognized by the first letters of their names:
     * compilers, collectors, and the main thread, which sleeps while an iteration runs. A waiting compiler delays a
     * benchmark but does not slow its operations.
     */
    static final class ThreadWaits {

        private static final List<String> OF_THE_JVM = List.of(
                "java",
                "C1 ",
                "C2 ",
                "JVMCI",
                "GC Thread",
                "G1 ",
                "ZWorker",
                "ZDirector",
                "ZDriver",
                "ZStat",
                "ZUncommitter",
                "ZUnmapper",
                "XWorker",
                "Shenandoah",
                "VM Thread",
                "VM Periodic",
                "Reference Handl",
                "Finalizer",
                "Signal Dispatch",
                "Service Thread",
                "Monitor Deflati",
                "Sweeper thread",
                "Common-Cleaner",
                "Notification Th",
                "Attach Listener",
                "JFR ",
                "DestroyJavaVM");

        private static final double NANOS = 1e9;

        private final Path tasks;
        private final Set<String> ofTheJvm = new HashSet<>();
        private final Map<String, Double> waited = new HashMap<>();

        ThreadWaits(Path tasks) {
            this.tasks = tasks;
        }

        static ThreadWaits ofThisJvm() {
            return new ThreadWaits(Path.of("/proc/self/task"));
        }

        /** Returns the seconds waited so far; empty if they are not counted. */
        OptionalDouble seconds() {
            String[] threads = tasks.toFile().list();
            if (threads == null) {
                return OptionalDouble.empty();
            }
            try {
                for (String thread : threads) {
                    add(thread);
                }
            } catch (IOException e) {
                return OptionalDouble.empty();
            }
            double sum = 0;
            for (double seconds : waited.values()) {
                sum += seconds;
            }
            return waited.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
        }

        /** Adds the time of a thread; that of threads that have ended remains in the sum, so that it never decreases. */
        private void add(String id) throws IOException {
            if (ofTheJvm.contains(id)) {
                return;
            }
            Path thread = tasks.resolve(id);
            try {
                if (!waited.containsKey(id)
                        && TextFile.startsWithAny(TextFile.read(thread.resolve("comm")), OF_THE_JVM)) {
                    ofTheJvm.add(id);
                    return;
                }
                String[] fields = TextFile.read(thread.resolve("schedstat")).split(" ", 3);
                if (fields.length > 1) {
                    waited.put(id, Long.parseLong(fields[1]) / NANOS);
                }
            } catch (FileNotFoundException e) {
                if (thread.toFile().exists()) {
                    throw e;
                }
                // The thread has just ended.
            } catch (NumberFormatException e) {
                throw new IOException(e);
            }
        }
    }
}
