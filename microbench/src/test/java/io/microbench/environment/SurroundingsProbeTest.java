// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Environment;
import io.microbench.result.Environment.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurroundingsProbeTest {

    private static final ClockCheck FINE = new ClockCheck(20, 25);

    private static Environment machine(String governor, double load, Optional<Double> cpus, Optional<Long> memory) {
        return Environment.builder()
                .host("here")
                .os("Linux 6")
                .architecture("amd64")
                .cpuModel("CPU")
                .logicalCpus(4)
                .cpuLimit(cpus)
                .memoryBytes(8L << 30)
                .memoryLimitBytes(memory)
                .governor(governor)
                .clockSource("tsc")
                .loadAverage(load)
                .jdk("JDK 17")
                .vm("OpenJDK 17")
                .harness("development")
                .jmh("1.37")
                .build();
    }

    private static final Environment QUIET = machine("performance", 0.1, Optional.empty(), Optional.empty());

    private static List<String> warnings(Environment machine) {
        return SurroundingsProbe.warnings(machine, FINE, List.of(), Map.of(), "mixed mode");
    }

    private static List<String> warnings(List<String> arguments, Map<String, String> variables) {
        return SurroundingsProbe.warnings(QUIET, FINE, arguments, variables, "mixed mode, sharing");
    }

    @Test
    void acceptsIdleMachineAndPlainJvm() {
        assertThat(warnings(List.of("-Xmx1g", "-XX:+UseParallelGC", "-esa", "-ea:com.acme..."), Map.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -Xint                                                        | -Xint: nothing is compiled
            -Xcomp                                                       | -Xcomp: methods are compiled without
            -XX:TieredStopAtLevel=1                                      | -XX:TieredStopAtLevel=1: only one of the two compilers
            -XX:-TieredCompilation                                       | -XX:-TieredCompilation: only one of the two compilers
            -agentlib:jdwp=transport=dt_socket,server=y,suspend=n        | A debugger can attach (-agentlib:jdwp
            -Xrunjdwp:transport=dt_socket                                | A debugger can attach
            -javaagent:/repo/org.jacoco.agent-0.8.jar=destfile=jacoco    | A coverage agent counts every branch
            -agentpath:/opt/profiler.so                                  | An agent is measured with the benchmarks (-agentpath
            -ea                                                          | Assertions are on (-ea)
            """)
    void warnsAboutDistortingArguments(String argument, String warning) {
        assertThat(warnings(List.of("-Xmx1g", argument), Map.of()))
                .singleElement()
                .asString()
                .startsWith(warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    void readsArgumentsFromVariables(String variable) {
        assertThat(warnings(List.of(), Map.of(variable, " -Xmx1g  -Xint ")))
                .singleElement()
                .asString()
                .startsWith("-Xint:");
    }

    @Test
    void warnsAboutJvmWithoutCompiler() {
        assertThat(SurroundingsProbe.warnings(QUIET, FINE, List.of(), Map.of(), "interpreted mode"))
                .singleElement()
                .asString()
                .contains("only interprets");
    }

    @Test
    void warnsAboutSlowClock() {
        assertThat(SurroundingsProbe.warnings(QUIET, new ClockCheck(1e6, 20), List.of(), Map.of(), "mixed mode"))
                .singleElement()
                .asString()
                .contains("steps by 1000000 ns");
    }

    @Test
    void warnsAboutPowerSavingLoadAndLimits() {
        assertThat(warnings(machine("powersave", 0.1, Optional.empty(), Optional.empty())))
                .singleElement()
                .asString()
                .contains("powersave", "cpupower");
        assertThat(warnings(machine("performance", 2.5, Optional.empty(), Optional.empty())))
                .containsExactly("The load average is 2.50 on 4 processors: other processes take time from the"
                        + " forks. Wait until they end.");
        assertThat(warnings(machine("performance", 0.1, Optional.of(1.5), Optional.of(512L << 20))))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("The container grants 1.50 processors");
    }

    @Test
    void ignoresUnknownValues() {
        assertThat(warnings(machine(Environment.UNKNOWN, Double.NaN, Optional.empty(), Optional.empty())))
                .isEmpty();
    }

    @Test
    void probesThisMachine() {
        Surroundings here = SurroundingsProbe.look(List.of("-Xint"));

        assertThat(here.environment().logicalCpus()).isPositive();
        assertThat(here.clock().granularityNanos()).isPositive();
        assertThat(here.warnings()).anyMatch(warning -> warning.startsWith("-Xint:"));
    }
}
