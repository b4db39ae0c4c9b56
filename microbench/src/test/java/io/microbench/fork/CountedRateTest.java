/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class ScoredTimeTest {

    @Test
    void operationsTakeAsLongAsTheyDoAtARate() {
        assertThat(ScoredTime.seconds(Mode.Throughput, TimeUnit.SECONDS, 4, 1000, 2000)
                        .orElseThrow())
                .isEqualTo(0.5, within(1e-9));
        assertThat(ScoredTime.seconds(Mode.Throughput, TimeUnit.MICROSECONDS, 4, 13_000_000, 151)
                        .orElseThrow())
                .isEqualTo(0.0861, within(1e-4));
    }

    @Test
    void threadsShareWhatTakesTime() {
        assertThat(ScoredTime.seconds(Mode.AverageTime, TimeUnit.MILLISECONDS, 4, 1000, 2)
                        .orElseThrow())
                .isEqualTo(0.5, within(1e-9));
    }

    @Test
    void whatHasNoRateHasNone() {
        assertThat(ScoredTime.seconds(Mode.SampleTime, TimeUnit.SECONDS, 4, 1000, 2))
                .isEmpty();
        assertThat(ScoredTime.seconds(Mode.SingleShotTime, TimeUnit.SECONDS, 4, 1, 2))
                .isEmpty();
        assertThat(ScoredTime.seconds(Mode.Throughput, TimeUnit.SECONDS, 4, 0, 0))
                .isEmpty();
        assertThat(ScoredTime.seconds(Mode.AverageTime, TimeUnit.SECONDS, 4, 10, Double.NaN))
                .isEmpty();
    }
}
