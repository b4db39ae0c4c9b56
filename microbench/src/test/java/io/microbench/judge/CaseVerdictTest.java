// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseVerdictTest {

    private static final Optional<AllocationVerdict> MORE = Optional.of(new AllocationVerdict(Change.MORE, 16, 24));

    private static VerdictBuilder builder(Verdict verdict) {
        return VerdictBuilder.of(Runs.id("m"), verdict);
    }

    private static VerdictBuilder slower() {
        return builder(Verdict.SLOWER).ratio(0.95).low(0.94).high(0.96).p(2.4e-9);
    }

    @Test
    void summarizesVerdictNumbersAndRemarksOnOneLine() {
        assertThat(slower().build().summary()).isEqualTo("SLOWER, speed -5.00% (-6.00% to -4.00%), p = 2.4e-9");
        assertThat(slower().allocation(MORE).note("fork 2 is far off").build().summary())
                .isEqualTo("SLOWER, speed -5.00% (-6.00% to -4.00%), p = 2.4e-9;"
                        + " allocates more: 16.000 -> 24.000 B/op; fork 2 is far off");
    }

    @Test
    void omitsUnknownValuesFromSummary() {
        assertThat(CaseVerdict.without(Runs.id("m"), "has no score in the baseline")
                        .summary())
                .isEqualTo("UNDECIDED; has no score in the baseline");
        assertThat(builder(Verdict.UNDECIDED).ratio(1.02).build().summary()).isEqualTo("UNDECIDED, speed +2.00%");
    }

    @Test
    void suggestsNoUnrealisticNumberOfForks() {
        CaseVerdict noisy = builder(Verdict.UNDECIDED)
                .ratio(1.02)
                .smallestChange(0.342)
                .moreForks(OptionalInt.of(1937))
                .build();

        assertThat(noisy.remarks()).isEqualTo("more forks are unlikely to help");
        assertThat(noisy.moreForks()).as("the verdict keeps the number").hasValue(1937);
    }

    @Test
    void suggestsMoreForksOnlyIfTheyWouldDecide() {
        assertThat(builder(Verdict.UNDECIDED)
                        .moreForks(OptionalInt.of(1))
                        .build()
                        .remarks())
                .isEqualTo("1 more fork per side would decide");
        assertThat(builder(Verdict.UNDECIDED)
                        .moreForks(OptionalInt.of(7))
                        .build()
                        .remarks())
                .isEqualTo("7 more forks per side would decide");
        assertThat(builder(Verdict.SAME).moreForks(OptionalInt.of(7)).build().remarks())
                .isEmpty();
    }

    @Test
    void addsNoRemarkForUnchangedAllocation() {
        assertThat(builder(Verdict.SAME)
                        .allocation(Optional.of(new AllocationVerdict(Change.SAME, 16, 16)))
                        .build()
                        .remarks())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'', '', ''", "a, '', a", "'', b, b", "a, b, a; b"})
    void appendsRemark(String note, String remark, String both) {
        assertThat(slower().note(note).build().with(remark).note()).isEqualTo(both);
    }

    @Test
    void isRegressionInSpeedOrMemory() {
        assertThat(slower().build().regressed()).isTrue();
        assertThat(slower().build().allocatesMore()).isFalse();
        assertThat(builder(Verdict.FASTER).allocation(MORE).build().regressed()).isTrue();
        assertThat(builder(Verdict.FASTER)
                        .allocation(Optional.of(new AllocationVerdict(Change.LESS, 24, 16)))
                        .build()
                        .regressed())
                .isFalse();
        assertThat(builder(Verdict.UNDECIDED).build().regressed()).isFalse();
    }

    @Test
    void sortsRegressionsFirstAndEquivalentLast() {
        assertThat(Stream.of(
                                slower().allocation(MORE).build(),
                                builder(Verdict.SAME).allocation(MORE).build(),
                                builder(Verdict.FASTER).build(),
                                builder(Verdict.UNDECIDED).build(),
                                builder(Verdict.SAME).build())
                        .map(CaseVerdict::rank))
                .containsExactly(0, 1, 2, 3, 4);
        assertThat(builder(Verdict.FASTER).allocation(MORE).build().rank())
                .as("memory before speed")
                .isEqualTo(1);
    }

    @Test
    void computesWidthOfIntervalOnLogScale() {
        assertThat(builder(Verdict.SAME).low(0.5).high(2).build().width()).isCloseTo(2 * Math.log(2), within(1e-12));
        assertThat(builder(Verdict.UNDECIDED).build().width()).isNaN();
    }

    @Test
    void copiesAllValuesToBuilder() {
        CaseVerdict verdict = slower().baselineValue(100)
                .candidateValue(105)
                .unit("ns/op")
                .higherIsBetter(true)
                .smallestChange(0.01)
                .baselineForks(5)
                .candidateForks(6)
                .moreForks(OptionalInt.of(2))
                .allocation(MORE)
                .note("note")
                .build();

        assertThat(VerdictBuilder.of(verdict).build()).isEqualTo(verdict);
        assertThat(VerdictBuilder.of(verdict).unit("us/op").build()).isNotEqualTo(verdict);
    }
}
