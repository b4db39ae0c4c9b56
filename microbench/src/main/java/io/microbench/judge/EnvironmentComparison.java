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
 * All else is said and does not stop the comparison.
 */
final class EnvironmentComparison {

    /** What a fork says of itself about assertions. */
    static final String ASSERTIONS = "jvm.assertions";

    private static final String IN_PROCESS = "0, inside the host's JVM";

    private EnvironmentComparison() {}

    /** Returns what differs between the machines of two runs. */
    static List<EnvironmentDifference> differences(Environment old, Environment now) {
        Differences found = new Differences();
        found.add("CPU model", old.cpuModel(), now.cpuModel(), true);
        found.add("Host", old.host(), now.host(), false);
        found.add("OS", old.os(), now.os(), false);
        found.add("Architecture", old.architecture(), now.architecture(), false);
        found.add("CPUs", Integer.toString(old.logicalCpus()), Integer.toString(now.logicalCpus()), false);
        found.add("CPU limit", limit(old.cpuLimit()), limit(now.cpuLimit()), false);
        found.add("Memory limit", limit(old.memoryLimitBytes()), limit(now.memoryLimitBytes()), false);
        found.add("Governor", old.governor(), now.governor(), false);
        found.add("Clock source", old.clockSource(), now.clockSource(), false);
        found.add("Virtualization", old.virtualization(), now.virtualization(), false);
        found.add("JMH", old.jmh(), now.jmh(), false);
        return found.list();
    }

    private static String limit(Optional<? extends Number> limit) {
        return limit.map(Object::toString).orElse("none");
    }

    /** Returns what differs between how a case was measured then and now. */
    static List<EnvironmentDifference> differences(CaseForks old, CaseForks now) {
        Differences found = new Differences();
        CasePlan then = old.result().plan();
        CasePlan plan = now.result().plan();
        if (then.inProcess() || plan.inProcess()) {
            // Equal on both sides is no better: such numbers compare with nothing.
            found.addAlways("Forks", forks(then), forks(plan));
        }
        found.add("JDK", all(old, EnvironmentComparison::jdk), all(now, EnvironmentComparison::jdk), true);
        found.add(
                "JVM arguments",
                all(old, EnvironmentComparison::arguments),
                all(now, EnvironmentComparison::arguments),
                true);
        found.add("Blackhole mode", all(old, ForkResult::blackholeMode), all(now, ForkResult::blackholeMode), true);
        String assertions = all(old, EnvironmentComparison::assertions);
        String newAssertions = all(now, EnvironmentComparison::assertions);
        // A fork that did not come to say it has told by its arguments.
        found.add("Assertions", assertions, newAssertions, known(assertions) && known(newAssertions));
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

    /** Returns what the forks of a side say, each thing once. */
    private static String all(CaseForks side, Function<ForkResult, String> fact) {
        return side.forks().stream().map(fact).distinct().collect(Collectors.joining(" | "));
    }

    /**
     * Merges the differences of many cases: what differs alike in all of them is said once, what differs in some
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
                difference.oldValue(),
                difference.newValue(),
                difference.decisive());
    }

    /** Returns the decisive differences as one sentence, {@code JDK 17.0.1 was, 17.0.2 is}; empty if there is none. */
    static String obstacle(List<EnvironmentDifference> differences) {
        return differences.stream()
                .filter(EnvironmentDifference::decisive)
                .map(d -> d.name() + ": was " + d.oldValue() + ", is " + d.newValue())
                .collect(Collectors.joining("; "));
    }

    /** Collects what is not equal. */
    private static final class Differences {

        private final List<EnvironmentDifference> found = new ArrayList<>();

        void add(String name, String old, String now, boolean decisive) {
            if (!old.equals(now)) {
                found.add(new EnvironmentDifference(name, old, now, decisive));
            }
        }

        void addAlways(String name, String old, String now) {
            found.add(new EnvironmentDifference(name, old, now, true));
        }

        List<EnvironmentDifference> list() {
            return List.copyOf(found);
        }
    }
}
