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
 * <p>Decisive is what is known to move scores more than a change of code does: another build of the JDK, another
 * processor, other JVM arguments, another way to consume results, assertions, and a benchmark that ran inside the host.
 * All else is reported and does not stop the comparison.
 */
final class EnvironmentComparison {

    /** What a fork reports about assertions. */
    static final String ASSERTIONS = "jvm.assertions";

    private static final String IN_PROCESS = "0, inside the host's JVM";

    private EnvironmentComparison() {}

    /** Returns what differs between the machines of two runs. */
    static List<EnvironmentDifference> differences(Environment baseline, Environment candidate) {
        Differences found = new Differences();
        found.add("CPU model", baseline.cpuModel(), candidate.cpuModel(), true);
        found.add("Host", baseline.host(), candidate.host(), false);
        found.add("OS", baseline.os(), candidate.os(), false);
        found.add("Architecture", baseline.architecture(), candidate.architecture(), false);
        found.add("CPUs", Integer.toString(baseline.logicalCpus()), Integer.toString(candidate.logicalCpus()), false);
        found.add("CPU limit", limit(baseline.cpuLimit()), limit(candidate.cpuLimit()), false);
        found.add("Memory limit", limit(baseline.memoryLimitBytes()), limit(candidate.memoryLimitBytes()), false);
        found.add("Governor", baseline.governor(), candidate.governor(), false);
        found.add("Clock source", baseline.clockSource(), candidate.clockSource(), false);
        found.add("Virtualization", baseline.virtualization(), candidate.virtualization(), false);
        found.add("JMH", baseline.jmh(), candidate.jmh(), false);
        return found.list();
    }

    private static String limit(Optional<? extends Number> limit) {
        return limit.map(Object::toString).orElse("none");
    }

    /** Returns what differs between how a case was measured then and now. */
    static List<EnvironmentDifference> differences(CaseForks baseline, CaseForks candidate) {
        Differences found = new Differences();
        CasePlan then = baseline.result().plan();
        CasePlan plan = candidate.result().plan();
        if (then.inProcess() || plan.inProcess()) {
            // Equal on both sides is no better: such numbers compare with nothing.
            found.addAlways("Forks", forks(then), forks(plan));
        }
        found.add("JDK", all(baseline, EnvironmentComparison::jdk), all(candidate, EnvironmentComparison::jdk), true);
        found.add(
                "JVM arguments",
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
        found.add("Warm-up", iterations(then.warmup()), iterations(plan.warmup()), false);
        found.add("Measurement", iterations(then.measurement()), iterations(plan.measurement()), false);
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
    private static String all(CaseForks side, Function<ForkResult, String> fact) {
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
