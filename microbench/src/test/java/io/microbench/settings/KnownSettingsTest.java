// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.SettingValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
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
    void usesNoNameTwice() {
        assertThat(all().map(Setting::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void usesProjectPrefixesAndWholeSentences(Setting<?> setting) {
        assertThat(setting.name().startsWith(KnownSettings.PREFIX) || OF_NETTY.contains(setting.name()))
                .as(setting.name())
                .isTrue();
        assertThat(setting.meaning()).matches("[A-Z0-9].*\\.").doesNotContain("  ");
        assertThat(setting.accepted()).doesNotEndWith(".").isNotBlank();
    }

    /** The default in the guide is the effective default. */
    @ParameterizedTest
    @MethodSource("all")
    void parsesTextOfDefaultAsDefault(Setting<?> setting) {
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
    void rejectsInvalidValuesAndNamesExpectedOnes(String name, String value, String accepted) {
        Setting<?> setting =
                all().filter(each -> each.name().equals(name)).findFirst().orElseThrow();

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> setting.parse(new SettingValue(name, value, "system property")))
                .withMessage(
                        name + " = \"" + value + "\" (system property) cannot be used. Expected " + accepted + ".");
    }

    /** The names, values and options of version 0.1.0, one per line; lines are only added. */
    static List<String> frozen() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(KnownSettingsTest.class.getResourceAsStream("settings-0.1.0.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("frozen")
    void acceptsValuesOfVersion010(String line) {
        String[] words = line.split(" = ", 2);
        boolean option = words[0].startsWith("-");
        String name = option ? words[1] : words[0];
        Optional<Setting<?>> setting =
                all().filter(each -> each.name().equals(name)).findFirst();

        assertThat(setting)
                .as("\"%s\" was a setting of 0.1.0: keep it, as src/docs/api.md promises, or deprecate it first", name)
                .isPresent();
        if (option) {
            assertThat(setting.get().options()).contains(words[0]);
        } else {
            String value = words[1].replace("$java.home", System.getProperty("java.home"));
            assertThatCode(() -> setting.get().parse(new SettingValue(name, value, "0.1.0")))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void hasAtMostFortyFiveSettings() {
        assertThat(all()).hasSizeLessThanOrEqualTo(45);
    }

    @Test
    void namesOptionsLikeSettingsUnlessDeclaredOtherwise() {
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
    void createsSettingForParameter() {
        Setting<List<String>> size = KnownSettings.parameter("size");

        assertThat(size.name()).isEqualTo("microbench.param.size");
        assertThat(size.parse(new SettingValue(size.name(), "1,'2,3'", "test"))).containsExactly("1", "2,3");
        assertThat(size.fallback()).isEmpty();
    }
}
