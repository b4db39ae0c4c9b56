// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.settings.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonSettingsTest {

    private static final Limits LIMITS = new Limits(Duration.ofMinutes(2), 4, 30, 0.02, 0.03);

    private static ComparisonSettings resolve(Map<String, String> properties) {
        return ComparisonSettings.resolve(properties, LIMITS);
    }

    @Test
    void keepsLimitsWithoutNumberOfForks() {
        assertThat(resolve(Map.of()).limits()).isEqualTo(LIMITS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", " 7 "})
    void appliesNumberOfForksToEachSide(String forks) {
        assertThat(resolve(Map.of("forks", forks)).limits())
                .isEqualTo(new Limits(LIMITS.budget(), 7, 7, LIMITS.level(), LIMITS.band()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void rejectsFewerThanThreeForks(String forks) {
        assertThatThrownBy(() -> resolve(Map.of("forks", forks)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("forks = \"" + forks + "\" (command line) cannot be used: a comparison needs at least 3"
                        + " forks per side. Omit it to let the comparison choose the number.");
    }

    @Test
    void rejectsSideBySideWithNodes() {
        ProcessorHalves halves = new ProcessorHalves("0", "1", 1, false);

        assertThat(resolve(Map.of()).sideBySide()).isEmpty();
        assertThat(resolve(Map.of()).sideBySide(() -> halves).sideBySide()).contains(halves);
        assertThatThrownBy(() -> resolve(Map.of("microbench.nodes", "a,b")).sideBySide(() -> halves))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "--side-by-side and nodes (a,b) cannot be combined: only forks on this machine can be pinned."
                                + " Leave one of them out.");
    }

    @Test
    void appliesSettingsOfRun() {
        ComparisonSettings settings = resolve(Map.of(
                "microbench.output", "somewhere/runs",
                "microbench.seed", "77"));

        assertThat(settings.output()).isEqualTo(Path.of("somewhere", "runs").toAbsolutePath());
        assertThat(settings.seed()).isEqualTo(77);
    }

    @Test
    void passesEveryPropertyToHosts() {
        Map<String, String> given = new LinkedHashMap<>(Map.of("io.netty.noUnsafe", "true", "forks", "5"));
        ComparisonSettings settings = resolve(given);
        given.clear();

        assertThat(settings.properties()).containsOnly(Map.entry("io.netty.noUnsafe", "true"), Map.entry("forks", "5"));
    }

    /** A fork with a budget would plan its iterations by it. */
    @Test
    void passesNoLimitsToForks() {
        assertThat(resolve(Map.of(
                                "forks", "5",
                                "microbench.budget", "9s",
                                "microbench.forkRange", "3..9",
                                "microbench.tolerance", "2%",
                                "microbench.confidence", "95%"))
                        .properties())
                .containsOnly(Map.entry("forks", "5"));
    }

    @ParameterizedTest
    @CsvSource({"microbench.budget, soon", "microbench.seed, x", "forks, many"})
    void namesInvalidSettingWithValueAndSource(String name, String value) {
        assertThatThrownBy(() -> resolve(Map.of(name, value)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(name + " = \"" + value + "\" (command line)");
    }

    @Test
    void suggestsSimilarSetting() {
        assertThatThrownBy(() -> resolve(Map.of("microbench.ouput", "x")))
                .hasMessageContaining("Did you mean microbench.output?");
    }

    @Test
    void reportsEveryProblem() {
        assertThatThrownBy(() -> resolve(Map.of("microbench.budget", "soon", "microbench.seed", "x")))
                .hasMessageContainingAll("microbench.budget", "microbench.seed")
                .satisfies(
                        e -> assertThat(String.valueOf(e.getMessage()).lines()).hasSize(2));
    }

    /** A misspelt name here would only show in the time that a comparison takes. */
    @Test
    void usesKnownSettingsForShortForks() {
        Map<String, String> all = new LinkedHashMap<>(ComparisonSettings.SHORT_FORKS);
        all.put("forks", "3");

        assertThat(resolve(all).properties()).isEqualTo(all);
    }

    @Test
    void rejectsSqueeze() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> resolve(Map.of("microbench.threads", "squeeze")))
                .withMessageContaining("cannot be used in a comparison of two builds");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> resolve(Map.of("microbench.preset", "squeeze")));
    }
}
