// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
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
        return sentence(Optional.empty(), Set.of(), cases);
    }

    private static String sentence(Optional<RunComparison> comparison, Set<CaseId> warned, CaseResult... cases) {
        return SuiteSentence.of(Samples.run(List.of(cases)), comparison, warned).getOrDefault(Samples.ALLOCATOR, "");
    }

    @Test
    void saysHowMuchSlowerTheOtherIs() {
        assertThat(sentence(
                        rate(id("pooled", 1024), 1000, 1002, 998, 1001, 999),
                        rate(id("adaptive", 1024), 670, 672, 668, 671, 669)))
                .isEqualTo("adaptive is 32-34% slower than pooled");
    }

    @Test
    void lessTimeIsFaster() {
        assertThat(sentence(time(id("slow", 1), 300, 301, 299, 300, 302), time(id("fast", 1), 100, 101, 99, 100, 100)))
                .isEqualTo("slow is 2.9-3.1 times slower than fast");
    }

    @Test
    void doesNotTellWhatTheForksDoNotTell() {
        assertThat(sentence(rate(id("a", 1), 100, 104, 98, 101), rate(id("b", 1), 99, 103, 101, 97)))
                .isEqualTo("no significant difference between a, b");
        assertThat(sentence(rate(id("a", 1), 100), rate(id("b", 1), 10)))
                .isEqualTo("too few forks to compare a, b; 2 of 2 need more forks");
    }

    @Test
    void twoForksOfALargeDifferenceMayBeTooFew() {
        assertThat(sentence(rate(id("a", 1), 100, 110), rate(id("b", 1), 60, 68)))
                .isEqualTo("no significant difference between a, b");
    }

    @Test
    void namesTheFastestOfSeveral() {
        assertThat(sentence(
                        rate(id("a", 1), 1000, 1001, 999, 1000, 1002),
                        rate(id("b", 1), 700, 701, 699, 700, 702),
                        rate(id("c", 1), 500, 501, 499, 500, 502)))
                .isEqualTo("a is the fastest of 3, the others are at least 29% slower");
        assertThat(sentence(
                        rate(id("a", 1), 1000, 1020, 980, 1000),
                        rate(id("b", 1), 1001, 1021, 981, 1001),
                        rate(id("c", 1), 500, 510, 490, 500)))
                .isEqualTo("no significant difference between b, a; the other one is slower");
    }

    @Test
    void sumsUpSettings() {
        CaseResult[] always = {
            rate(id("a", 1), 1000, 1001, 999, 1000, 1002), rate(id("b", 1), 700, 701, 699, 700, 702),
            rate(id("a", 64), 800, 801, 799, 800, 802), rate(id("b", 64), 720, 721, 719, 720, 722)
        };
        assertThat(sentence(always)).isEqualTo("a is the fastest in 2 of 2 settings");

        CaseResult[] mixed = {
            rate(id("a", 1), 1000, 1001, 999, 1000, 1002), rate(id("b", 1), 700, 701, 699, 700, 702),
            rate(id("a", 8), 600, 601, 599, 600, 602), rate(id("b", 8), 720, 721, 719, 720, 722),
            rate(id("a", 9), 500, 501, 499, 500, 502), rate(id("b", 9), 700, 701, 699, 700, 702),
            rate(id("a", 64), 700, 720, 680, 700, 710), rate(id("b", 64), 705, 725, 679, 711, 699)
        };
        assertThat(sentence(mixed)).isEqualTo("b is the fastest in 2 of 4 settings, a in 1, 1 undecided");
    }

    @Test
    void saysWhatASingleMethodTakes() {
        assertThat(sentence(time(id("encode", 1), 12.1, 12.2, 12.3), time(id("encode", 64), 340, 341, 342)))
                .isEmpty();
        assertThat(sentence(time(id("encode", 1), 12.1, 12.2, 12.3)))
                .matches("encode\\(size=1\\) measures 1[12]\\.\\d+ to 1[23]\\.\\d+ ns/op over 3 forks");
        assertThat(sentence(time(id("encode", 1), 12)))
                .isEqualTo("encode(size=1) measures 12.000 ns/op over 1 fork; it needs more forks");
    }

    @Test
    void addsWhatChangedAndWhyLessIsToBeBelieved() {
        CaseResult a = rate(id("a", 1), 1000, 1001, 999, 1000, 1002);
        CaseResult b = rate(id("b", 1), 700, 701, 699, 700, 702);
        CaseVerdict slower = Comparisons.verdict(a.id(), Verdict.SLOWER, 0.9, OptionalInt.empty(), "");
        CaseVerdict open = Comparisons.verdict(b.id(), Verdict.UNDECIDED, 0.995, OptionalInt.of(7), "");
        CaseResult failed = Samples.failed(id("c", 1), "java.lang.OutOfMemoryError");

        assertThat(sentence(Optional.of(Comparisons.of(List.of(slower, open))), Set.of(b.id()), a, b, failed))
                .isEqualTo("b is 29-31% slower than a; compared with main: 1 slower, 1 undecided; 1 of 3 failed;"
                        + " 1 of 3 has a warning");
    }

    @Test
    void saysThatNothingChanged() {
        CaseResult a = rate(id("a", 1), 1000, 1001, 999);
        CaseResult b = rate(id("b", 1), 700, 701, 699);
        CaseVerdict one = Comparisons.verdict(a.id(), Verdict.SAME, 1, OptionalInt.empty(), "");
        CaseVerdict other = Comparisons.verdict(b.id(), Verdict.SAME, 1, OptionalInt.empty(), "");

        assertThat(sentence(Optional.of(Comparisons.of(List.of(one, other))), Set.of(), a, b))
                .endsWith("; compared with main: 2 same");
    }

    @Test
    void hasNothingToSayOfWhatWasNotMeasured() {
        assertThat(sentence(Samples.failed(id("c", 1), "x"))).isEqualTo("nothing was measured; it failed");
    }

    @Test
    void snippetsAreRelatedByTheirTable() {
        CaseId one = new CaseId("snippet", "a", new TreeMap<>(), 1, Optional.empty());
        CaseId other = new CaseId("snippet", "b", new TreeMap<>(), 1, Optional.empty());
        CaseResult fast = rate(one, 1000, 1002, 998, 1001, 999);
        CaseResult slow = rate(other, 900, 902, 898, 901, 899);

        assertThat(SuiteSentence.of(Samples.run(List.of(fast, slow)), Optional.empty(), Set.of()))
                .isEmpty();
        assertThat(SuiteSentence.of(Samples.run(List.of(fast, slow)), Optional.empty(), Set.of(one)))
                .containsEntry("snippet", "1 of 2 has a warning");
        assertThat(SuiteSentence.of(Samples.run(List.of(fast)), Optional.empty(), Set.of()))
                .hasSize(1);
    }
}
