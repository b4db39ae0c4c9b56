// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

    private static RunSummary summary(CaseResult... cases) {
        return RunSummary.of(Records.run(cases), Optional.of("main"));
    }

    @Test
    void keepsDataForHistory() {
        RunSummary run = summary(Records.measured("encode", "avgt", "ns/op", 100, 104, 102));
        RunRecord record = Records.run();
        assertThat(run.id()).isEqualTo(record.id());
        assertThat(run.time()).isEqualTo(Instant.parse("2026-05-04T03:02:01.123Z"));
        assertThat(run.commit()).contains("8f62348");
        assertThat(run.dirty()).isTrue();
        assertThat(run.branch()).contains("main");
        assertThat(run.environment())
                .isEqualTo(new Fingerprint(
                        "Eclipse Adoptium 21.0.5+11-LTS", "OpenJDK VM 21.0.5", "AMD EPYC", "Linux 6.1"));
    }

    @Test
    void takesOneValueFromEachFork() {
        CaseSummary only = summary(Records.measured("encode", "avgt", "ns/op", 100, 104, 102))
                .cases()
                .get(0);
        assertThat(only.id()).isEqualTo("com.acme.CodecBenchmark.encode:threads=1");
        assertThat(only.forkValues()).containsExactly(100.0, 104.0, 102.0);
        assertThat(only.forks()).isEqualTo(3);
        assertThat(only.value()).isCloseTo(Math.cbrt(100.0 * 104 * 102), within(1e-9));
        assertThat(only.interval()).hasValueSatisfying(interval -> {
            assertThat(interval.confidence()).isEqualTo(0.99);
            assertThat(interval.low()).isLessThan(100);
            assertThat(interval.high()).isGreaterThan(104);
        });
        assertThat(only.higherIsBetter()).isFalse();
        assertThat(only.unit()).isEqualTo("ns/op");
        assertThat(only.allocatedBytes()).hasValue(24);
        assertThat(only.setup())
                .isEqualTo(new ForkSetup(
                        "OpenJDK VM 21.0.5",
                        List.of("-Xms1g"),
                        "compiler",
                        // Assertions and collector, which these forks do not report, are unknown.
                        List.of(
                                "Architecture=amd64",
                                "Batch size=1",
                                "CPU limit=none",
                                "CPUs=8",
                                "Operations per call=1",
                                "Score=of a call")));
    }

    private static CaseResult on(String node, String method) {
        CaseResult result = Records.measured(method, "avgt", "ns/op", 100, 104, 102);
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder().node(Optional.of(node)).build())
                .toList());
    }

    @Test
    void keepsCasesOfNodesWithMostMeasurements() {
        RunRecord run = Records.run(on("a", "x"), on("b", "y"), on("b", "z"))
                .with(new RunNode("a", MadeRecords.machine().build()))
                .with(new RunNode("b", MadeRecords.machine().cpuModel("Ryzen 9").build()));
        RunSummary summary = RunSummary.of(run, Optional.empty());

        assertThat(summary.environment().cpuModel()).isEqualTo("Ryzen 9");
        assertThat(summary.cases())
                .extracting(CaseSummary::id)
                .containsExactly("com.acme.CodecBenchmark.y:threads=1", "com.acme.CodecBenchmark.z:threads=1");
    }

    @Test
    void leavesOutCasesWithoutAResult() {
        assertThat(summary(
                                Records.withStatus(Records.measured("a", "avgt", "ns/op", 1, 2), Status.FAILED),
                                Records.withStatus(Records.measured("b", "avgt", "ns/op", 1, 2), Status.PLANNED),
                                Records.withStatus(Records.measured("c", "avgt", "ns/op", 1, 2), Status.SKIPPED),
                                Records.measured("d", "avgt", "ns/op"),
                                Records.measured("e", "avgt", "ns/op", Double.NaN),
                                Records.measured("f", "avgt", "ns/op", Double.POSITIVE_INFINITY),
                                Records.inProcess("g"),
                                Records.measured("h", "avgt", "ns/op", 1))
                        .cases())
                .extracting(CaseSummary::id)
                .containsExactly("com.acme.CodecBenchmark.h:threads=1");
    }

    @Test
    void keepsOneForkWithoutAnInterval() {
        CaseSummary only =
                summary(Records.measured("encode", "thrpt", "ops/s", 8)).cases().get(0);
        assertThat(only.interval()).isEmpty();
        assertThat(only.forks()).isEqualTo(1);
        assertThat(only.higherIsBetter()).isTrue();
    }

    @Test
    void sortsCases() {
        assertThat(summary(Records.measured("b", "ss", "s/op", 1), Records.measured("a", "sample", "us/op", 1))
                        .cases())
                .extracting(CaseSummary::id)
                .isSorted();
    }

    @Test
    void rejectsDuplicateCase() {
        assertThatThrownBy(() ->
                        summary(Records.measured("a", "avgt", "ns/op", 1), Records.measured("a", "avgt", "ns/op", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("case com.acme.CodecBenchmark.a:threads=1 occurs twice in run 20260504T030201Z-4f2a");
    }

    @Test
    void rejectsUnitThatDoesNotFitMode() {
        assertThatThrownBy(() -> summary(Records.measured("a", "avgt", "ops/s", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Unit ops/s does not match mode avgt");
    }
}
