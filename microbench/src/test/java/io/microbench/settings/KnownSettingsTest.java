// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.SettingValue;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KnownSettingsTest {

    private static final Set<String> OF_NETTY =
            Set.of("warmupIterations", "measureIterations", "forks", "perfReportDir");

    static Stream<Setting<?>> all() {
        return KnownSettings.ALL.stream();
    }

    @Test
    void noNameIsUsedTwice() {
        assertThat(all().map(Setting::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void namesBeginWithThoseOfTheProjectAndMeaningsAreSentences(Setting<?> setting) {
        assertThat(setting.name().startsWith(KnownSettings.PREFIX) || OF_NETTY.contains(setting.name()))
                .as(setting.name())
                .isTrue();
        assertThat(setting.meaning()).matches("[A-Z0-9].*\\.").doesNotContain("  ");
        assertThat(setting.accepted()).doesNotEndWith(".").isNotBlank();
    }

    /** What the guide calls the default is what is used. */
    @ParameterizedTest
    @MethodSource("all")
    void theTextOfADefaultIsReadAsTheDefault(Setting<?> setting) {
        if (setting.fallback().isPresent() && !Set.of("none", "all").contains(setting.otherwise())) {
            SettingValue text = new SettingValue(setting.name(), setting.otherwise(), "default");

            assertThat((Object) setting.parse(text))
                    .isEqualTo(setting.fallback().get());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forks                | 2.5  | a whole number, 0 or more",
                "microbench.budget    | 5    | a time with its unit (ns, us, ms, s, m, h), such as 500ms, 2s or 10m",
                "microbench.order     | none | blocks, shuffled, interleaved or random",
                "microbench.timeUnit  | w    | ns, us, ms, s, m, h or d"
            })
    void whatIsNotAcceptedIsRefusedWithWhatIs(String name, String value, String accepted) {
        Setting<?> setting =
                all().filter(each -> each.name().equals(name)).findFirst().orElseThrow();

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> setting.parse(new SettingValue(name, value, "system property")))
                .withMessage(
                        name + " = \"" + value + "\" (system property) cannot be used. Expected " + accepted + ".");
    }

    @Test
    void thereAreAtMostFortyFiveSettings() {
        assertThat(all()).hasSizeLessThanOrEqualTo(45);
    }

    @Test
    void anOptionIsCalledAsItsSettingUnlessThatHasAnotherNameInCommandLines() {
        assertThat(Setting.withOptions()
                        .filter(option -> !option.options().contains("--" + dashed(option.name())))
                        .map(option -> option.options()))
                .containsExactly(List.of("-c", "--concurrency"), List.of("--threads"), List.of("--force"));
    }

    private static String dashed(String setting) {
        return setting.replaceFirst("^microbench\\.", "")
                .replaceAll("([A-Z])", "-$1")
                .toLowerCase(Locale.ROOT);
    }

    @Test
    void aParameterHasASettingOfItsOwn() {
        Setting<List<String>> size = KnownSettings.parameter("size");

        assertThat(size.name()).isEqualTo("microbench.param.size");
        assertThat(size.parse(new SettingValue(size.name(), "1,'2,3'", "test"))).containsExactly("1", "2,3");
        assertThat(size.fallback()).isEmpty();
    }
}
