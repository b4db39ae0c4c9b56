// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.fork.ControlGroups;
import io.microbench.forks.LoadedClasses;
import io.microbench.process.ProcFolder;
import io.microbench.result.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;
import org.openjdk.jmh.util.Version;

/** Describes this machine and JVM; facts that cannot be determined are reported as unknown, not as a failure. */
public final class EnvironmentProbe {

    private static final long NO_LIMIT = 1L << 60;

    private final Path root;

    /** Creates a probe that reads the files of Linux below {@code root}; {@code /} for the real machine. */
    public EnvironmentProbe(Path root) {
        this.root = root;
    }

    public static Environment here() {
        return new EnvironmentProbe(Path.of("/")).probe();
    }

    public Environment probe() {
        return describe().build();
    }

    /** Also describes the content of this JVM's class path, for which it reads all of its entries. */
    public Environment probeWithClassPath() {
        return describe().classPath(LoadedClasses.codeOfForks().content()).build();
    }

    private Environment.Builder describe() {
        Optional<WorkingCopy.State> copy = WorkingCopy.state();
        return Environment.builder()
                .host(host())
                .os(property("os.name") + " " + property("os.version"))
                .architecture(property("os.arch"))
                .cpuModel(cpuField("model name"))
                .logicalCpus(Runtime.getRuntime().availableProcessors())
                .cpuLimit(cpuLimit())
                .memoryBytes(memory())
                .memoryLimitBytes(memoryLimit())
                .governor(line("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
                .clockSource(line("sys/devices/system/clocksource/clocksource0/current_clocksource"))
                .virtualization(cpuField("flags").contains(" hypervisor") ? "yes" : Environment.UNKNOWN)
                .loadAverage(load())
                .jdk(property("java.vendor") + " " + property("java.version"))
                .vm(property("java.vm.name") + " " + property("java.vm.version"))
                .hostJvmArgs(ManagementFactory.getRuntimeMXBean().getInputArguments())
                .harness(harness())
                .jmh(Version.getPlainVersion())
                .commit(copy.flatMap(WorkingCopy.State::commit))
                .dirty(copy.map(WorkingCopy.State::dirty))
                .project(copy.flatMap(WorkingCopy.State::project));
    }

    private static String property(String name) {
        return System.getProperty(name, Environment.UNKNOWN);
    }

    /**
     * Returns the version of the harness, from a file beside this class, not from the manifest of its jar: in the
     * reactor there is no jar, and a self-contained benchmark jar has the manifest of the suite.
     */
    static String harness() {
        Properties properties = new Properties();
        try (InputStream in = EnvironmentProbe.class.getResourceAsStream("harness.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            // The version is unknown.
        }
        return properties.getProperty("version", Environment.UNKNOWN);
    }

    private static double load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? Double.NaN : load;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return Environment.UNKNOWN;
        }
    }

    private Optional<String> text(String path) {
        return ProcFolder.text(root.resolve(path)).map(String::strip);
    }

    private String line(String path) {
        return text(path).flatMap(t -> t.lines().findFirst()).orElse(Environment.UNKNOWN);
    }

    private String cpuField(String name) {
        return text("proc/cpuinfo")
                .flatMap(t -> t.lines().filter(l -> l.startsWith(name)).findFirst())
                .map(l -> l.substring(l.indexOf(':') + 1).strip())
                .orElse(Environment.UNKNOWN);
    }

    private long memory() {
        return text("proc/meminfo")
                .flatMap(t -> t.lines().filter(l -> l.startsWith("MemTotal:")).findFirst())
                .flatMap(l -> number(l.replaceAll("\\D", "")))
                .map(kibibytes -> Math.round(kibibytes * 1024))
                .orElse(-1L);
    }

    /** Returns the lowest CPU limit, in processors, of this process's control groups; empty without a limit. */
    public Optional<Double> cpuLimit() {
        return ControlGroups.of(root, "cpu").stream()
                .flatMap(group -> cpuLimit(group).stream())
                .min(Comparator.naturalOrder());
    }

    private Optional<Double> cpuLimit(Path group) {
        Optional<String> v2 = text(group + "/cpu.max");
        if (v2.isPresent()) {
            String[] quotaAndPeriod = v2.get().split(" ", 2);
            return quotaAndPeriod.length < 2 ? Optional.empty() : share(quotaAndPeriod[0], quotaAndPeriod[1]);
        }
        return text(group + "/cpu.cfs_quota_us")
                .flatMap(quota -> text(group + "/cpu.cfs_period_us").flatMap(period -> share(quota, period)));
    }

    /** Returns the limit in processors; no limit is {@code max} in version 2, -1 in version 1. */
    private static Optional<Double> share(String quota, String period) {
        return number(quota).flatMap(q -> number(period).filter(p -> p > 0).map(p -> q / p));
    }

    private static Optional<Double> number(String digits) {
        return digits.matches("\\d{1,18}") ? Optional.of(Double.valueOf(digits)) : Optional.empty();
    }

    private Optional<Long> memoryLimit() {
        return ControlGroups.of(root, "memory").stream()
                .flatMap(group -> text(group + "/memory.max").or(() -> text(group + "/memory.limit_in_bytes")).stream())
                .filter(t -> t.matches("\\d{1,18}"))
                .map(Long::parseLong)
                .filter(limit -> limit < NO_LIMIT)
                .min(Comparator.naturalOrder());
    }
}
