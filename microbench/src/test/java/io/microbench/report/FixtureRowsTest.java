// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.EnvironmentBlock.FixtureRows;
import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
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
    void showsWhatAJvmWasLikeWhileItWasWatched() {
        FixtureSeries series = new FixtureSeries(
                List.of(1.0, 2.0, 11.0),
                List.of(0.5, 0.6, 4.0),
                List.of(4e6, 12e6, 8e6),
                List.of(1.0, 1.0, 5.0),
                List.of(0.001, 0.001, 0.009),
                List.of(20.0, 24.0, 22.0),
                Optional.empty());

        assertThat(FixtureRows.of(List.of(
                        fixture("com.acme.EchoBenchmark.put:size=1.5", Optional.of(0.612), series, Optional.empty()))))
                .containsExactly(Map.entry(
                        "Fixture 1",
                        "EchoServer for EchoBenchmark.put:size=1.5, ready after 612 ms, watched for 10 s, used 35% of a"
                                + " processor, heap up to 11.44 MiB, 4 collections in 8 ms, up to 24 threads"));
    }

    @Test
    void showsWhatWasWrong() {
        assertThat(FixtureRows.of(List.of(
                        fixture("Echo.put", Optional.empty(), FixtureSeries.NONE, Optional.of("no port is free")),
                        fixture("Echo.get", Optional.of(2.0), FixtureSeries.NONE, Optional.empty()))))
                .containsExactly(
                        Map.entry("Fixture 1", "EchoServer for Echo.put, PROBLEM: no port is free"),
                        Map.entry("Fixture 2", "EchoServer for Echo.get, ready after 2 s"));
    }
}
