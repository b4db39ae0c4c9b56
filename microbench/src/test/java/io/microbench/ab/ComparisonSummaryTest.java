/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Comparison;
import io.microbench.judge.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.Environment;
import io.microbench.run.HostCases;
import io.microbench.run.HostCases.HostCase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonSummaryTest {

    private static CaseVerdict verdict(String method, Verdict verdict, double low, double high) {
        return Fixtures.verdict(Fixtures.id(method), verdict, low, high);
    }

    private static Comparison summary(List<CaseVerdict> verdicts, PairedCase.Cases cases) {
        return ComparisonSummary.of("before", "after", verdicts, Set.of(), cases, 0.01);
    }

    @Test
    void theWorstComesFirst() {
        Comparison comparison = summary(
                List.of(
                        verdict("same", Verdict.SAME, 0.999, 1.001),
                        verdict("slower", Verdict.SLOWER, 0.9, 0.95),
                        verdict("open", Verdict.UNDECIDED, 0.9, 1.3),
                        verdict("slowest", Verdict.SLOWER, 0.5, 0.6),
                        verdict("faster", Verdict.FASTER, 1.2, 1.3)),
                new PairedCase.Cases(List.of(), List.of(), List.of()));

        assertThat(comparison.verdicts())
                .extracting(v -> v.id().method())
                .containsExactly("slowest", "slower", "faster", "open", "same");
        assertThat(comparison.oldName()).isEqualTo("before");
        assertThat(comparison.level()).isEqualTo(0.01);
    }

    @Test
    void theMeanIsGeometricAndLeavesOutWhatHasNoRatio() {
        Comparison comparison = summary(
                List.of(
                        verdict("a", Verdict.FASTER, 2, 2),
                        verdict("b", Verdict.SLOWER, 0.5, 0.5),
                        verdict("c", Verdict.UNDECIDED, Double.NaN, Double.NaN)),
                new PairedCase.Cases(List.of(), List.of(), List.of()));

        assertThat(comparison.ratio()).isCloseTo(1, within(1e-12));
    }

    @Test
    void saysWhatOnlyOneSideHasAndWhatItsForksAreAskedFor() {
        CaseId both = Fixtures.id("both");
        PairedCase.Cases cases = PairedCase.pair(
                host(
                        new HostCase(Fixtures.id("gone"), Fixtures.plan("avgt")),
                        new HostCase(both, Fixtures.plan("avgt", "-Xmx1g"))),
                host(
                        new HostCase(both, Fixtures.plan("thrpt", "-Xmx2g")),
                        new HostCase(Fixtures.id("added"), Fixtures.plan("avgt"))));
        Comparison comparison = summary(List.of(), cases);

        assertThat(comparison.missing()).containsExactly(Fixtures.id("gone"));
        assertThat(comparison.added()).containsExactly(Fixtures.id("added"));
        assertThat(comparison.differences())
                .containsExactly(new EnvironmentDifference(
                        "JVM arguments of com.acme.CodecBenchmark.both", "-Xmx1g", "-Xmx2g", false));
        assertThat(comparison.ratio()).isNaN();
    }

    @Test
    void bothSidesAreMeasuredAsTheNewOneSays() {
        CaseId id = Fixtures.id("both");
        PairedCase paired = PairedCase.pair(
                        host(new HostCase(id, Fixtures.plan("avgt", "-Xmx1g"))),
                        host(new HostCase(id, Fixtures.plan("thrpt", "-Xmx2g"))))
                .both()
                .get(0);

        assertThat(paired.plan(Side.OLD).mode()).isEqualTo("thrpt");
        assertThat(paired.plan(Side.OLD).jvmArgs()).containsExactly("-Xmx1g");
        assertThat(paired.plan(Side.NEW).jvmArgs()).containsExactly("-Xmx2g");
        assertThat(paired.higherIsBetter()).isTrue();
        assertThat(paired.cost()).hasSeconds(3);
    }

    private static HostCases host(HostCase... cases) {
        Environment environment = new Environment(
                "host",
                "os",
                "arch",
                "cpu",
                2,
                Optional.empty(),
                1,
                Optional.empty(),
                "",
                "",
                "",
                0,
                "",
                "",
                List.of(),
                "",
                "",
                Optional.empty(),
                Optional.empty());
        return new HostCases(environment, List.of(), List.of(cases), cases.length, "", List.of());
    }
}
