// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

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
    void readsNumberWithUnit(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "1", "-1s", "1x", "1 s 2", "1..5s", "0.1ns", "1e3s", "999999999999h", "٣s"})
    void rejectsOtherTexts(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.5S, 500 ms",
        "PT0.999S, 999 ms",
        "PT1S, 1 s",
        "PT1.049S, 1 s",
        "PT1.54S, 1.5 s",
        "PT10S, 10 s",
        "PT41.2S, 41 s",
        "PT59.499S, 59 s",
        "PT59.7S, 1 min",
        "PT90S, 1 min 30 s",
        "PT22M10S, 22 min 10 s",
        "PT59M59S, 59 min 59 s",
        "PT59M59.6S, 1 h",
        "PT1H5M, 1 h 5 min",
        "PT48H, 48 h"
    })
    void formatsReadably(Duration duration, String expected) {
        assertThat(Durations.text(duration)).isEqualTo(expected);
    }

    @Test
    void formatsIndependentlyOfLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Durations.text(Duration.ofMillis(2500))).isEqualTo("2.5 s");
            assertThat(Durations.clock(Duration.ofSeconds(3725))).isEqualTo("01:02:05");
        } finally {
            Locale.setDefault(before);
        }
    }
}
