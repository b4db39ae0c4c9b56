// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuiteSentenceTest {

    private static CaseResult rate(CaseId id, double... forks) {
        return measured(id, "ops/ms", forks);
    }

    private static CaseResult time(CaseId id, double... forks) {
        return measured(id, "ns/op", forks);
    }

    private static CaseResult measured(CaseId id, String unit, double... forks) {
        double[][] scores =
                Arrays.stream(forks).mapToObj(fork -> new double[] {fork}).toArray(double[][]::new);
        return Samples.measured(id, new Metric(forks[0], 1, unit), scores);
    }

    private static CaseId id(String method, int size) {
        return Samples.id(method, Map.of("size", Integer.toString(size)), 1);
    }

    private static String sentence(CaseResult... cases) {
        return sentence(Optional.empty(), cases);
    }

    private static String sentence(Optional<RunComparison> comparison, CaseResult... cases) {
        return String.join(
                " ",
                SuiteSentence.of(Samples.run(List.of(cases)), comparison)
                        .getOrDefault(cases[0].id().className(), List.of()));
    }

    @Test
    void namesFasterOfTwoWithRatio() {
        assertThat(sentence(
                        rate(id("pooled", 1024), 1000, 1002, 998, 1001, 999),
                        rate(id("adaptive", 1024), 670, 672, 668, 671, 669)))
                .isEqualTo("pooled is 1.49x as fast as adaptive at size=1024 (99% interval 1.48x to 1.50x).");
    }

    @Test
    void treatsLessTimeAsFaster() {
        assertThat(sentence(time(id("slow", 1), 300, 301, 299, 300, 302), time(id("fast", 1), 100, 101, 99, 100, 100)))
                .isEqualTo("fast is 3.0x as fast as slow at size=1 (99% interval 2.96x to 3.05x).");
    }

    @Test
    void reportsInsignificantDifference() {
        assertThat(sentence(rate(id("a", 1), 100, 104, 98, 101), rate(id("b", 1), 99, 103, 101, 97)))
                .isEqualTo("No significant difference between a and b at size=1.");
        assertThat(sentence(rate(id("a", 1), 100), rate(id("b", 1), 10)))
                .isEqualTo("Too few forks to compare a and b at size=1.");
    }

    @Test
    void mayFindTwoForksTooFewForLargeDifference() {
        assertThat(sentence(rate(id("a", 1), 100, 110), rate(id("b", 1), 60, 68)))
                .isEqualTo("No significant difference between a and b at size=1.");
    }

    @Test
    void namesFastestOfSeveral() {
        assertThat(sentence(
                        rate(id("a", 1), 1000, 1001, 999, 1000, 1002),
                        rate(id("b", 1), 700, 701, 699, 700, 702),
                        rate(id("c", 1), 500, 501, 499, 500, 502)))
                .isEqualTo("a is the fastest of 3 at size=1: 1.43x b, 2.00x c.");
        assertThat(sentence(
                        rate(id("a", 1), 1000, 1020, 980, 1000),
                        rate(id("b", 1), 1001, 1021, 981, 1001),
                        rate(id("c", 1), 500, 510, 490, 500)))
                .isEqualTo("No significant difference between b and a at size=1; c is slower.");
    }

    @Test
    void judgesNoCaseThatWaitedForProcessor() {
        CaseResult a = rate(id("a", 1), 1000, 1001, 999, 1000, 1002);
        CaseResult b = rate(id("b", 1), 700, 701, 699, 700, 702);
        CaseResult c = rate(id("c", 1), 500, 501, 499, 500, 502);

        assertThat(sentence(starved(a), starved(b)))
                .isEqualTo(
                        "2 of 2 cases are not compared with others: most of their measured iterations waited for a processor.");
        assertThat(sentence(a, b, starved(c)))
                .startsWith("a is 1.43x as fast as b at size=1")
                .endsWith(
                        ". 1 of 3 cases is not compared with others: most of its measured iterations waited for a processor.");
    }

    @Test
    void leavesNamedChartToItsOwnSentence() {
        Optional<String> chart = Optional.of("Stores");
        List<CaseResult> cases = Stream.of("put", "get")
                .flatMap(method -> CurveGroupTest.ladder("Local", method, chart, Map.of(), 1).stream())
                .map(SuiteSentenceTest::starved)
                .toList();

        assertThat(sentence(cases.toArray(CaseResult[]::new)))
                .isEqualTo("Stores, 4 workers: put 4,000 ops/s, get 4,000 ops/s (one fork each).");
    }

    private static CaseResult starved(CaseResult result) {
        IterationSigns signs = MadeRecords.signs(0.1, 1, 0, 0, 0, 0, true);
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder()
                        .iterations(fork.iterations().stream()
                                .map(each -> new IterationResult(
                                        each.phase(),
                                        each.number(),
                                        each.end(),
                                        each.score(),
                                        1,
                                        Map.of(),
                                        Map.of(),
                                        Optional.of(signs)))
                                .toList())
                        .build())
                .toList());
    }

    @Test
    void summarizesSettings() {
        CaseResult[] always = {
            rate(id("a", 1), 1000, 1001, 999, 1000, 1002), rate(id("b", 1), 700, 701, 699, 700, 702),
            rate(id("a", 64), 800, 801, 799, 800, 802), rate(id("b", 64), 720, 721, 719, 720, 722)
        };
        assertThat(sentence(always)).isEqualTo("a is the fastest in 2 of 2 settings.");

        CaseResult[] mixed = {
            rate(id("a", 1), 1000, 1001, 999, 1000, 1002), rate(id("b", 1), 700, 701, 699, 700, 702),
            rate(id("a", 8), 600, 601, 599, 600, 602), rate(id("b", 8), 720, 721, 719, 720, 722),
            rate(id("a", 9), 500, 501, 499, 500, 502), rate(id("b", 9), 700, 701, 699, 700, 702),
            rate(id("a", 64), 700, 720, 680, 700, 710), rate(id("b", 64), 705, 725, 679, 711, 699)
        };
        assertThat(sentence(mixed)).isEqualTo("b is the fastest in 2 of 4 settings, a in 1, 1 undecided.");
    }

    @Test
    void describesSingleMethod() {
        assertThat(sentence(time(id("encode", 1), 12.1, 12.2, 12.3), time(id("encode", 64), 340, 341, 342)))
                .isEmpty();
        assertThat(sentence(time(id("encode", 1), 12.1, 12.2, 12.3)))
                .matches("encode\\(size=1\\): 12\\.200 ns/op \\(99% interval 11\\.\\d+ to 12\\.\\d+, 3 forks\\)\\.");
        assertThat(sentence(time(id("encode", 1), 10, 20)))
                .isEqualTo("encode(size=1): 14.142 ns/op (2 forks, too few for a useful interval).");
        assertThat(sentence(time(id("encode", 1), 12))).isEqualTo("encode(size=1): 12.000 ns/op (1 fork).");
    }

    @Test
    void namesAllOthersIfFewOtherwiseOnlyNearestAndFarthest() {
        CaseResult[] many = new CaseResult[6];
        for (int i = 0; i < many.length; i++) {
            double value = 1000 - 100 * i;
            many[i] = rate(id("m" + i, 1), value, value * 1.001, value * 0.999, value, value * 1.002);
        }
        assertThat(sentence(many)).isEqualTo("m0 is the fastest of 6 at size=1: 1.11x m1 to 2.00x m5.");
    }

    @Test
    void countsMethodsWithoutADifferenceIfTheyAreMany() {
        CaseResult[] alike = new CaseResult[6];
        for (int i = 0; i < 5; i++) {
            alike[i] = rate(id("m" + i, 1), 100 + i, 104, 98, 101 - i);
        }
        alike[5] = rate(id("slow", 1), 10, 10.4, 9.8, 10.1);
        assertThat(sentence(alike))
                .isEqualTo("No significant difference between 5 of the 6 methods at size=1; slow is slower.");
        assertThat(sentence(Arrays.copyOf(alike, 5)))
                .isEqualTo("No significant difference between the 5 methods at size=1.");
    }

    @Test
    void describesChangesAndFailuresForOneOfSeveralSuites() {
        CaseResult a = rate(id("a", 1), 1000, 1001, 999, 1000, 1002);
        CaseResult b = rate(id("b", 1), 700, 701, 699, 700, 702);
        CaseVerdict slower = Comparisons.verdict(a.id(), Verdict.SLOWER, 0.9, OptionalInt.empty(), "");
        CaseVerdict open = Comparisons.verdict(b.id(), Verdict.UNDECIDED, 0.995, OptionalInt.of(7), "");
        CaseResult failed = Samples.failed(id("c", 1), "java.lang.OutOfMemoryError");
        CaseResult other = rate(new CaseId("Other", "run", new TreeMap<>(), 1, Optional.empty()), 5, 5);
        Optional<RunComparison> comparison = Optional.of(Comparisons.of(List.of(slower, open)));

        assertThat(sentence(comparison, a, b, failed, other))
                .startsWith("a is 1.43x as fast as b at size=1 (99% interval ")
                .endsWith(". 1 slower, 1 undecided. 1 of 3 failed.");
        assertThat(sentence(comparison, a, b, failed)).doesNotContain("undecided", "failed");
    }

    @Test
    void reportsThatNothingWasMeasured() {
        assertThat(sentence(Samples.failed(id("c", 1), "x"))).isEqualTo("Nothing was measured.");
    }

    @Test
    void comparesSnippetsAsInTheirTable() {
        CaseId one = new CaseId("snippet", "a", new TreeMap<>(), 1, Optional.empty());
        CaseId other = new CaseId("snippet", "b", new TreeMap<>(), 1, Optional.empty());
        CaseResult fast = rate(one, 1000, 1002, 998, 1001, 999);
        CaseResult slow = rate(other, 900, 902, 898, 901, 899);

        assertThat(sentence(fast, slow)).startsWith("a is 1.11x as fast as b (99% interval ");
        assertThat(sentence(starved(fast), starved(slow))).isEqualTo(sentence(fast, slow));
        assertThat(sentence(rate(one, 1000, 1001), rate(other, 300, 350)))
                .as("two forks that differ by more than three times")
                .isEqualTo("a is 3.1x as fast as b.");
        assertThat(SuiteSentence.tiedSnippets(Samples.run(List.of(fast, slow)))).isEmpty();
        assertThat(SuiteSentence.tiedSnippets(Samples.run(List.of(rate(one, 1000, 1300), rate(other, 900, 1200)))))
                .containsExactly(other);
        assertThat(sentence(rate(one, 1000, 1300), rate(other, 900, 1200)))
                .isEqualTo("No significant difference between a and b.");
        assertThat(SuiteSentence.of(Samples.run(List.of(rate(one, 1000), rate(other, 900))), Optional.empty()))
                .as("one fork")
                .isEmpty();
        assertThat(SuiteSentence.of(Samples.run(List.of(fast)), Optional.empty()))
                .hasSize(1);
    }

    @Test
    void shortensLongSnippets() {
        String code = "map.get(1) + ".repeat(20) + "1";
        CaseId one = new CaseId("snippet", code, new TreeMap<>(Map.of("n", "5")), 1, Optional.empty());
        CaseId other = new CaseId("snippet", "b", new TreeMap<>(Map.of("n", "5")), 1, Optional.empty());

        assertThat(sentence(time(one, 12))).isEqualTo(code.substring(0, 77) + "...(n=5): 12.000 ns/op (1 fork).");
        assertThat(sentence(time(one, 12, 12, 12), time(other, 24, 24, 24)))
                .startsWith(code.substring(0, 77) + "... is 2.00x as fast as b at n=5 ");
    }

    @Test
    void scalesLargeScores() {
        assertThat(sentence(measured(id("encode", 1), "ops/s", 1171100658.145)))
                .isEqualTo("encode(size=1): 1.17 G ops/s (1 fork).");
    }
}
