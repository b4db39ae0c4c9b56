// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that each rung of a ladder is a case. */
class LadderCasesTest {

    private static final CurvePlan PLAIN = new CurvePlan(Optional.empty(), List.of());

    private static List<Integer> threads(Class<?> fixture, String method, Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", given)));
        assertThat(settings.problems()).isEmpty();
        return new CaseResolver(settings)
                .cases(BenchmarkClass.of(fixture)).stream()
                        .filter(planned -> planned.id().method().equals(method))
                        .peek(planned -> assertThat(planned.plan().threads())
                                .isEqualTo(planned.id().threads()))
                        .map(planned -> planned.id().threads())
                        .toList();
    }

    @Test
    void readsLadderFromAnnotation() {
        assertThat(threads(LadderFixtures.Climbing.class, "work", Map.of())).containsExactly(1, 2, 4, 8, 16, 32, 64);
    }

    @Test
    void prefersListOfMethodAndKeepsItsOrder() {
        assertThat(threads(LadderFixtures.Climbing.class, "listed", Map.of())).containsExactly(4, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1,10..40+10 | 1,10,20,30,40", "4,1 | 4,1", "1..3 | 1,2,3"})
    void prefersLadderOfSettingToAnnotations(String ladder, String expected) {
        Map<String, String> given = Map.of("microbench.threads", ladder);

        for (String method : List.of("work", "listed")) {
            assertThat(threads(LadderFixtures.Climbing.class, method, given))
                    .isEqualTo(List.of(expected.split(",")).stream()
                            .map(Integer::valueOf)
                            .toList());
        }
    }

    @Test
    void limitsAllLaddersByMaximumThreadCount() {
        Map<String, String> ten = Map.of("microbench.maxThreads", "10");
        assertThat(threads(LadderFixtures.Climbing.class, "work", ten)).containsExactly(1, 2, 4, 8);
        assertThat(threads(LadderFixtures.Climbing.class, "listed", ten)).containsExactly(4, 1);
        assertThat(threads(
                        LadderFixtures.Climbing.class,
                        "work",
                        Map.of("microbench.maxThreads", "10", "microbench.threads", "1..64+3")))
                .containsExactly(1, 3, 6, 9);
        assertThat(threads(
                        LadderFixtures.Climbing.class,
                        "work",
                        Map.of("microbench.maxThreads", "25", "microbench.preset", "khepri")))
                .containsExactly(1, 10, 20);
        assertThat(threads(
                        LadderFixtures.Climbing.class,
                        "work",
                        Map.of("microbench.maxThreads", "3", "microbench.threads", "16,32")))
                .as("no rung is left")
                .containsExactly(3);
    }

    /** Rungs are rounded up to whole groups of three readers and a writer; equal ones are merged. */
    @Test
    void keepsRatioOfGroup() {
        assertThat(threads(LadderFixtures.Lopsided.class, "table", Map.of("microbench.threads", "1..64")))
                .isEqualTo(IntStream.rangeClosed(1, 16).map(i -> 4 * i).boxed().toList());
        assertThat(threads(LadderFixtures.Lopsided.class, "table", Map.of("microbench.threads", "1..64*2")))
                .containsExactly(4, 8, 16, 32, 64);
    }

    @Test
    void rejectsAnnotationWithListAndLadder() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> threads(LadderFixtures.Twofold.class, "work", Map.of()))
                .withMessage(
                        "io.microbench.plan.LadderFixtures.Twofold.work: @Concurrency has the value {2} and the ladder \"1..4\":"
                                + " leave one of them out.");
    }

    @Test
    void rejectsAnnotationWithoutThreads() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> threads(LadderFixtures.Zero.class, "work", Map.of()))
                .withMessage(
                        "io.microbench.plan.LadderFixtures.Zero.work: @Concurrency cannot be used: \"0\" in \"1,0\""
                                + " is not a thread"
                                + " count: expected 1 to 100000.");
    }

    @Test
    void reportsWhySettingIsNotALadder() {
        Settings settings =
                Settings.resolve(List.of(new SettingSource("system property", Map.of("microbench.threads", "1..8+0"))));

        assertThat(settings.problems())
                .singleElement()
                .asString()
                .startsWith(
                        "microbench.threads = \"1..8+0\" (system property) cannot be used: \"1..8+0\" is"
                                + " neither a thread count nor an ascending range of at most 1000. Expected a thread count from 1 to 100000");
    }

    private static List<CurvePlan> curves(Class<?> fixture) {
        return new CaseResolver(Settings.resolve(List.of()))
                .cases(BenchmarkClass.of(fixture)).stream()
                        .map(planned -> planned.plan().curve().orElse(PLAIN))
                        .distinct()
                        .toList();
    }

    @Test
    void readsChartAndRatesFromAnnotation() {
        List<String> rates = List.of("done", "tried");

        assertThat(curves(LadderFixtures.Charted.class))
                .containsExactlyInAnyOrder(
                        new CurvePlan(Optional.of("Others"), rates),
                        new CurvePlan(Optional.of("Work of 1: work"), rates),
                        new CurvePlan(Optional.of("Work of $1: work"), rates));
        assertThat(curves(LadderFixtures.Climbing.class)).containsExactly(PLAIN);
    }

    @Test
    void rejectsChartNamedByUnknownParameter() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> curves(LadderFixtures.Misnamed.class))
                .withMessage(
                        "io.microbench.plan.LadderFixtures.Misnamed.work: @Concurrency has the chart \"Work of {weight}\": {weight}"
                                + " is not a parameter. Expected one of {method}, {size}.");
    }
}
