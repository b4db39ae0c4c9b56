// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.RunRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class SideWarningsTest {

    private static final String C1 = "-XX:TieredStopAtLevel=1";

    private static RunRecord run(String... jvmArgs) {
        return ComparisonSummaryTest.run(List.of(
                ComparisonSummaryTest.measured(Fixtures.id("encode"), jvmArgs),
                ComparisonSummaryTest.measured(Fixtures.id("decode"), jvmArgs)));
    }

    @Test
    void returnsNoLineWithoutWarnings() {
        assertThat(ComparisonSummary.warnings(run(), run("-Xmx1g"))).isEmpty();
    }

    @Test
    void namesSideOfWarning() {
        assertThat(ComparisonSummary.warnings(run(C1), run()))
                .singleElement()
                .asString()
                .startsWith("Baseline, com.acme.CodecBenchmark.encode:threads=1: its forks compiled with C1 only")
                .endsWith("Also in com.acme.CodecBenchmark.decode:threads=1.");
        assertThat(ComparisonSummary.warnings(run(), run("-Xint")))
                .singleElement()
                .asString()
                .startsWith("Candidate, ")
                .contains("only interpreted");
    }

    @Test
    void mergesWarningsOfBothSides() {
        assertThat(ComparisonSummary.warnings(run("-Xint"), run("-Xint")))
                .singleElement()
                .asString()
                .startsWith("Both sides, com.acme");
        assertThat(ComparisonSummary.warnings(run("-Xint"), run(C1))).hasSize(2);
    }
}
