// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.result.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixtureRowsTest {

    private static FixtureRun fixture(
            String cases, Optional<Double> ready, FixtureSeries series, Optional<String> problem) {
        return new FixtureRun(
                "com.acme.EchoServer",
                cases,
                Samples.START,
                ready,
                Map.of(),
                series,
                problem,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void showsProblems() {
        RunRecord run = Samples.run(List.of());
        RunRecord withFixtures = new RunRecord(
                run.schemaVersion(),
                run.id(),
                run.start(),
                run.end(),
                run.environment(),
                run.settings(),
                run.cases(),
                run.calibration(),
                Optional.of(List.of(
                        fixture("Echo.put", Optional.empty(), FixtureSeries.NONE, Optional.of("no port is free")),
                        fixture("Echo.get", Optional.of(2.0), FixtureSeries.NONE, Optional.empty()))),
                Optional.empty(),
                Optional.empty());

        Map<String, String> rows = EnvironmentBlock.of(withFixtures);
        rows.keySet().removeIf(name -> !name.startsWith("Fixture"));

        assertThat(rows)
                .containsExactly(
                        Map.entry("Fixture 1", "EchoServer for Echo.put, PROBLEM: no port is free"),
                        Map.entry("Fixture 2", "EchoServer for Echo.get, ready after 2 s"));
    }
}
