/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of benchmarks and of values choose cases. */
class CaseChoiceTest {

    private static final List<PlannedCase> KNOWN = cases();

    private static List<PlannedCase> cases() {
        CaseResolver resolver = new CaseResolver(Settings.resolve(List.of()));
        return Stream.of(MergedFixture.class, LadderFixtures.Charted.class)
                .flatMap(fixture -> resolver.cases(BenchmarkClass.of(fixture)).stream())
                .toList();
    }

    private static CaseChoice choice(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(SettingSource.of("test", given)));
        assertThat(settings.problems()).isEmpty();
        return new CaseChoice(settings);
    }

    private static Set<String> chosen(Map<String, String> given) {
        CaseChoice choice = choice(given);
        return KNOWN.stream()
                .filter(choice::has)
                .map(planned ->
                        planned.id().method() + ":" + planned.id().parameters().getOrDefault("size", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void quotesKeepTheCommasAndSemicolonsOfAValue() {
        assertThat(CaseNames.parse("'a,b';get,\"x;y\"").lists()).containsExactly(List.of("a,b"), List.of("get", "x;y"));
    }

    @Test
    void aNestedClassMayStandBehindADollarSign() {
        assertThat(chosen(Map.of("microbench.only", "LadderFixtures$Charted")))
                .isEqualTo(chosen(Map.of("microbench.only", "LadderFixtures.Charted")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "work            | -            | work:1 work:$1",
                "work,other      | -            | work:1 work:$1 other:1 other:$1",
                "work;1          | -            | work:1",
                "1;other,work    | -            | work:1 other:1",
                "Charted.o*      | -            | other:1 other:$1",
                "*Charted        | size=1       | work:$1 other:$1",
                "*Charted        | other,$1     | work:1",
                "size=1;Charted* | -            | work:1 other:1"
            })
    void namesBetweenCommasAreAlternativesAndListsHaveAllToBeTrue(String only, String skip, String expected) {
        assertThat(chosen(
                        skip == null
                                ? Map.of("microbench.only", only)
                                : Map.of("microbench.only", only, "microbench.skip", skip)))
                .containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void namesChooseAmongWhatTheFilterChooses() {
        assertThat(chosen(Map.of("microbench.cases", "*Charted*:size=1", "microbench.skip", "other")))
                .containsExactly("work:1");
        assertThat(choice(Map.of("microbench.skip", " ")).isEverything()).isTrue();
        assertThat(choice(Map.of("microbench.skip", "a")).isEverything()).isFalse();
    }

    @Test
    void aNameThatNoCaseHasIsAProblemThatListsThoseThatThereAre() {
        List<PlannedCase> known = KNOWN.stream()
                .filter(planned -> planned.benchmarkClass().equals(LadderFixtures.Charted.class))
                .toList();
        assertThat(choice(Map.of("microbench.only", "wrok;1", "microbench.skip", "other"))
                        .unknownNames(known))
                .containsExactly(
                        "microbench.only = \"wrok;1\" (test): no case is named wrok. There are methods other, work;"
                                + " classes Charted; size $1, 1.");
        assertThat(choice(Map.of("microbench.skip", "othr,2")).unknownNames(known))
                .singleElement()
                .asString()
                .startsWith("microbench.skip = \"othr,2\" (test): no case is named 2 or othr.");
    }

    @Test
    void theChoiceIsDescribedAndSoIsOneThatLeavesNothing() {
        Map<String, String> given = Map.of("microbench.only", "work", "microbench.skip", "$1");
        assertThat(choice(given).describe(KNOWN))
                .contains("2 of " + KNOWN.size()
                        + " cases: microbench.only = \"work\" (test), microbench.skip = \"$1\" (test)");
        assertThat(choice(Map.of("microbench.cases", "x")).describe(KNOWN)).isEmpty();

        Map<String, String> nothing = Map.of("microbench.only", "work", "microbench.skip", "size=*");
        assertThat(NoCases.message(Settings.resolve(List.of(SettingSource.of("test", nothing))), KNOWN))
                .startsWith("microbench.only = \"work\" (test), microbench.skip = \"size=*\" (test) leave none of "
                        + KNOWN.size() + " cases. Names between commas")
                .contains("There are methods ");
    }
}
