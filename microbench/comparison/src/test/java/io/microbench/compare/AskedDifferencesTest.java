// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.compare.InterleavedComparison.AskedDifferences;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AskedDifferencesTest {

    private static RunComparison with(EnvironmentDifference... differences) {
        return new RunComparison(
                "g1",
                "zgc",
                List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                0.01,
                List.of(differences),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static EnvironmentDifference difference(String name) {
        return new EnvironmentDifference(name, "a", "b", true);
    }

    @Test
    void whatIsAskedAboutCastsNoDoubtAndIsNamedSo() {
        assertThat(AskedDifferences.in(with(
                                difference("JDK"),
                                difference("JVM arguments of p.C.m:threads=1 and 2 more"),
                                difference("Assertions")))
                        .differences())
                .extracting(EnvironmentDifference::name, EnvironmentDifference::decisive)
                .containsExactly(
                        tuple("JDK (this is what is compared)", false),
                        tuple("JVM arguments of p.C.m:threads=1 and 2 more (this is what is compared)", false),
                        tuple("Assertions (this is what is compared)", false));
    }

    @Test
    void anythingElseStaysADoubt() {
        RunComparison comparison = with(difference("Blackhole mode"), difference("CPU model"), difference("JDKs"));

        assertThat(AskedDifferences.in(comparison)).isEqualTo(comparison);
    }
}
