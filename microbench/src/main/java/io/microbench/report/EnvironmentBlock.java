// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Calibration.Drift;
import io.microbench.result.Environment;
import io.microbench.result.Environment.Surroundings;
import io.microbench.result.FixtureRun;
import io.microbench.result.ForkResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.stats.Percentiles;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Formats the environment of a run; all reports use the same order and names. */
public final class EnvironmentBlock {

    private static final String CONTINUED = "      ";
    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private EnvironmentBlock() {}

    static Map<String, String> of(RunRecord run) {
        Environment env = run.environment();
        Map<String, String> block = new LinkedHashMap<>();
        block.put("Run", run.id() + (run.end().isPresent() ? "" : " (ended early, or still running)"));
        block.put("Date", run.start().toString());
        run.nodes()
                .ifPresentOrElse(
                        nodes -> nodes.forEach(node -> block.put("Node " + node.name(), describe(node))),
                        () -> block.putAll(machine(env)));
        block.put("JDK", joined(run, ForkResult::jdkVersion, env.jdk()));
        block.put("VM", joined(run, ForkResult::vm, env.vm()));
        block.put("JVM arguments", joined(run, fork -> String.join(" ", fork.jvmArgs()), ""));
        block.put("Blackhole", joined(run, ForkResult::blackholeMode, Environment.UNKNOWN));
        block.put("Harness", harness(env));
        block.put("Commit", commit(env));
        run.calibration().flatMap(EnvironmentBlock::drift).ifPresent(drift -> block.put("Drift", drift));
        int number = 1;
        for (FixtureRun fixture : run.fixtures().orElse(List.of())) {
            block.put("Fixture " + number++, describe(fixture));
        }
        return block;
    }

    private static Optional<String> drift(Calibration calibration) {
        return calibration.cpu().flatMap(cpu -> calibration
                .memory()
                .map(memory -> "processor " + range(cpu) + ", memory " + range(memory) + " relative to the median of "
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
        block.put(
                "CPUs",
                limited(Integer.toString(env.logicalCpus()), env.cpuLimit().map(Numbers::scaled)));
        block.put(
                "Memory",
                limited(memory(env.memoryBytes()), env.memoryLimitBytes().map(EnvironmentBlock::memory)));
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
        String dirty = env.dirty().orElse(false) ? " with uncommitted changes" : "";
        return env.commit().map(commit -> commit + dirty).orElse(Environment.UNKNOWN);
    }

    public static String render(RunRecord run, ConsoleStyle style) {
        StringBuilder text = new StringBuilder("System information:\n");
        of(run).forEach((name, value) -> {
            if (!value.isEmpty()) {
                text.append(ConsoleStyle.wrap(style.text("  " + name + ": " + value), style.width(), CONTINUED))
                        .append('\n');
            }
        });
        return text.toString();
    }

    /**
     * Returns one line per fact about the environment in which a run would be measured now, then one line per warning, each ended by a line
     * feed.
     */
    public static String render(Surroundings surroundings, ConsoleStyle style) {
        Map<String, String> facts = new LinkedHashMap<>(of(surroundings.environment()));
        ClockCheck clock = surroundings.clock();
        facts.put("Clock granularity", Quantity.DURATION.format(clock.granularityNanos()));
        facts.put("Clock latency", Quantity.DURATION.format(clock.latencyNanos()));
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(1) + 1;
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) ->
                text.append(name + ":" + " ".repeat(width - name.length()) + style.text(value) + "\n"));
        surroundings
                .warnings()
                .forEach(warning -> text.append(style.paint(
                                Colour.YELLOW,
                                ConsoleStyle.wrap(style.text("WARNING: " + warning), style.width(), "  "))
                        + "\n"));
        return text.toString();
    }

    /** Returns the environment, the clock and the warnings as JSON; {@code environment} is the same as in a run record. */
    public static String json(Surroundings surroundings) {
        return RecordJson.text(surroundings);
    }

    private static String memory(long bytes) {
        return bytes < 0 ? Environment.UNKNOWN : Quantity.MEMORY.format((double) bytes);
    }

    private static String limited(String all, Optional<String> limit) {
        return all
                + limit.map(most -> ", limited to " + most + " by the container")
                        .orElse("");
    }

    /** Returns a fact as reported by the forks; if no fork reported it, as given for the host. */
    private static String joined(RunRecord run, Function<ForkResult, String> part, String otherwise) {
        Set<String> seen = new TreeSet<>();
        run.cases().forEach(c -> c.forks().forEach(fork -> seen.add(part.apply(fork))));
        // These values are from forks that reported nothing or whose JVM did not start.
        seen.removeAll(Set.of("", Environment.UNKNOWN));
        if (seen.isEmpty()) {
            return otherwise;
        }
        String first = seen.iterator().next();
        return seen.size() == 1 ? first : first + " (and " + (seen.size() - 1) + " more, see the cases)";
    }

    static String models(List<RunNode> nodes) {
        return nodes.stream()
                .map(node -> node.environment().cpuModel())
                .filter(model -> !model.equals(Environment.UNKNOWN))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String describe(RunNode node) {
        Environment environment = node.environment();
        StringJoiner parts = new StringJoiner(", ");
        if (!environment.cpuModel().equals(Environment.UNKNOWN) || node.lost().isEmpty()) {
            String limit = environment
                    .cpuLimit()
                    .map(cpus -> " limited to " + Numbers.scaled(cpus))
                    .orElse("");
            parts.add(environment.host())
                    .add(environment.cpuModel())
                    .add(Counted.of(environment.logicalCpus(), "CPU") + limit)
                    .add(environment.os() + " " + environment.architecture())
                    .add("JDK " + environment.jdk());
        }
        node.calibration()
                .filter(calibration -> !calibration.rounds().isEmpty())
                .ifPresent(calibration -> parts.add("CPU task "
                        + median(calibration, CalibrationRound::cpuSeconds) + " ms, memory task "
                        + median(calibration, CalibrationRound::memorySeconds) + " ms"));
        node.lost().ifPresent(what -> parts.add("lost: " + what));
        return parts.toString();
    }

    private static String median(Calibration calibration, ToDoubleFunction<CalibrationRound> part) {
        double[] seconds = calibration.rounds().stream().mapToDouble(part).toArray();
        return Numbers.fixed(Percentiles.of(seconds).at(50) * MILLIS, 3);
    }

    private static String describe(FixtureRun fixture) {
        StringJoiner text = new StringJoiner(", ");
        text.add(HtmlFixtures.type(fixture) + " for " + fixture.cases());
        fixture.node().ifPresent(node -> text.add("on node " + node));
        fixture.readySeconds().ifPresent(seconds -> text.add("ready after " + duration(seconds)));
        fixture.warmupFork()
                .ifPresent(fork -> text.add(
                        "warmed up for " + duration(fork.seconds()) + " with " + Counted.of(fork.threads(), "thread")));
        fixture.problem().ifPresent(why -> text.add("PROBLEM: " + why));
        return text.toString();
    }

    private static String duration(double seconds) {
        return Quantity.DURATION.format(seconds * NANOS);
    }
}
