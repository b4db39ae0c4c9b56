/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HumanDurationTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "2s, PT2S",
        "10m, PT10M",
        "10min, PT10M",
        "1h, PT1H",
        "250us, PT0.00025S",
        "7ns, PT0.000000007S",
        "1.5s, PT1.5S",
        "' 2 S ', PT2S",
        "0s, PT0S"
    })
    void readsANumberWithItsUnit(String text, Duration expected) {
        assertThat(HumanDuration.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "1", "-1s", "1x", "1 s 2", "1..5s", "0.1ns", "1e3s", "999999999999h", "٣s"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> HumanDuration.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.5S, 500 ms",
        "PT1S, 1 s",
        "PT1.54S, 1.5 s",
        "PT41.2S, 41 s",
        "PT59.7S, 1 min",
        "PT90S, 1 min 30 s",
        "PT9M59S, 9 min 59 s",
        "PT32M20S, 32 min",
        "PT59M40S, 1 h",
        "PT1H5M, 1 h 5 min",
        "PT25H, 25 h"
    })
    void writesWhatPeopleSay(Duration duration, String expected) {
        assertThat(HumanDuration.text(duration)).isEqualTo(expected);
    }
}
