// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lists the facts that change the meaning of a score, in addition to processor, operating system, JDK, JVM arguments and blackhole mode. If
 * a value differs, a comparison is refused and a history begins a new segment. {@link Environment#UNKNOWN} is considered equal to any
 * value.
 */
public final class DecisiveFacts {

    public static final String ASSERTIONS = "jvm.assertions";

    /** The fact that a fork reports about its garbage collector. */
    public static final String COLLECTOR = "jvm.gc";

    /** The name of {@link #COLLECTOR} among the facts. */
    public static final String COLLECTOR_NAME = "Garbage collector";

    private DecisiveFacts() {}

    /** Returns the operating system without its version, which an update changes. */
    public static String system(String os) {
        return os.replaceFirst(" \\S*$", "");
    }

    /** Returns the facts about a machine by their names, in the order of reports. */
    public static Map<String, String> of(Environment machine) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Architecture", machine.architecture());
        facts.put("CPUs", Integer.toString(machine.logicalCpus()));
        facts.put("CPU limit", machine.cpuLimit().map(Object::toString).orElse("none"));
        return facts;
    }

    /** Returns the facts about the measured forks of a case by their names, in the order of reports. */
    public static Map<String, String> of(CaseResult result) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Score", result.isOfUnits() ? "time of a unit of work" : "of a call");
        facts.put("Assertions", reported(result, ASSERTIONS));
        facts.put(COLLECTOR_NAME, reported(result, COLLECTOR));
        facts.put("Operations per call", Integer.toString(result.plan().operationsPerInvocation()));
        // JMH divides scores by it in every mode.
        facts.put("Batch size", Integer.toString(result.plan().measurement().batchSize()));
        return facts;
    }

    private static String reported(CaseResult result, String key) {
        return all(result, fork -> fork.echo().getOrDefault(key, Environment.UNKNOWN));
    }

    /** Returns all known facts about a case and the machines that measured it, each as {@code name=value}, sorted. */
    public static List<String> known(RunRecord run, CaseResult result) {
        Map<String, String> facts = new LinkedHashMap<>(of(result));
        for (String name : of(run.environment()).keySet()) {
            facts.put(name, all(result, fork -> of(run.environment(fork)).getOrDefault(name, Environment.UNKNOWN)));
        }
        return known(facts);
    }

    /** Returns the known facts, each as {@code name=value}, sorted. */
    public static List<String> known(Map<String, String> facts) {
        return facts.entrySet().stream()
                .filter(fact -> isKnown(fact.getValue()))
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .sorted()
                .toList();
    }

    /** Returns the distinct values of a fact over all forks with a value. */
    public static String all(CaseResult result, Function<ForkResult, String> fact) {
        return result.forksWithValue().stream().map(fact).distinct().collect(Collectors.joining(" | "));
    }

    /** Returns whether all parts of a value are known. */
    public static boolean isKnown(String value) {
        return !value.contains(Environment.UNKNOWN);
    }
}
