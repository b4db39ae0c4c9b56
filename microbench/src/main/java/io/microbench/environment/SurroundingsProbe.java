// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Environment;
import io.microbench.result.Environment.Surroundings;
import io.microbench.text.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Determines the environment in which a run would be measured now. */
public final class SurroundingsProbe {

    /** A machine is busy if its load is above this share of its processors. */
    private static final double BUSY = 0.5;

    private static final String DEBUGGER = "(?s)(-agentlib:jdwp|-Xrunjdwp).*|-Xdebug";
    private static final String AGENT = "(?s)-(javaagent|agentlib|agentpath):.*";

    private SurroundingsProbe() {}

    /** Checks how forks with these arguments run on this machine, within a fraction of a second. */
    public static Surroundings look(List<String> jvmArguments) {
        Environment environment = EnvironmentProbe.here();
        ClockCheck clock = ClockProbe.measure(System::nanoTime);
        return new Surroundings(
                environment, clock, warnings(environment, clock, jvmArguments, System.getenv(), vmMode()));
    }

    /**
     * Returns the warnings about this machine, and about forks with these arguments. The load is left out, because a
     * measurement in the last minute also counts as load.
     */
    public static List<String> warnings(Environment environment, List<String> jvmArguments) {
        return warnings(environment, jvmArguments, System.getenv(), vmMode());
    }

    static List<String> warnings(
            Environment environment,
            ClockCheck clock,
            List<String> jvmArguments,
            Map<String, String> variables,
            String vmMode) {
        List<String> warnings = new ArrayList<>(warnings(environment, jvmArguments, variables, vmMode));
        ofLoad(environment).ifPresent(warnings::add);
        warnings.addAll(ClockProbe.warnings(clock));
        return List.copyOf(warnings);
    }

    private static List<String> warnings(
            Environment environment, List<String> jvmArguments, Map<String, String> variables, String vmMode) {
        List<String> arguments = new ArrayList<>(jvmArguments);
        for (String name : Preflight.JVM_VARIABLES) {
            String value = variables.getOrDefault(name, "").strip();
            if (!value.isEmpty()) {
                arguments.addAll(List.of(value.split("\\s+")));
            }
        }
        Set<String> warnings = new LinkedHashSet<>(ofArguments(arguments));
        if (warnings.isEmpty() && vmMode.startsWith("interpreted")) {
            warnings.add("This JVM only interprets bytecode (" + vmMode
                    + "), and forks on it would, too. Use one with a compiler.");
        }
        if (environment.vm().contains("debug")) {
            warnings.add(
                    "The JVM is a debug build (" + environment.vm() + "): several times slower. Use a release build.");
        }
        warnings.addAll(ofMachine(environment));
        return List.copyOf(warnings);
    }

    private static String vmMode() {
        return System.getProperty("java.vm.info", "");
    }

    private static Optional<String> ofLoad(Environment machine) {
        return machine.loadAverage() < BUSY * machine.logicalCpus() || Double.isNaN(machine.loadAverage())
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "The load average is %.2f on %d processors: other processes take time from the forks. Wait"
                                + " until they end.",
                        machine.loadAverage(),
                        machine.logicalCpus()));
    }

    private static List<String> ofMachine(Environment machine) {
        List<String> warnings = new ArrayList<>();
        if (machine.governor().equals("powersave")) {
            warnings.add("The frequency governor is powersave: the clock of the processor follows the load. Set it to"
                    + " performance (cpupower frequency-set -g performance).");
        }
        machine.cpuLimit()
                .ifPresent(limit -> warnings.add(String.format(
                        Locale.ROOT,
                        "The container grants %.2f processors: a fork that uses more, with its compiler and collector, is"
                                + " paused at times. Raise the limit (docker run --cpus).",
                        limit)));
        machine.memoryLimitBytes()
                .filter(limit -> machine.memoryBytes() < 0 || limit < machine.memoryBytes())
                .ifPresent(limit -> warnings.add("The container grants " + limit / (1 << 20)
                        + " MiB of memory: the JVM takes its default heap size from that. Set -Xmx in the JVM"
                        + " arguments."));
        return warnings;
    }

    static List<String> ofArguments(List<String> arguments) {
        List<String> warnings = new ArrayList<>();
        for (String argument : Redaction.arguments(arguments)) {
            if (argument.equals("-Xint")) {
                warnings.add("-Xint: nothing is compiled, everything is interpreted. Remove it.");
            } else if (argument.equals("-Xcomp")) {
                warnings.add("-Xcomp: methods are compiled without profiling information. Remove it.");
            } else if (argument.matches("-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation")) {
                warnings.add(argument + ": only one of the two compilers works, unlike in production. Remove it.");
            } else if (argument.matches(DEBUGGER)) {
                warnings.add("A debugger can attach (" + argument + "), which switches optimisations off. Remove it.");
            } else if (argument.matches(AGENT) && argument.matches("(?s).*(jacoco|coverage).*")) {
                warnings.add(
                        "A coverage agent counts every branch (" + argument + "). Measure without (-Djacoco.skip).");
            } else if (argument.matches(AGENT)) {
                warnings.add("An agent is measured with the benchmarks (" + argument + "). Remove it.");
            }
        }
        if (Math.max(arguments.lastIndexOf("-ea"), arguments.lastIndexOf("-enableassertions"))
                > Math.max(arguments.lastIndexOf("-da"), arguments.lastIndexOf("-disableassertions"))) {
            warnings.add("Assertions are on (-ea): users run without them. Remove it.");
        }
        return warnings;
    }
}
