// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
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
    void showsWhatWasWrong() {
        assertThat(EnvironmentBlock.describe(
                        fixture("Echo.put", Optional.empty(), FixtureSeries.NONE, Optional.of("no port is free"))))
                .isEqualTo("EchoServer for Echo.put, PROBLEM: no port is free");
        assertThat(EnvironmentBlock.describe(
                        fixture("Echo.get", Optional.of(2.0), FixtureSeries.NONE, Optional.empty())))
                .isEqualTo("EchoServer for Echo.get, ready after 2 s");
    }
}
