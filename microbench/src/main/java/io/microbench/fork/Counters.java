// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the counters of this JVM and of the machine; a missing counter reads as 0 or unknown. */
final class Counters {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    /** Ticks per second of Linux: sysconf(_SC_CLK_TCK) is 100 on all common platforms. */
    private static final double TICKS = 100;

    /** Index of the stolen time among the words of the first line of /proc/stat. */
    private static final int STOLEN = 8;

    private final ThreadWaits waits = ThreadWaits.ofThisJvm();
    private final Optional<CompilationMXBean> compiler = Optional.ofNullable(ManagementFactory.getCompilationMXBean())
            .filter(CompilationMXBean::isCompilationTimeMonitoringSupported);
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final Path machine;
    private final CpuLimit limit;
    private final Optional<JvmCounters> jvm;

    Counters(Path machine, CpuLimit limit, Optional<JvmCounters> jvm) {
        this.machine = machine;
        this.limit = limit;
        this.jvm = jvm;
    }

    static Counters ofThisJvm() {
        return new Counters(Path.of("/proc/stat"), CpuLimit.ofThisJvm(), JvmCounters.ofThisJvm());
    }

    Reading read() {
        return new Reading(
                System.nanoTime() / NANOS,
                waits.seconds(),
                processCpu(),
                compiler.map(c -> c.getTotalCompilationTime() / MILLIS).orElse(0.0),
                collectors.stream()
                                .mapToLong(c -> Math.max(0, c.getCollectionTime()))
                                .sum()
                        / MILLIS,
                stolen(),
                limit.throttled(),
                jvm.flatMap(Safepoints::read));
    }

    private static double processCpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        && system.getProcessCpuTime() >= 0
                ? system.getProcessCpuTime() / NANOS
                : Double.NaN;
    }

    private double stolen() {
        String[] words = TextFile.lines(machine).stream().findFirst().orElse("").split(" +", -1);
        return words.length > STOLEN ? TextFile.number(words[STOLEN]) / TICKS : 0;
    }
}
