// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestedOptionsTest {

    @Test
    void createsCasesFromOptionsOfClass() {
        assertThat(cases(Map.of(), OptionsFixtures.Cases.class))
                .extracting(
                        planned -> planned.id().method() + ":" + planned.id().variant() + " "
                                + planned.plan().mode() + " " + planned.plan().threads())
                .containsExactly(
                        "work:size=7,threads=2 avgt 2",
                        "work:size=9,threads=2 avgt 2",
                        "workMore:size=7,threads=2 avgt 2",
                        "workMore:size=9,threads=2 avgt 2");
    }

    @Test
    void prefersSettingsToOptionsOfClass() {
        Map<String, String> given =
                Map.of("microbench.param.size", "5", "microbench.threads", "1", "microbench.mode", "ss");

        assertThat(cases(given, OptionsFixtures.Cases.class))
                .extracting(
                        planned -> planned.id().method() + ":" + planned.id().variant())
                .containsExactly("work:size=5,threads=1,mode=ss", "workMore:size=5,threads=1,mode=ss");
    }

    @Test
    void usesAnnotationsIfClassCannotBeCreated() {
        assertThat(cases(Map.of(), OptionsFixtures.Unmakeable.class))
                .extracting(planned -> planned.id().variant())
                .containsExactly("size=1,threads=1", "size=2,threads=1");
        assertThatThrownBy(() -> BenchmarkInstance.of(OptionsFixtures.Unmakeable.class))
                .hasMessage("not here");
    }

    @Test
    void runsRequestedProfilerOnce() throws Throwable {
        assertThat(profilers(Map.of(), OptionsFixtures.NamedProfiler.class)).containsExactly("gc");
        assertThat(profilers(Map.of(), OptionsFixtures.ProfilerByClass.class)).containsExactly("gc");
    }

    @Test
    void configuresProfilerAsClassRequests() throws Throwable {
        assertThat(profilers(Map.of(), OptionsFixtures.ProfilerWithOptions.class))
                .containsExactly("org.openjdk.jmh.profile.GCProfiler:churn=false", "stack:lines=2");
    }

    @ParameterizedTest
    @CsvSource({
        "PT10M, 10 min",
        "PT90S, 90 s",
        "PT1S, 1 s",
        "PT0.02S, 20 ms",
        "PT0.0000015S, 1500 ns",
        "PT0.000003S, 3 us"
    })
    void writesTimeInLargestExactUnit(Duration duration, String text) {
        assertThat(RequestedOptions.time(duration)).hasToString(text);
    }

    private static List<String> profilers(Map<String, String> given, Class<?> fixture) throws Throwable {
        PlannedCase planned = cases(given, fixture).get(0);
        return new Planner(settings(given))
                .complete(planned, BenchmarkInstance.of(fixture))
                .plan()
                .profilers();
    }

    private static List<PlannedCase> cases(Map<String, String> given, Class<?> fixture) {
        return new CaseResolver(settings(given)).cases(BenchmarkClass.of(fixture));
    }

    private static Settings settings(Map<String, String> given) {
        return Settings.resolve(List.of(new SettingSource("test", given)));
    }
}
