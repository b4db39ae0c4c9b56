// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the environments of a baseline and a candidate.
 *
 * <p>A difference is decisive if it changes the meaning of a score, or is known to affect the score more than changes of the code do: the
 * build of the JDK, the processor, the operating system, the JVM arguments, the blackhole mode, the {@link DecisiveFacts}, and whether a
 * benchmark ran inside the host. Other differences are reported and marked in the row of the verdict, but do not prevent the comparison. A
 * decisive difference also begins a new segment of a history.
 */
final class EnvironmentComparison {

    private static final String JDK = "JDK";
    private static final String ARGUMENTS = "JVM arguments";

    /** The name of the machine, which does not affect the numbers. */
    private static final String HOST = "Host";

    private static final String IN_PROCESS = "0, inside the host's JVM";

    private EnvironmentComparison() {}

    static List<EnvironmentDifference> differences(Environment baseline, Environment candidate) {
        List<EnvironmentDifference> found = new ArrayList<>();
        add(found, "CPU model", baseline.cpuModel(), candidate.cpuModel(), true);
        add(found, HOST, baseline.host(), candidate.host(), false);
        boolean otherSystem = !DecisiveFacts.system(baseline.os()).equals(DecisiveFacts.system(candidate.os()));
        add(found, "OS", baseline.os(), candidate.os(), otherSystem);
        addFacts(found, DecisiveFacts.of(baseline), DecisiveFacts.of(candidate));
        add(found, "Memory limit", limit(baseline.memoryLimitBytes()), limit(candidate.memoryLimitBytes()), false);
        add(found, "Governor", baseline.governor(), candidate.governor(), false);
        add(found, "Clock source", baseline.clockSource(), candidate.clockSource(), false);
        add(found, "Virtualization", baseline.virtualization(), candidate.virtualization(), false);
        add(found, "JMH", baseline.jmh(), candidate.jmh(), false);
        return found;
    }

    private static String limit(Optional<? extends Number> limit) {
        return limit.map(Object::toString).orElse("none");
    }

    static List<EnvironmentDifference> differences(ForkValues baseline, ForkValues candidate) {
        List<EnvironmentDifference> found = new ArrayList<>();
        CasePlan then = baseline.result().plan();
        CasePlan plan = candidate.result().plan();
        if (then.inProcess() || plan.inProcess()) {
            // This is decisive even if both sides are equal, because numbers measured inside the host cannot be
            // compared with any others.
            found.add(new EnvironmentDifference("Forks", forks(then), forks(plan), true));
        }
        add(found, JDK, all(baseline, EnvironmentComparison::jdk), all(candidate, EnvironmentComparison::jdk), true);
        add(
                found,
                ARGUMENTS,
                all(baseline, EnvironmentComparison::arguments),
                all(candidate, EnvironmentComparison::arguments),
                true);
        add(
                found,
                "Blackhole mode",
                all(baseline, ForkResult::blackholeMode),
                all(candidate, ForkResult::blackholeMode),
                true);
        Map<String, String> facts = DecisiveFacts.of(baseline.result());
        if (found.stream().anyMatch(d -> d.name().equals(JDK) || d.name().equals(ARGUMENTS))) {
            // A collector that the arguments specify is covered by their comparison; otherwise the JVM chose it for the
            // machine.
            facts.remove(DecisiveFacts.COLLECTOR_NAME);
        }
        addFacts(found, facts, DecisiveFacts.of(candidate.result()));
        add(found, "Warm-up", iterations(then.warmup()), iterations(plan.warmup()), false);
        add(found, "Measurement", iterations(then.measurement()), iterations(plan.measurement()), false);
        add(found, "GC between iterations", flag(then.gcBetweenIterations()), flag(plan.gcBetweenIterations()), false);
        add(found, "Profilers", String.join(", ", then.profilers()), String.join(", ", plan.profilers()), false);
        return found;
    }

    private static String all(ForkValues side, Function<ForkResult, String> fact) {
        return DecisiveFacts.all(side.result(), fact);
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

    private static String flag(boolean value) {
        return value ? "yes" : "no";
    }

    private static String iterations(IterationPlan plan) {
        String batch = plan.batchSize() == 1 ? "" : ", batch of " + plan.batchSize();
        return String.format(
                Locale.ROOT, "%d x %d ms%s", plan.count(), plan.time().toMillis(), batch);
    }

    /**
     * Merges the differences of many cases. A difference that affects all cases is listed once, without a case; any
     * other difference is listed once, with the first case that it affects and the number of others.
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

    /** Returns the decisive differences in one line, {@code JDK: was 17.0.1, is 17.0.2}; empty if there are none. */
    static String obstacle(List<EnvironmentDifference> differences) {
        return differences.stream()
                .filter(EnvironmentDifference::decisive)
                .map(d -> d.name() + ": was " + d.baselineValue() + ", is " + d.candidateValue())
                .collect(Collectors.joining("; "));
    }

    /** Returns the names of differences that may affect scores but are not decisive, {@code differs: OS, JMH}; empty if there are none. */
    static String mark(List<EnvironmentDifference> differences) {
        String names = differences.stream()
                .filter(d -> !d.decisive()
                        && !d.name().equals(HOST)
                        && DecisiveFacts.isKnown(d.baselineValue())
                        && DecisiveFacts.isKnown(d.candidateValue()))
                .map(EnvironmentDifference::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "differs: " + names;
    }

    private static void add(
            List<EnvironmentDifference> found, String name, String baseline, String candidate, boolean decisive) {
        if (!baseline.equals(candidate)) {
            found.add(new EnvironmentDifference(name, baseline, candidate, decisive));
        }
    }

    /** Adds the differences between decisive facts. A fact that a fork did not report does not prevent the comparison. */
    private static void addFacts(
            List<EnvironmentDifference> found, Map<String, String> baseline, Map<String, String> candidate) {
        baseline.forEach((name, value) -> {
            String other = candidate.getOrDefault(name, Environment.UNKNOWN);
            add(found, name, value, other, DecisiveFacts.isKnown(value) && DecisiveFacts.isKnown(other));
        });
    }
}
