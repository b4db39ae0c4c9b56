// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.Drift;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Formats the environment of a run, in the same order and words for all reports. */
public final class EnvironmentBlock {

    /** The start of continuation lines. */
    private static final String CONTINUED = "      ";

    private EnvironmentBlock() {}

    static Map<String, String> of(RunRecord run) {
        Environment env = run.environment();
        Map<String, String> block = new LinkedHashMap<>();
        block.put("Run", run.id());
        block.put("Date", run.start().toString());
        block.putAll(run.nodes().map(NodeRows::of).orElseGet(() -> machine(env)));
        block.put("JDK", joined(run, ForkResult::jdkVersion, env.jdk()));
        block.put("VM", joined(run, ForkResult::vm, env.vm()));
        block.put("JVM arguments", joined(run, fork -> String.join(" ", fork.jvmArgs()), ""));
        block.put("Blackhole", joined(run, ForkResult::blackholeMode, Environment.UNKNOWN));
        block.put("Harness", harness(env));
        block.put("Commit", commit(env));
        run.calibration().flatMap(EnvironmentBlock::drift).ifPresent(drift -> block.put("Drift", drift));
        run.fixtures().map(FixtureRows::of).ifPresent(block::putAll);
        return block;
    }

    private static Optional<String> drift(Calibration calibration) {
        return calibration.cpu().flatMap(cpu -> calibration
                .memory()
                .map(memory -> "processor " + range(cpu) + ", memory " + range(memory) + " against the median of "
                        + calibration.rounds().size() + " rounds"));
    }

    private static String range(Drift drift) {
        return Numbers.change(drift.low()) + " to " + Numbers.change(drift.high());
    }

    static Map<String, String> of(Environment env) {
        Map<String, String> block = machine(env);
        block.put("JDK", env.jdk());
        block.put("VM", env.vm());
        block.put("Harness", harness(env));
        block.put("Commit", commit(env));
        return block;
    }

    private static Map<String, String> machine(Environment env) {
        Map<String, String> block = new LinkedHashMap<>();
        block.put("Host", env.host());
        block.put("OS", env.os() + ", " + env.architecture());
        block.put("CPU", env.cpuModel());
        block.put("CPUs", cpus(env));
        block.put("Memory", memory(env));
        block.put("Governor", env.governor());
        block.put("Clock source", env.clockSource());
        block.put("Virtualization", env.virtualization());
        block.put("Load before", Numbers.fixed(env.loadAverage(), 2).replace(Numbers.NONE, Environment.UNKNOWN));
        return block;
    }

    private static String harness(Environment env) {
        return "Microbench " + env.harness() + ", JMH " + env.jmh();
    }

    private static String commit(Environment env) {
        return env.commit().map(c -> c + dirty(env)).orElse(Environment.UNKNOWN);
    }

    /** Returns the block as lines under a title, each ended by a line feed. */
    public static String render(RunRecord run, ConsoleStyle style) {
        StringBuilder text = new StringBuilder("System information:\n");
        of(run).forEach((name, value) -> {
            if (!value.isEmpty()) {
                text.append(Paragraph.wrap(style.text("  " + name + ": " + value), style.width(), CONTINUED))
                        .append('\n');
            }
        });
        return text.toString();
    }

    private static String cpus(Environment env) {
        String limit = env.cpuLimit()
                .map(l -> ", limited to " + Numbers.scaled(l) + " by the container")
                .orElse("");
        return env.logicalCpus() + limit;
    }

    private static String memory(Environment env) {
        String physical =
                env.memoryBytes() < 0 ? Environment.UNKNOWN : Quantity.MEMORY.format((double) env.memoryBytes());
        return physical
                + env.memoryLimitBytes()
                        .map(l -> ", limited to " + Quantity.MEMORY.format((double) l) + " by the container")
                        .orElse("");
    }

    private static String dirty(Environment env) {
        return env.dirty().orElse(false) ? " with uncommitted changes" : "";
    }

    /** Returns the facts that forks reported; those of the host only if no fork reported any. */
    private static String joined(RunRecord run, Function<ForkResult, String> part, String otherwise) {
        Set<String> seen = new TreeSet<>();
        run.cases().forEach(c -> c.forks().forEach(fork -> seen.add(part.apply(fork))));
        // A fork that reported nothing, and one whose JVM did not start.
        seen.removeAll(Set.of("", Environment.UNKNOWN));
        if (seen.isEmpty()) {
            return otherwise;
        }
        String first = seen.iterator().next();
        return seen.size() == 1 ? first : first + " (and " + (seen.size() - 1) + " more, see the cases)";
    }
}
