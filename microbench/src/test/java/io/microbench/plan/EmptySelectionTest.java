// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EmptySelectionTest {

    @Test
    void namesFilterAndNearestBenchmarks() {
        assertThat(message("MergedFixtures"))
                .startsWith("\"MergedFixtures\" matches none of 23 cases."
                        + " The nearest benchmarks are: io.microbench.plan.MergedFixture.once;"
                        + " io.microbench.plan.MergedFixture.plain; io.microbench.plan.MergedFixture.told."
                        + " -Dmicrobench.list=cases lists all.");
        assertThat(message("*.witth")).contains("nearest benchmarks are: io.microbench.plan.StatesFixture.with;");
    }

    @Test
    void reportsThatOtherSelectionExcludedCases() {
        assertThat(message("*.once"))
                .isEqualTo("\"*.once\" chooses cases, but none of those selected by -Dtest or a tag.");
    }

    @Test
    void listsCasesOfExistingBenchmark() {
        assertThat(message("*.once:size=7"))
                .contains("The benchmark exists; its cases are: io.microbench.plan.MergedFixture.once:size=8,threads=2;"
                        + " io.microbench.plan.MergedFixture.once:size=1,threads=2;"
                        + " io.microbench.plan.MergedFixture.once:size=1024,threads=2.");
        assertThat(message("*.told:size=7")).contains("; and 7 more.");
    }

    @Test
    void namesEachPatternThatMatchesNothing() {
        assertThat(EmptySelection.unusedPatterns(settings("*.once;tolld;!*:size=7;!*:size=8"), cases()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("\"tolld\" matches none of 23 cases. Correct it or leave it out."
                                        + " The nearest benchmarks are: io.microbench.plan.MergedFixture.told;"),
                        second -> assertThat(second).startsWith("\"!*:size=7\" matches none of 23 cases."));
        assertThat(EmptySelection.unusedPatterns(settings("*.once;!*:size=8"), cases()))
                .isEmpty();
        assertThat(EmptySelection.unusedPatterns(settings("tolld"), cases())).isEmpty();
    }

    @Test
    void acceptsFilterIfEachPatternMatchesACase() {
        assertThat(allMatch("*.once;!*:size=8")).isTrue();
        assertThat(allMatch("")).isTrue();
        assertThat(allMatch("*.once;tolld")).isFalse();
        assertThat(allMatch("*.once;!*.once")).isFalse();
        // It is listed, but its cases are not known, as those of a class that cannot be loaded.
        assertThat(allMatch("*.once;!OddWorkFixture")).isTrue();
        assertThat(allMatch("*.once;!OddWorkFixture:size=8")).isFalse();
        assertThat(EmptySelection.allMatch(settings("").cases(), List.of())).isFalse();
    }

    private static boolean allMatch(String filter) {
        return EmptySelection.allMatch(settings(filter).cases(), cases());
    }

    private static String message(String filter) {
        return EmptySelection.message(settings(filter), cases());
    }

    private static Settings settings(String filter) {
        return Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.cases", filter))));
    }

    private static List<PlannedCase> cases() {
        CaseResolver resolver = new CaseResolver(Settings.resolve(List.of()));
        return Stream.of(MergedFixture.class, StatesFixture.class)
                .flatMap(fixture -> resolver.cases(BenchmarkClass.of(fixture)).stream())
                .toList();
    }
}
