// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Environment;
import io.microbench.result.Environment.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Determines the environment in which a run would be measured now. */
public final class SurroundingsProbe {

    private SurroundingsProbe() {}

    /**
     * Probes this machine, within a fraction of a second.
     *
     * @param jvmArguments JVM arguments that forks would run with
     */
    public static Surroundings look(List<String> jvmArguments) {
        Environment environment = new EnvironmentProbe(Path.of("/")).probe();
        ClockCheck clock = ClockProbe.measure();
        return new Surroundings(
                environment, clock, warnings(environment, clock, jvmArguments, System.getenv(), vmMode()));
    }

    /**
     * Returns the warnings about this machine, and about forks with these arguments. The load is left out, because a
     * measurement in the last minute also counts as load.
     *
     * @param environment the machine
     * @param jvmArguments JVM arguments of the forks
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
        EnvironmentWarnings.ofLoad(environment).ifPresent(warnings::add);
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
        Set<String> warnings = new LinkedHashSet<>(EnvironmentWarnings.ofArguments(arguments));
        if (warnings.isEmpty() && vmMode.startsWith("interpreted")) {
            warnings.add(
                    "This JVM only interprets (" + vmMode + "), and forks on it would, too. Use one with a compiler.");
        }
        if (environment.vm().contains("debug")) {
            warnings.add("The JVM is a debug build (" + environment.vm() + "): several times slower. Use a release.");
        }
        warnings.addAll(EnvironmentWarnings.ofMachine(environment));
        return List.copyOf(warnings);
    }

    private static String vmMode() {
        return System.getProperty("java.vm.info", "");
    }
}
