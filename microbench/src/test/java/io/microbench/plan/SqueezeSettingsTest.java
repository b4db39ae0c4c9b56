// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.Scheduling;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.settings.ThreadCounts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a squeeze plans every rung that it may reach. */
class SqueezeSettingsTest {

    private static Settings settings(Map<String, String> more) {
        Map<String, String> given = new HashMap<>(more);
        given.putIfAbsent("microbench.threads", "squeeze");
        return Settings.resolve(List.of(new SettingSource("system property", given)));
    }

    private static List<Integer> threads(Class<?> fixture, String method, Settings settings) {
        assertThat(settings.problems()).isEmpty();
        return new CaseResolver(settings)
                .cases(BenchmarkClass.of(fixture)).stream()
                        .filter(planned -> planned.id().method().equals(method))
                        .map(planned -> planned.id().threads())
                        .toList();
    }

    @Test
    void plansEveryRungWithinLimits() {
        Settings settings = settings(Map.of("microbench.threads", "squeeze:5..30+10"));

        assertThat(threads(LadderFixtures.Climbing.class, "work", settings)).containsExactly(5, 10, 20, 30);
        assertThat(threads(LadderFixtures.Lopsided.class, "table", settings)).containsExactly(8, 12, 20, 32);
    }

    @Test
    void searchesUpToMultipleOfProcessorsByDefault() {
        assertThat(threads(LadderFixtures.Climbing.class, "work", settings(Map.of())))
                .startsWith(1, 2, 3)
                .endsWith(ThreadCounts.defaultTop());
    }

    @Test
    void passesPatienceToPlan() {
        assertThat(scheduling(settings(Map.of())).patience()).contains(3);
        assertThat(scheduling(settings(Map.of("microbench.threads", "squeeze:patience=5")))
                        .patience())
                .contains(5);
        assertThat(scheduling(settings(Map.of("microbench.threads", "1,2"))).patience())
                .isEmpty();
    }

    private static Scheduling scheduling(Settings settings) {
        return new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of(""))
                .plan(List.of())
                .scheduling();
    }

    @Test
    void rejectsBudget() {
        assertThat(settings(Map.of("microbench.budget", "90s")).problems())
                .containsExactly(
                        "microbench.threads = \"squeeze\" (system property) and microbench.budget = \"90s\" (system"
                                + " property) contradict each other: a squeeze needs all forks of a thread count before it decides on"
                                + " the next. Leave out one of the two settings.");
    }

    @Test
    void rejectsOrderThatMixesCases() {
        assertThat(settings(Map.of("microbench.order", "random")).problems())
                .singleElement()
                .asString()
                .contains("microbench.order = \"random\" (system property) contradict each other");
        assertThat(settings(Map.of("microbench.order", "blocks")).problems()).isEmpty();
        assertThat(settings(Map.of("microbench.order", "random", "microbench.threads", "1,2"))
                        .problems())
                .isEmpty();
    }

    /** Discovery continues, so that the run reports the message. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "squeeze:9..8          | \"9..8\" is neither a thread count nor an ascending range",
                "squeeze:4,2           | \"4,2\" is not ascending, as required for a squeeze",
                "squeeze:1..4,fast     | \"fast\" in \"1..4,fast\" is neither a thread count nor an ascending range",
                "squeeze:1..4,patience=0 | \"patience=0\" in \"1..4,patience=0\" is neither a thread count nor an ascending range",
                "squeezed              | \"squeezed\" is not a squeeze: expected squeeze, squeeze:1..64*2 or"
            })
    void rejectsInvalidLimits(String text, String problem) {
        Settings settings = settings(Map.of("microbench.threads", text));

        assertThat(settings.problems())
                .singleElement()
                .asString()
                .startsWith("microbench.threads = \"" + text + "\" (system property) cannot be used: " + problem);
        assertThat(new CaseResolver(settings).cases(BenchmarkClass.of(LadderFixtures.Lopsided.class)))
                .hasSize(1);
    }

    @Test
    void limitsSqueezeByMaximumThreadCount() {
        Settings settings = settings(Map.of("microbench.maxThreads", "20", "microbench.threads", "squeeze:1..64*2"));

        assertThat(threads(LadderFixtures.Climbing.class, "work", settings)).containsExactly(1, 2, 4, 8, 16);
    }
}
