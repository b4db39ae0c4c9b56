// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.judge.RunComparison.EnvironmentDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkedDifferencesTest {

    private static EnvironmentDifference difference(String name) {
        return new EnvironmentDifference(name, "a", "b", true);
    }

    @Test
    void marksComparedPropertiesAsNotDecisive() {
        assertThat(ComparisonSummary.marked(List.of(
                        difference("JDK"),
                        difference("JVM arguments of p.C.m:threads=1 and 2 more"),
                        difference("Assertions"))))
                .extracting(EnvironmentDifference::name, EnvironmentDifference::decisive)
                .containsExactly(
                        tuple("JDK (the compared property)", false),
                        tuple("JVM arguments of p.C.m:threads=1 and 2 more (the compared property)", false),
                        tuple("Assertions (the compared property)", false));
    }

    @Test
    void leavesOtherDifferencesUnchanged() {
        List<EnvironmentDifference> differences =
                List.of(difference("Blackhole mode"), difference("CPU model"), difference("JDKs"));

        assertThat(ComparisonSummary.marked(differences)).isEqualTo(differences);
    }
}
