/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "1, 1 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1049, 1.0 s",
        "1500, 1.5 s",
        "9000, 9 s",
        "10000, 10 s",
        "59499, 59 s",
        "59500, 1 min",
        "60000, 1 min",
        "125000, 2 min 5 s",
        "3599000, 59 min 59 s",
        "3599600, 1 h",
        "3600000, 1 h",
        "12000000, 3 h 20 min",
        "172800000, 48 h"
    })
    void writesLengthsAsPeopleSayThem(long millis, String text) {
        assertThat(Durations.text(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @Test
    void writesTheSameEverywhere() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(Durations.text(Duration.ofMillis(2500))).isEqualTo("2.5 s");
        } finally {
            Locale.setDefault(before);
        }
    }
}
