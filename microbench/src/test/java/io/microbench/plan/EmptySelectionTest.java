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
    void listsParametersOrValuesForUnknownOne() {
        assertThat(message("*.once:threads=2,size=7"))
                .isEqualTo(
                        "\"*.once:threads=2,size=7\" matches none of 23 cases. No case of these benchmarks has size=7."
                                + " Expected one of: size=8, size=1, size=1024.");
        assertThat(message("*.once:sise=8"))
                .endsWith(" No case of these benchmarks has sise=8. Expected one of: size, threads, mode.");
    }

    @Test
    void explainsPatternThatChoosesInsteadOfExclusion() {
        assertThat(message("tolld;!*:size=7")).contains(" The nearest benchmarks are: ");
    }

    @Test
    void listsCasesForUnknownCombination() {
        assertThat(message("*Fixture.*:size=8,kind=LARGE"))
                .contains(" The benchmark exists; its cases are: io.microbench.plan.MergedFixture.")
                .endsWith(" and 18 more.");
    }

    @Test
    void reportsThatExclusionLeavesNothing() {
        assertThat(message("*.once;!MergedFixture"))
                .isEqualTo("\"*.once;!MergedFixture\" excludes all 3 cases that it selects."
                        + " Correct the patterns that begin with \"!\", or leave them out.");
        assertThat(message("!*")).startsWith("\"!*\" excludes all 23 cases that it selects.");
    }

    @Test
    void namesEachPatternThatMatchesNothing() {
        assertThat(EmptySelection.unusedPatterns(settings("*.once;tolld;!*:size=7;!*:size=8"), cases()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("\"tolld\" matches none of 23 cases. Correct it or leave it out."
                                        + " The nearest benchmarks are: io.microbench.plan.MergedFixture.told;"),
                        second -> assertThat(second)
                                .startsWith("\"!*:size=7\" matches none of 23 cases. Correct it or leave it out."
                                        + " No case of these benchmarks has size=7."));
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

    /** Returns the message without the hint at other modules, which a build by Maven adds. */
    private static String message(String filter) {
        return EmptySelection.message(settings(filter), cases())
                .replace(
                        " If it selects cases of another module of the build, add -Dmicrobench.failIfNoCases=false.",
                        "");
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
