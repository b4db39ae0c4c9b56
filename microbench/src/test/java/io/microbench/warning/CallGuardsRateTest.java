// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.ForkMeter.CountedRate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallGuardsRateTest {

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
        assertThat(CallGuards.rate(made("80000.0").result())).hasValueSatisfying(guard -> {
            assertThat(guard.kind()).isEqualTo(Guard.Kind.RATE);
            assertThat(guard.mark()).isEqualTo("rate too high");
            assertThat(guard.message())
                    .contains("its 200 threads completed 8% of the operations that this score implies")
                    .contains("about 12.5 times too high")
                    .endsWith("Make iterations longer.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"500000.000", "930000.0", "1000000.0", "4100000.0", "0", "none"})
    void ignoresPlannedOrUnknownTime(String counted) {
        assertThat(CallGuards.rate(made(counted).result())).isEmpty();
    }

    @Test
    void dividesTimeAmongThreads() {
        MadeCase made = new MadeCase().threads(4).iterations(2, 2, 2);

        // 2 ms with four threads are 2,000 operations per second.
        assertThat(CallGuards.rate(made.score("avgt", 2, "ms/op")
                        .echo(Map.of(CountedRate.FACT, "200"))
                        .result()))
                .hasValueSatisfying(guard -> assertThat(guard.message()).contains("10.0 times too high"));
        assertThat(CallGuards.rate(made.echo(Map.of(CountedRate.FACT, "2000")).result()))
                .isEmpty();
    }

    @Test
    void ignoresTimesOfSingleCalls() {
        assertThat(CallGuards.rate(new MadeCase()
                        .threads(200)
                        .score("sample", 1, "us/op")
                        .echo(Map.of(CountedRate.FACT, "1"))
                        .result()))
                .isEmpty();
    }

    @Test
    void ignoresRecordsWithoutFact() {
        assertThat(CallGuards.rate(new MadeCase().threads(200).result())).isEmpty();
    }

    @Test
    void isIncludedInWarningsOfRun() {
        assertThat(Guard.of(MadeCase.run(made("80000.0").result()), Guard.Screen.SNIPPETS))
                .extracting(Guard::kind)
                .contains(Guard.Kind.RATE);
    }
}
