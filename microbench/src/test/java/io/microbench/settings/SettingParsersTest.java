// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.microbench.text.Words;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

class SettingParsersTest {

    @ParameterizedTest
    @CsvSource({"5%, 0.05", "0.05, 0.05", "' 2.5 % ', 0.025", "99.9%, 0.999", "1e-3, 0.001"})
    void parsesSharesAsPercentageOrFraction(String text, double share) {
        assertThat(SettingParsers.share(text)).isCloseTo(share, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0%", "100%", "1", "-5%", "NaN", "%", "5%%", "Infinity"})
    void rejectsSharesOutsideZeroToOne(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.share(text));
    }

    @Test
    void acceptsShareOfOneWhereAllowed() {
        assertThat(SettingParsers.shareOrAll("100%")).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.shareOrAll("100.1%"));
    }

    @Test
    void requiresConfidenceOfAtLeastOneHalf() {
        assertThat(SettingParsers.confidence("50%")).isEqualTo(0.5);
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.confidence("49.9%"));
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.confidence("100%"));
    }

    @ParameterizedTest
    @CsvSource({"'', true", "' True ', true", "FALSE, false"})
    void treatsSwitchWithoutValueAsOn(String text, boolean on) {
        assertThat(SettingParsers.flag(text)).isEqualTo(on);
    }

    @ParameterizedTest
    @CsvSource({
        "ns, NANOSECONDS",
        "US, MICROSECONDS",
        "' ms', MILLISECONDS",
        "s, SECONDS",
        "m, MINUTES",
        "min, MINUTES",
        "h, HOURS",
        "d, DAYS",
        "Microseconds, MICROSECONDS"
    })
    void parsesUnitsOfTimeByShortOrJavaName(String text, TimeUnit unit) {
        assertThat(SettingParsers.timeUnit(text)).isEqualTo(unit);
    }

    @Test
    void parsesModesByShortOrLongNameOfJmh() {
        assertThat(SettingParsers.modes("AVGT, Throughput,ss"))
                .containsExactly(Mode.AverageTime, Mode.Throughput, Mode.SingleShotTime);
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.modes("avgt,"));
    }

    @ParameterizedTest
    @CsvSource({"true, SUMMARY", "'', SUMMARY", "false, OFF", "Cases, CASES"})
    void parsesListingAsSwitchOrAllCases(String text, Settings.Listing detail) {
        assertThat(SettingParsers.listing(text)).isEqualTo(detail);
    }

    @Test
    void keepsCommasAndSpacesInQuotes() {
        assertThat(SettingParsers.items("gc, 'stack:lines=3,top=5' ,\"a'b\""))
                .containsExactly("gc", "stack:lines=3,top=5", "a'b");
        assertThat(Words.of(" -Xmx1g\t-Dname=\"two words\"  '-Dempty=' "))
                .containsExactly("-Xmx1g", "-Dname=two words", "-Dempty=");
        assertThat(Words.of("  ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,,b", "a, ,b", ",a", "a,"})
    void rejectsBlankItems(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.items(text));
    }

    @Test
    void reportsUnclosedQuote() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Words.of("-Dname='two words"))
                .withMessage("a quote is not closed");
    }

    @Test
    void requiresPositiveTimesAndNonBlankNames() {
        assertThat(SettingParsers.positiveDuration("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.positiveDuration("0ms"));
        assertThat(SettingParsers.name(" main ")).isEqualTo("main");
        assertThatIllegalArgumentException().isThrownBy(() -> SettingParsers.name(" \t"));
    }

    @Test
    void rejectsInvalidPathWithReasonOfSystem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingParsers.path("a\0b"))
                .withMessageContaining("Nul character not allowed");
    }
}
