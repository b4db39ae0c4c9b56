/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.scaling.Squeeze;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A squeeze plans every rung that it may come to. */
class SqueezeSettingsTest {

    private static Settings settings(Map<String, String> more) {
        Map<String, String> given = new HashMap<>(more);
        given.putIfAbsent("microbench.threads", "squeeze");
        return Settings.resolve(List.of(SettingSource.of("system property", given)));
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
    void everyRungFromTheFirstToTheLastIsPlanned() {
        Settings settings = settings(
                Map.of("microbench.squeeze.min", "5", "microbench.squeeze.max", "30", "microbench.squeeze.step", "10"));

        assertThat(threads(LadderFixtures.Climbing.class, "work", settings)).containsExactly(5, 10, 20, 30);
        assertThat(threads(LadderFixtures.Lopsided.class, "table", settings)).containsExactly(8, 12, 20, 32);
    }

    @Test
    void withoutLimitsItClimbsFromOneThreadToSomeForEachProcessor() {
        assertThat(threads(LadderFixtures.Climbing.class, "work", settings(Map.of())))
                .startsWith(1, 2, 3)
                .endsWith(Squeeze.defaultTop());
    }

    @Test
    void thePatienceReachesThePlan() {
        assertThat(scheduling(settings(Map.of())).patience()).contains(3);
        assertThat(scheduling(settings(Map.of("microbench.squeeze.patience", "5")))
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
    void aBudgetContradictsIt() {
        assertThat(settings(Map.of("microbench.budget", "90s")).problems())
                .containsExactly(
                        "microbench.threads = \"squeeze\" (system property) and microbench.budget = \"90s\" (system"
                                + " property) contradict each other: a squeeze needs all forks of a thread count before it decides on"
                                + " the next, and there they would take turns with those of other cases. Leave out one of the two"
                                + " settings.");
    }

    @Test
    void anOrderThatMixesCasesContradictsIt() {
        assertThat(settings(Map.of("microbench.order", "random")).problems())
                .singleElement()
                .asString()
                .contains("microbench.order = \"random\" (system property) contradict each other");
        assertThat(settings(Map.of("microbench.order", "blocks")).problems()).isEmpty();
        assertThat(settings(Map.of("microbench.order", "random", "microbench.threads", "1,2"))
                        .problems())
                .isEmpty();
    }

    /** Discovery goes on, so that the message reaches the reader by way of the run. */
    @Test
    void limitsThatAreNoLadderAreAProblem() {
        Settings settings = settings(Map.of("microbench.squeeze.min", "9", "microbench.squeeze.max", "8"));

        assertThat(settings.problems())
                .containsExactly(
                        "microbench.threads = \"squeeze\" (system property) cannot climb from microbench.squeeze.min ="
                                + " \"9\" (system property) to microbench.squeeze.max = \"8\" (system property) by"
                                + " microbench.squeeze.step (1): \"9..8+1\" falls: write 8..9.");
        assertThat(new CaseResolver(settings).cases(BenchmarkClass.of(LadderFixtures.Lopsided.class)))
                .hasSize(1);
    }

    @Test
    void aLimitIsOneThreadCount() {
        assertThat(settings(Map.of("microbench.squeeze.max", "1,2")).problems())
                .singleElement()
                .asString()
                .startsWith("microbench.squeeze.max = \"1,2\" (system property) cannot be used: it has 2 thread counts."
                        + " Accepted is a thread count from 1 to 100000, or max");
    }
}
