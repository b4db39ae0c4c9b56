// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests the order in which rungs are measured. */
class RungOrderTest {

    private static Settings settings(Map<String, String> given) {
        return Settings.resolve(List.of(new SettingSource("test", given)));
    }

    private static List<PlannedCase> cases(String method, Map<String, String> given) {
        Settings settings = settings(given);
        assertThat(settings.problems()).isEmpty();
        return new CaseResolver(settings)
                .cases(BenchmarkClass.of(LadderFixtures.Shuffled.class)).stream()
                        .filter(planned -> planned.id().method().equals(method))
                        .toList();
    }

    private static List<CaseId> measured(List<PlannedCase> cases, long seed) {
        return ids(RungOrder.measured(cases, UnaryOperator.identity(), seed));
    }

    private static List<CaseId> ids(List<PlannedCase> cases) {
        return cases.stream().map(PlannedCase::id).toList();
    }

    private static List<String> stores(List<CaseId> cases) {
        return cases.stream().map(id -> id.parameters().get("store")).toList();
    }

    @Test
    void shufflesRungsWithinTheirFamily() {
        List<PlannedCase> cases = cases("work", Map.of());
        List<CaseId> measured = measured(cases, 42);

        assertThat(measured).isNotEqualTo(ids(cases)).containsExactlyInAnyOrderElementsOf(ids(cases));
        assertThat(stores(measured))
                .as("a fixture serves all rungs of its family")
                .isEqualTo(stores(ids(cases)));
        assertThat(measured(cases, 42)).isEqualTo(measured);
        assertThat(measured(cases, 43)).isNotEqualTo(measured);
    }

    @Test
    void shufflesFamilyIndependentlyOfOthers() {
        List<PlannedCase> cases = cases("work", Map.of());

        assertThat(measured(cases.subList(11, 22), 42))
                .isEqualTo(measured(cases, 42).subList(11, 22));
    }

    @Test
    void keepsModesOfRungTogether() {
        List<CaseId> measured = measured(cases("work", Map.of("microbench.mode", "thrpt,sample")), 42);

        assertThat(measured).hasSize(44);
        for (int i = 0; i < measured.size(); i += 2) {
            assertThat(measured.get(i).threads()).isEqualTo(measured.get(i + 1).threads());
        }
    }

    @Test
    void prefersAnnotationWithThreadCountsToThatOfClass() {
        assertThat(cases("charted", Map.of())).allMatch(PlannedCase::shuffled);
        List<PlannedCase> listed = cases("listed", Map.of());
        assertThat(measured(listed, 42)).isEqualTo(ids(listed));
    }

    @Test
    void prefersSettingToAnnotation() {
        List<PlannedCase> given = cases("work", Map.of("microbench.order", "blocks"));
        assertThat(measured(given, 42)).isEqualTo(ids(given));
        assertThat(cases("listed", Map.of("microbench.order", "Shuffled"))).allMatch(PlannedCase::shuffled);
    }

    @Test
    void rejectsSettingAndIgnoresAnnotationForSqueeze() {
        List<PlannedCase> squeezed = cases("work", Map.of("microbench.threads", "squeeze"));
        assertThat(measured(squeezed, 42)).isEqualTo(ids(squeezed));
        assertThat(settings(Map.of("microbench.threads", "squeeze", "microbench.order", "shuffled"))
                        .problems())
                .containsExactly(
                        "microbench.threads = \"squeeze\" (test) and microbench.order = \"shuffled\" (test) contradict each"
                                + " other: a squeeze needs all forks of a thread count before it decides on the next. Leave out"
                                + " one of the two settings.");
    }

    @Test
    void keepsPlacesOfOtherCases() {
        List<PlannedCase> listed = cases("listed", Map.of());
        List<PlannedCase> mixed = new ArrayList<>(listed);
        mixed.addAll(3, cases("work", Map.of()));
        List<CaseId> measured = measured(mixed, 42);

        assertThat(measured.subList(0, 3)).isEqualTo(ids(listed.subList(0, 3)));
        assertThat(measured.subList(25, 28)).isEqualTo(ids(listed.subList(3, 6)));
    }
}
