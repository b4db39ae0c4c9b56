// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

    @ParameterizedTest
    @CsvSource({"7, 7", "10K, 10000", "2m, 2000000", "2G, 2000000000", "2147483647, 2147483647"})
    void readsNumbersOfCalls(String text, long calls) {
        assertThat(new Converters.Calls().convert(text)).isEqualTo(calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "K", "-1", "1.5M", "10 M", "3G", "2147483648", "99999999999999", "\u0661"})
    void rejectsInvalidNumbersOfCalls(String text) {
        assertThatThrownBy(() -> new Converters.Calls().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("\"" + text + "\" is not a number of calls; expected 1 to 2147483647");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "-1", "1.5", "9999999999999999999"})
    void rejectsInvalidProcessIds(String text) {
        assertThat(new Converters.ProcessId().convert("4711")).isEqualTo(4711);
        assertThatThrownBy(() -> new Converters.ProcessId().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage(
                        "\"" + text + "\" is not a process id; expected the id of a JVM as listed by 'jcmd' or 'jps'");
    }

    @ParameterizedTest
    @CsvSource({"1%, 0.01", "0.01, 0.01", "' 2.5% ', 0.025"})
    void readsShares(String text, double share) {
        assertThat(new Converters.Precision().convert(text)).isEqualTo(share);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "1%%", "one", "0,01", "0", "100%", "2", "-1%", "NaN"})
    void rejectsInvalidShares(String text) {
        assertThatThrownBy(() -> new Converters.Precision().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage(
                        "\"" + text + "\" is not a share above 0 and below 1; expected a percentage such as 2%, or a"
                                + " number such as 0.02");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1d", "1.2.3s", "99999999999h"})
    void rejectsInvalidTimes(String text) {
        assertThatThrownBy(() -> new Converters.Time().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage(
                        "\"" + text
                                + "\" is not a time; expected a number with its unit (ns, us, ms, s, m, h), such as 90s or 10m");
    }
}
