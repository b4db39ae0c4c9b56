// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.MadeRecords;
import io.microbench.snippet.AnswerSummary.SnippetWarnings;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.warning.MadeCase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnippetWarningsTest {

    private static final Map<String, String> NO_INPUTS = Map.of();

    private static MadeCase made(double rate) {
        return new MadeCase().score("thrpt", rate, "ops/s").iterations(rate, rate * 1.01, rate * 0.99);
    }

    private static SnippetResult snippet(Map<String, String> inputs, CaseResult result) {
        return new SnippetResult("f(x)", inputs, 0, result);
    }

    private static List<String> warnings(Question question, SnippetResult... snippets) {
        CaseResult[] cases = Arrays.stream(snippets).map(SnippetResult::result).toArray(CaseResult[]::new);
        return new SnippetWarnings(question, List.of(), MadeCase.run(cases), List.of(snippets)).lines();
    }

    private static Question question() {
        return Question.of(Snippet.of("f(x)"));
    }

    @Test
    void returnsNothingWithoutProblems() {
        assertThat(warnings(question(), snippet(NO_INPUTS, made(1e6).result()))).isEmpty();
    }

    @Test
    void reportsLastFailureOfDoneOnce() {
        SnippetCase one = new SnippetCase(question(), new Row(0, "f(x)", Question.Variant.HERE), NO_INPUTS);
        one.add(MadeFork.of(100, Map.of(SnippetProperties.DONE_FAILURE, "2")));
        one.add(MadeFork.of(100, Map.of(SnippetProperties.DONE_FAILURE, "java.lang.Error: 100%s $1")));

        assertThat(warnings(question(), one.result()))
                .filteredOn(line -> line.contains("done"))
                .containsExactly(
                        "\"f(x)\": its done code failed: java.lang.Error: 100%s $1. The scores are not affected.");
    }

    @Test
    void warnsAboutArgumentsOnce() {
        Question interpreted = question().withJvmArgs(List.of("-Xint"));

        assertThat(warnings(
                        interpreted,
                        snippet(NO_INPUTS, made(1e6).jvmArgs("-Xint").result())))
                .singleElement()
                .asString()
                .isEqualTo("-Xint: nothing is compiled, everything is interpreted. Remove it.");
    }

    @Test
    void countsSamplesThatWaitedForProcessor() {
        IterationSigns waiting = MadeRecords.signs(1, 0.4, 0, 0, 0, 0, true);

        assertThat(warnings(
                        question(), snippet(NO_INPUTS, made(1e6).first(waiting).result())))
                .singleElement()
                .asString()
                .startsWith(
                        "\"f(x)\": in 1 of 3 samples the workers waited for a processor, for up to 40.0% of the time");
    }

    @Test
    void mergesWarningsOfWaitingSnippets() {
        IterationSigns waiting = MadeRecords.signs(1, 0.4, 0, 0, 0, 0, true);
        SnippetResult one = snippet(NO_INPUTS, made(1e6).first(waiting).result());

        assertThat(warnings(question(), one, one, snippet(NO_INPUTS, made(1e6).result())))
                .singleElement()
                .asString()
                .startsWith("\"f(x)\" and 1 more: in 2 of 6 samples the workers waited");
    }

    @Test
    void warnsAboutCallShorterThanCycle() {
        assertThat(warnings(question(), snippet(NO_INPUTS, made(4e9).result())))
                .singleElement()
                .asString()
                .startsWith("\"f(x)\": a call takes 0.25 ns, no longer than an empty call")
                .contains("the worker's set-up declares");
    }

    @Test
    void countsSamplesThatAreNotFinite() {
        CaseResult result = made(1e6).iterations(1e6, Double.NaN, 1.01e6).result();

        assertThat(warnings(question(), snippet(NO_INPUTS, result)))
                .containsExactly("\"f(x)\": 1 of 3 measured scores is not finite and is left out."
                        + " Statistics across forks use only the others.");
    }

    @Test
    void namesSnippetAndInputsOfPause() {
        IterationSigns collecting = MadeRecords.signs(1, 0, 0, 0.2, 0, 0, false);
        Map<String, String> inputs = Map.of("n", "10");

        assertThat(warnings(
                        question(),
                        snippet(
                                inputs,
                                made(1e6).parameters(inputs).first(collecting).result())))
                .singleElement()
                .asString()
                .startsWith("\"f(x)\" {n=10}: garbage collection took more than 5% of the time in 1 of 3");
    }

    @Test
    void reportsOutliersOnlyForManySamples() {
        double[] few = {100, 101, 99, 500};
        double[] many = {100, 101, 99, 100, 102, 98, 100, 101, 99, 100, 500};

        assertThat(warnings(
                        question(), snippet(NO_INPUTS, made(1e6).iterations(few).result())))
                .isEmpty();
        assertThat(warnings(
                        question(),
                        snippet(NO_INPUTS, made(1e6).iterations(many).result())))
                .singleElement()
                .asString()
                .contains("1 of 11 measured iterations is outside Tukey's fences");
    }
}
