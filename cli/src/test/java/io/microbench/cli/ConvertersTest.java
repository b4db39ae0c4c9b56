/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertersTest {

    @ParameterizedTest
    @CsvSource({"7, 7", "10K, 10000", "2m, 2000000", "3G, 3000000000", "1000G, 1000000000000", "3000000000, 3000000000"
    })
    void readsNumbersOfCalls(String text, long calls) {
        assertThat(new Converters.Calls().convert(text)).isEqualTo(calls);
    }
}
