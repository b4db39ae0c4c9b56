// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.CountedRate;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallWarningsRateTest {

    /** 200 threads that complete one million operations per second according to their score. */
    private static MadeCase made(String counted) {
        return new MadeCase()
                .threads(200)
                .score("thrpt", 1, "ops/us")
                .iterations(1, 1, 1)
                .echo(Map.of(CountedRate.FACT, counted));
    }

    @Test
    void reportsFactorOfScoreOverCountedRate() {
        assertThat(CallWarnings.rate(made("80000.0").result())).hasValueSatisfying(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.RATE);
            assertThat(warning.mark()).isEqualTo("rate too high");
            assertThat(warning.message())
                    .contains("its 200 threads completed 8% of the operations that this score implies")
                    .contains("about 12.5 times too high")
                    .endsWith("Use longer iterations.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"500000.000", "930000.0", "1000000.0", "4100000.0", "0", "none"})
    void ignoresPlannedOrUnknownTime(String counted) {
        assertThat(CallWarnings.rate(made(counted).result())).isEmpty();
    }

    @Test
    void dividesTimeAmongThreads() {
        MadeCase made = new MadeCase().threads(4).iterations(2, 2, 2);

        // 2 ms with four threads are 2,000 operations per second.
        assertThat(CallWarnings.rate(made.score("avgt", 2, "ms/op")
                        .echo(Map.of(CountedRate.FACT, "200"))
                        .result()))
                .hasValueSatisfying(warning -> assertThat(warning.message()).contains("10.0 times too high"));
        assertThat(CallWarnings.rate(made.echo(Map.of(CountedRate.FACT, "2000")).result()))
                .isEmpty();
    }

    @Test
    void ignoresTimesOfSingleCalls() {
        assertThat(CallWarnings.rate(new MadeCase()
                        .threads(200)
                        .score("sample", 1, "us/op")
                        .echo(Map.of(CountedRate.FACT, "1"))
                        .result()))
                .isEmpty();
    }

    @Test
    void ignoresScoreThatAnotherRateReplaces() {
        CaseResult made = made("80000.0").result();
        CaseResult replaced = new CaseResult(
                made.id(),
                made.plan().withCurve(new CurvePlan(Optional.of("Stores"), List.of("completed"))),
                made.status(),
                "",
                made.score(),
                Map.of("completed", new Metric(80_000, 1, "ops/s")),
                made.forks());

        assertThat(CallWarnings.rate(replaced)).isEmpty();
    }

    @Test
    void ignoresRecordsWithoutCountedRate() {
        assertThat(CallWarnings.rate(new MadeCase().threads(200).result())).isEmpty();
    }

    @Test
    void isIncludedInWarningsOfRun() {
        assertThat(Warning.of(MadeCase.run(made("80000.0").result()), Warning.Screen.SNIPPETS))
                .extracting(Warning::kind)
                .contains(Warning.Kind.RATE);
    }
}
