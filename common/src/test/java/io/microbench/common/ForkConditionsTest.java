// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkConditionsTest {

    @Test
    void findsArgumentsOfThisJvm() {
        List<String> present = ManagementFactory.getRuntimeMXBean().getInputArguments();
        List<String> wanted = new ArrayList<>(List.of("-Dabsent.first=1"));
        wanted.addAll(present);
        wanted.add("-Dabsent.second=2");

        assertThat(ForkConditions.missing(wanted)).containsExactly("-Dabsent.first=1", "-Dabsent.second=2");
        assertThat(ForkConditions.missing(present)).isEmpty();
    }

    @Test
    void quotesMissingArgumentsInAdvice() {
        assertThat(ForkConditions.advice(List.of("-Xms1g", "-Xmx1g")))
                .isEqualTo(
                        "# This fork runs without -Xms1g -Xmx1g: its scores are not comparable with those of the suite."
                                + " With java -jar, add -jvmArgsAppend \"-Xms1g -Xmx1g\".");
    }
}
