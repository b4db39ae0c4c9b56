// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.JudgeSettings;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.stats.SequentialOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnippetOrderTest {

    private static final int MOST = 3;

    private static List<SnippetCase> cases(Question question, Map<String, String> inputs) {
        return IntStream.range(0, question.snippets().size())
                .mapToObj(i -> new SnippetCase(
                        question, new Row(i, question.snippets().get(i).name(), Question.Variant.HERE), inputs))
                .toList();
    }

    /** Lets a schedule run forks with these calls per second, and returns the number of forks of each snippet. */
    private static List<Integer> forks(Question question, double[]... rates) {
        List<SnippetCase> cases = cases(question, Map.of());
        Schedule schedule = new Schedule(question, cases);
        for (var turn = schedule.next(Duration.ofMinutes(1));
                turn.isPresent();
                turn = schedule.next(Duration.ofMinutes(1))) {
            SnippetCase one = turn.get().get(0);
            one.add(MadeFork.samples(rates[one.snippet()][one.forks()]));
            schedule.ended(turn.get(), turn.get());
        }
        return cases.stream().map(SnippetCase::forks).toList();
    }

    private static Question question(String... snippets) {
        return Question.of(List.of(snippets).stream().map(Snippet::of).toArray(Snippet[]::new));
    }

    @Test
    void stopsAfterTwoForksForEightfoldDifferenceDespiteSpread() {
        assertThat(forks(question("a", "b"), new double[] {100, 125, 1}, new double[] {1250, 1040, 1}))
                .containsExactly(2, 2);
    }

    @Test
    void runsAllForksForSmallDifferenceOrLargeSpread() {
        assertThat(forks(question("a", "b"), new double[] {100, 101, 100}, new double[] {250, 251, 250}))
                .containsExactly(MOST, MOST);
        assertThat(forks(question("a", "b"), new double[] {100, 122, 100}, new double[] {400, 401, 400}))
                .containsExactly(MOST, MOST);
    }

    @Test
    void usesBandOfVerdicts() {
        assertThat(SequentialOrder.BAND).isEqualTo(JudgeSettings.TOLERANCE);
    }

    @Test
    void runsAllForksOfCloseSnippets() {
        assertThat(forks(question("a", "b"), new double[] {100, 103, 101}, new double[] {102, 105, 103}))
                .containsExactly(MOST, MOST);
    }

    @Test
    void runsAllForksOnlyOfCloseSnippets() {
        assertThat(forks(
                        question("a", "b", "c"),
                        new double[] {100, 101, 100},
                        new double[] {102, 103, 101},
                        new double[] {10_000, 10_010, 1}))
                .containsExactly(MOST, MOST, 2);
    }

    @Test
    void addsThirdForkOfSingleSnippetIfTwoDiffer() {
        assertThat(forks(question("a"), new double[] {100, 109, 1})).containsExactly(2);
        assertThat(forks(question("a"), new double[] {100, 111, 105})).containsExactly(MOST);
    }

    @Test
    void runsRequestedForks() {
        Sampling usual = Sampling.DEFAULT;
        Question compared = question("a", "b")
                .with(new Sampling(MOST, usual.duration(), 0, usual.warmup(), MOST, usual.precision(), usual.budget()));

        assertThat(forks(compared, new double[] {100, 103, 100}, new double[] {1000, 1040, 1000}))
                .containsExactly(MOST, MOST);
    }

    @Test
    void runsAllForksOfEmptySnippets() {
        Question compared = question("a").withOverhead();

        assertThat(forks(compared, new double[] {100, 101, 1}, new double[] {1000, 1001, 1000}))
                .containsExactly(2, MOST);
    }

    @Test
    void ignoresFailedSnippets() {
        Question compared = question("a", "b");
        List<SnippetCase> cases = cases(compared, Map.of());
        cases.get(1).add(MadeFork.failed("boom"));
        cases.get(0).add(MadeFork.samples(100));
        cases.get(0).add(MadeFork.samples(101));

        assertThat(SnippetOrder.isSettled(cases.get(0), cases)).isTrue();
    }

    @Test
    void comparesOnlySameInputsAndWorkers() {
        Question compared = question("a");
        SnippetCase one = cases(compared, Map.of("n", "1")).get(0);
        List<SnippetCase> all = new ArrayList<>(List.of(one, one.withWorkers(2)));
        all.addAll(cases(compared, Map.of("n", "2")));
        all.forEach(other -> {
            other.add(MadeFork.samples(100));
            other.add(MadeFork.samples(101));
        });

        assertThat(all).allMatch(each -> SnippetOrder.isSettled(each, all));
    }

    @Test
    void runsAllForksWithoutValue() {
        Question compared = question("a");
        SnippetCase one = cases(compared, Map.of()).get(0);
        one.add(MadeFork.samples(0));
        one.add(MadeFork.samples(0));

        assertThat(SnippetOrder.isSettled(one, List.of(one))).isFalse();
    }

    @Test
    void recordsPlanOfForksThatRan() {
        Question compared = question("a");
        SnippetCase one = cases(compared, Map.of()).get(0);

        assertThat(one.result().result().plan().forks()).isEqualTo(MOST);
        one.add(MadeFork.samples(100));
        one.add(MadeFork.samples(101));
        assertThat(one.result().result().plan().forks()).isEqualTo(2);
    }
}
