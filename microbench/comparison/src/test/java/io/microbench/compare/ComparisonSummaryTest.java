// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostCases.HostCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonSummaryTest {

    private static final Environment HERE = Environment.builder()
            .host("host")
            .os("os")
            .architecture("arch")
            .cpuModel("cpu")
            .logicalCpus(2)
            .memoryBytes(1)
            .governor("")
            .clockSource("")
            .virtualization("")
            .loadAverage(0)
            .jdk("")
            .vm("")
            .harness("")
            .jmh("")
            .build();

    private static final Builds BUILDS =
            new Builds(new Build("before", List.of(), Path.of("")), new Build("after", List.of(), Path.of("")));

    private static CaseVerdict verdict(String method, Verdict verdict, double low, double high) {
        return Fixtures.verdict(Fixtures.id(method), verdict, low, high);
    }

    static RunRecord run(List<CaseResult> results) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "run",
                Instant.EPOCH,
                Optional.of(Instant.EPOCH),
                HERE,
                List.of(),
                results,
                Optional.empty());
    }

    /** A side whose forks all took 100 ns, so that these scores themselves show no difference. */
    static CaseResult measured(CaseId id, String... jvmArgs) {
        PairedForks forks =
                new PairedForks(new PairedCase(id, Fixtures.plan("avgt", jvmArgs), Fixtures.plan("avgt", jvmArgs)));
        for (int i = 1; i <= 4; i++) {
            forks.add(Side.BASELINE, Fixtures.report(i, 100, jvmArgs));
        }
        return forks.result(Side.BASELINE);
    }

    private static RunComparison summary(List<CaseVerdict> verdicts, CaseResult... others) {
        List<CaseResult> results = new ArrayList<>(Arrays.asList(others));
        verdicts.forEach(v -> results.add(measured(v.id())));
        return ComparisonSummary.of(
                BUILDS,
                run(results),
                run(results),
                verdicts,
                new PairedCase.Cases(List.of(), List.of(), List.of()),
                Limits.DEFAULT,
                Optional.empty());
    }

    @Test
    void sortsWorstFirst() {
        RunComparison comparison = summary(List.of(
                verdict("same", Verdict.SAME, 0.999, 1.001),
                verdict("slower", Verdict.SLOWER, 0.9, 0.95),
                verdict("open", Verdict.UNDECIDED, 0.9, 1.3),
                verdict("slowest", Verdict.SLOWER, 0.5, 0.6),
                verdict("faster", Verdict.FASTER, 1.2, 1.3)));

        assertThat(comparison.verdicts())
                .extracting(v -> v.id().method())
                .containsExactly("slowest", "slower", "faster", "open", "same");
        assertThat(comparison.regressions()).hasSize(2);
        assertThat(comparison.baselineName()).isEqualTo("before");
        assertThat(comparison.candidateName()).isEqualTo("after");
        assertThat(comparison.level()).isEqualTo(0.01);
        assertThat(comparison.refusal()).isEmpty();
    }

    @Test
    void computesGeometricMeanOfFiniteRatios() {
        RunComparison comparison = summary(List.of(
                verdict("a", Verdict.FASTER, 1.9, 2.1),
                verdict("b", Verdict.SLOWER, 1 / 2.1, 1 / 1.9),
                verdict("c", Verdict.UNDECIDED, Double.NaN, Double.NaN)));

        assertThat(comparison.ratio()).isCloseTo(1, within(1e-9));
        assertThat(comparison.low()).isCloseTo(Math.sqrt(1.9 / 2.1), within(1e-9));
        assertThat(comparison.high()).isCloseTo(Math.sqrt(2.1 / 1.9), within(1e-9));
    }

    @Test
    void returnsNaNBoundsForUnboundedInterval() {
        RunComparison comparison = summary(List.of(
                verdict("a", Verdict.FASTER, 1.9, 2.1),
                new AnytimeJudge(0.01, 1, 0.01, List.of())
                        .judge(
                                Fixtures.id("b"),
                                "ns/op",
                                false,
                                new double[] {1, 2},
                                new double[] {2, 1},
                                new double[] {Math.log(2), Math.log(0.5)})));

        assertThat(comparison.ratio()).isPositive();
        assertThat(comparison.low()).isNaN();
        assertThat(comparison.high()).isNaN();
    }

    @Test
    void listsFailedCaseWithReason() {
        PairedForks forks = new PairedForks(Fixtures.paired("broken"));
        forks.add(Side.BASELINE, Fixtures.failed(1, "boom"));
        CaseResult failed = forks.result(Side.BASELINE);
        RunComparison comparison = summary(List.of(verdict("fine", Verdict.SAME, 0.999, 1.001)), failed);

        assertThat(comparison.verdicts()).hasSize(2).anySatisfy(v -> {
            assertThat(v.id().method()).isEqualTo("broken");
            assertThat(v.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(v.note()).contains("failed");
        });
    }

    @Test
    void reportsCasesOfOneSideAndDifferentArguments() {
        CaseId both = Fixtures.id("both");
        PairedCase.Cases cases = PairedCase.pair(
                host(
                        new HostCase(Fixtures.id("gone"), Fixtures.plan("avgt")),
                        new HostCase(both, Fixtures.plan("avgt"))),
                host(
                        new HostCase(both, Fixtures.plan("avgt")),
                        new HostCase(Fixtures.id("added"), Fixtures.plan("avgt"))));
        RunComparison comparison = ComparisonSummary.of(
                BUILDS,
                run(List.of(measured(both, "-Xmx1g"))),
                run(List.of(measured(both, "-Xmx2g"))),
                List.of(Fixtures.verdict(both, Verdict.SAME, 0.999, 1.001)),
                cases,
                Limits.DEFAULT,
                Optional.empty());

        assertThat(comparison.missing()).containsExactly(Fixtures.id("gone"));
        assertThat(comparison.added()).containsExactly(Fixtures.id("added"));
        assertThat(comparison.differences()).anySatisfy(d -> assertThat(d.baselineValue() + d.candidateValue())
                .isEqualTo("-Xmx1g-Xmx2g"));
        assertThat(comparison.verdicts()).extracting(CaseVerdict::verdict).containsExactly(Verdict.SAME);
    }

    @Test
    void measuresBothSidesLikeCandidate() {
        CaseId id = Fixtures.id("both");
        PairedCase paired = PairedCase.pair(
                        host(new HostCase(id, Fixtures.plan("avgt", "-Xmx1g"))),
                        host(new HostCase(id, Fixtures.plan("thrpt", "-Xmx2g"))))
                .both()
                .get(0);

        assertThat(paired.plan(Side.BASELINE).mode()).isEqualTo(Mode.THROUGHPUT);
        assertThat(paired.plan(Side.BASELINE).jvmArgs()).containsExactly("-Xmx1g");
        assertThat(paired.plan(Side.CANDIDATE).jvmArgs()).containsExactly("-Xmx2g");
        assertThat(paired.higherIsBetter()).isTrue();
        assertThat(paired.cost()).hasSeconds(3);
    }

    private static HostCases host(HostCase... cases) {
        return new HostCases(HERE, List.of(), List.of(cases), cases.length, "", List.of(), List.of());
    }
}
