// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvironmentCommandTest {

    private final TestConsole console = new TestConsole();

    @Test
    void printsTheEnvironment() {
        assertThat(console.run("environment")).isZero();
        assertThat(console.out())
                .contains("OS: ", System.getProperty("os.name"), "Clock granularity: ", "Clock latency: ", "JMH 1.37");
        assertThat(console.errors()).isEmpty();
    }

    @Test
    void warnsAboutJvmArguments() {
        console.run("environment", "--jvm-args", "-Xint -ea");

        assertThat(console.out()).contains("WARNING: -Xint: nothing is compiled", "WARNING: Assertions are on (-ea)");
    }

    @Test
    void printsJson() {
        assertThat(console.run("environment", "--format", "json")).isZero();
        assertThat(console.out())
                .contains("\"environment\"", "\"logicalCpus\"", "\"granularityNanos\"", "\"warnings\"");
    }

    @Test
    void rejectsOtherFormats() {
        assertThat(console.run("environment", "--format", "xml")).isEqualTo(2);
        assertThat(console.errors().get(0)).contains("--format xml: expected one of table, json");
    }
}
