/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.result.CasePlan;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the surroundings of two sides.
 *
 * <p>Decisive is what changes the meaning of a score, or is known to move it more than a change of code does: another build of
 * the JDK, another processor, architecture, operating system or number of processors, other JVM arguments, another garbage
 * collector, another way to consume results, assertions, other operations per call, another batch of single shots, and a
 * benchmark that ran inside the host. All else is reported, marked in the row of the verdict, and does not stop the comparison.
 */
final class EnvironmentComparison {

    /** What a fork reports about assertions. */
    static final String ASSERTIONS = "jvm.assertions";

    /** What a fork reports about its garbage collector. */
    static final String COLLECTOR = "jvm.gc";

    private static final String JDK = "JDK";
    private static final String ARGUMENTS = "JVM arguments";

    /** Another name of the machine changes no number. */
    private static final String HOST = "Host";

    private static final String IN_PROCESS = "0, inside the host's JVM";

    private EnvironmentComparison() {}

    /** Returns what differs between the machines of two runs. */
    static List<EnvironmentDifference> differences(Environment baseline, Environment candidate) {
        Differences found = new Differences();
        found.add("CPU model", baseline.cpuModel(), candidate.cpuModel(), true);
        found.add(HOST, baseline.host(), candidate.host(), false);
        found.add("OS", baseline.os(), candidate.os(), !system(baseline).equals(system(candidate)));
        found.add("Architecture", baseline.architecture(), candidate.architecture(), true);
        found.add("CPUs", Integer.toString(baseline.logicalCpus()), Integer.toString(candidate.logicalCpus()), true);
        found.add("CPU limit", limit(baseline.cpuLimit()), limit(candidate.cpuLimit()), true);
        found.add("Memory limit", limit(baseline.memoryLimitBytes()), limit(candidate.memoryLimitBytes()), false);
        found.add("Governor", baseline.governor(), candidate.governor(), false);
        found.add("Clock source", baseline.clockSource(), candidate.clockSource(), false);
        found.add("Virtualization", baseline.virtualization(), candidate.virtualization(), false);
        found.add("JMH", baseline.jmh(), candidate.jmh(), false);
        return found.list();
    }

    /** Returns the operating system without its version, which an update changes. */
    private static String system(Environment environment) {
        return environment.os().replaceFirst(" \\S*$", "");
    }

    private static String limit(Optional<? extends Number> limit) {
        return limit.map(Object::toString).orElse("none");
    }

    /** Returns what differs between how a case was measured then and now. */
    static List<EnvironmentDifference> differences(ForkValues baseline, ForkValues candidate) {
        Differences found = new Differences();
        CasePlan then = baseline.result().plan();
        CasePlan plan = candidate.result().plan();
        if (then.inProcess() || plan.inProcess()) {
            // Equal on both sides is no better: such numbers compare with nothing.
            found.addAlways("Forks", forks(then), forks(plan));
        }
        found.add(JDK, all(baseline, EnvironmentComparison::jdk), all(candidate, EnvironmentComparison::jdk), true);
        found.add(
                ARGUMENTS,
                all(baseline, EnvironmentComparison::arguments),
                all(candidate, EnvironmentComparison::arguments),
                true);
        found.add(
                "Blackhole mode",
                all(baseline, ForkResult::blackholeMode),
                all(candidate, ForkResult::blackholeMode),
                true);
        String assertions = all(baseline, EnvironmentComparison::assertions);
        String candidateAssertions = all(candidate, EnvironmentComparison::assertions);
        // A fork that did not come to report it is known by its arguments.
        found.add("Assertions", assertions, candidateAssertions, known(assertions) && known(candidateAssertions));
        String collector = all(baseline, EnvironmentComparison::collector);
        String candidateCollector = all(candidate, EnvironmentComparison::collector);
        // Where these differ it is part of them; otherwise the JVM chose it for the machine that it found.
        boolean chosen = found.list().stream()
                .noneMatch(d -> d.name().equals(JDK) || d.name().equals(ARGUMENTS));
        if (chosen && known(collector) && known(candidateCollector)) {
            found.add("Garbage collector", collector, candidateCollector, true);
        }
        found.add(
                "Operations per call",
                Integer.toString(then.operationsPerInvocation()),
                Integer.toString(plan.operationsPerInvocation()),
                true);
        found.add("Warm-up", iterations(then.warmup()), iterations(plan.warmup()), false);
        boolean batch = plan.mode().isSingleShot()
                && then.measurement().batchSize() != plan.measurement().batchSize();
        found.add("Measurement", iterations(then.measurement()), iterations(plan.measurement()), batch);
        found.add("GC between iterations", flag(then.gcBetweenIterations()), flag(plan.gcBetweenIterations()), false);
        found.add("Profilers", String.join(", ", then.profilers()), String.join(", ", plan.profilers()), false);
        return found.list();
    }

    private static String forks(CasePlan plan) {
        return plan.inProcess() ? IN_PROCESS : Integer.toString(plan.forks());
    }

    private static String jdk(ForkResult fork) {
        return fork.jdkVersion() + " (" + fork.vm() + ")";
    }

    private static String arguments(ForkResult fork) {
        return fork.jvmArgs().isEmpty() ? "none" : String.join(" ", fork.jvmArgs());
    }

    private static String assertions(ForkResult fork) {
        return fork.echo().getOrDefault(ASSERTIONS, Environment.UNKNOWN);
    }

    private static String collector(ForkResult fork) {
        return fork.echo().getOrDefault(COLLECTOR, Environment.UNKNOWN);
    }

    private static boolean known(String value) {
        return !value.contains(Environment.UNKNOWN);
    }

    private static String flag(boolean value) {
        return value ? "yes" : "no";
    }

    private static String iterations(IterationPlan plan) {
        String batch = plan.batchSize() == 1 ? "" : ", batch of " + plan.batchSize();
        return String.format(
                Locale.ROOT, "%d x %d ms%s", plan.count(), plan.time().toMillis(), batch);
    }

    /** Returns what the forks of a side report, each thing once. */
    private static String all(ForkValues side, Function<ForkResult, String> fact) {
        return side.forks().stream().map(fact).distinct().collect(Collectors.joining(" | "));
    }

    /**
     * Merges the differences of many cases: what differs alike in all of them is listed once, what differs in some
     * names the first of them.
     *
     * @param byCase the differences of each case by its name
     */
    static List<EnvironmentDifference> merge(Map<String, List<EnvironmentDifference>> byCase) {
        Map<EnvironmentDifference, List<String>> cases = new LinkedHashMap<>();
        byCase.forEach((name, differences) -> differences.forEach(
                d -> cases.computeIfAbsent(d, any -> new ArrayList<>()).add(name)));
        List<EnvironmentDifference> merged = new ArrayList<>();
        cases.forEach((difference, names) ->
                merged.add(names.size() == byCase.size() ? difference : named(difference, names)));
        return merged;
    }

    private static EnvironmentDifference named(EnvironmentDifference difference, List<String> names) {
        String others = names.size() == 1 ? "" : " and " + (names.size() - 1) + " more";
        return new EnvironmentDifference(
                difference.name() + " of " + names.get(0) + others,
                difference.baselineValue(),
                difference.candidateValue(),
                difference.decisive());
    }

    /** Returns the decisive differences as one sentence, {@code JDK 17.0.1 was, 17.0.2 is}; empty if there is none. */
    static String obstacle(List<EnvironmentDifference> differences) {
        return differences.stream()
                .filter(EnvironmentDifference::decisive)
                .map(d -> d.name() + ": was " + d.baselineValue() + ", is " + d.candidateValue())
                .collect(Collectors.joining("; "));
    }

    /** Returns what does not stop the comparison and may have moved scores, {@code differs: OS, JMH}; empty if nothing. */
    static String mark(List<EnvironmentDifference> differences) {
        String names = differences.stream()
                .filter(d -> !d.decisive()
                        && !d.name().equals(HOST)
                        && known(d.baselineValue())
                        && known(d.candidateValue()))
                .map(EnvironmentDifference::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "differs: " + names;
    }

    /** Collects what is not equal. */
    private static final class Differences {

        private final List<EnvironmentDifference> found = new ArrayList<>();

        void add(String name, String baseline, String candidate, boolean decisive) {
            if (!baseline.equals(candidate)) {
                found.add(new EnvironmentDifference(name, baseline, candidate, decisive));
            }
        }

        void addAlways(String name, String baseline, String candidate) {
            found.add(new EnvironmentDifference(name, baseline, candidate, true));
        }

        List<EnvironmentDifference> list() {
            return List.copyOf(found);
        }
    }
}
