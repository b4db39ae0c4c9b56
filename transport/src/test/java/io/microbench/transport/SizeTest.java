// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "100, 100", "1k, 1024", "500k, 512000", "1M, 1048576", "3m, 3145728", "1G, 1073741824"})
    void unitsArePowersOf1024(String text, int bytes) {
        assertThat(Size.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "1.5k", "1 k", "1T", "1kB", "0x10", "many"})
    void rejectsInvalidSizes(String text) {
        assertThatThrownBy(() -> Size.parse(text))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining("such as 100, 500k or 1M");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0k", "000"})
    void rejectsZero(String text) {
        assertThatThrownBy(() -> Size.parse(text)).hasMessageContaining("expected 1 byte or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2G", "2147483647", "999999999999999999G"})
    void rejectsMoreThanAnArrayCanHold(String text) {
        assertThatThrownBy(() -> Size.parse(text)).hasMessageContaining("expected at most 2147482623");
    }

    @Test
    void rejectsMoreThanFitsIntoMemory() {
        assertThatCode(() -> Size.checkFits(1 << 20, 16, 48, 128 << 20)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Size.checkFits(1 << 20, 16, 49, 128 << 20))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("49 in flight, need 65 MiB")
                .hasMessageContaining("which has 128 MiB")
                .hasMessageContaining("-Xmx");
    }
}
