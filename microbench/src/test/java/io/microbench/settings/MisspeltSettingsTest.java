// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.SettingValue;
import io.microbench.settings.Settings.MisspeltSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MisspeltSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "fork, 1, forks",
        "Forks, 1, forks",
        "forcs, 1, forks",
        "measureIteration, 1, measureIterations",
        "measurementIterations, 1, measureIterations",
        "measureIterations2, 1, measureIterations",
        "warmupIteration, five, warmupIterations",
        "warmUpIterations, 5, warmupIterations",
        "warmupIteratons, 5, warmupIterations",
        "perfReportdir, out, perfReportDir",
        "perfReportsDir, out, perfReportDir",
        "micobench.cases, x, microbench.cases",
        "Microbench.list, true, microbench.list",
    })
    void reportsMisspeltSetting(String name, String value, String meant) {
        assertThat(problems(name, value))
                .containsExactly(
                        "Unknown setting " + name + " = \"" + value + "\" (test). Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "forks",
                "warmupIterations",
                "measureIterations",
                "perfReportDir",
                "skipTests",
                // Properties of Surefire, Failsafe and Maven, which passes all of its user properties to the test JVM.
                "forkCount",
                "forkMode",
                "forkNode",
                "reuseForks",
                "skip",
                "skipITs",
                "skipExec",
                "skipUnitTests",
                "skipAfterFailureCount",
                "maven.test.skip",
                "surefire.forkNumber",
                "surefire.skipAfterFailureCount",
                "test",
                "tests",
                "it.test",
                "groups",
                "parallel",
                "perCoreThreadCount",
                "testReportDir",
                "reportsDirectory",
                "basedir",
                "iterations",
                "measure",
                "warmup",
                "works",
                "ports",
                "micrometer.enabled",
                "microbenchmark.size",
            })
    void ignoresPropertiesOfOtherTools(String name) {
        assertThat(problems(name, "1")).noneMatch(problem -> problem.contains("Unknown setting"));
    }

    @Test
    void ignoresShortNameWithoutNumber() {
        assertThat(problems("fork", "true")).isEmpty();
    }

    @Test
    void findsNoMisspeltSettingInThisJvm() {
        SettingSource here = SettingSource.systemProperties();

        assertThat(here.values().entrySet().stream()
                        .flatMap(entry ->
                                MisspeltSettings.of(new SettingValue(entry.getKey(), entry.getValue(), "test"))
                                        .stream()))
                .isEmpty();
    }

    private static List<String> problems(String name, String value) {
        return Settings.resolve(List.of(new SettingSource("test", Map.of(name, value))))
                .problems();
    }
}
