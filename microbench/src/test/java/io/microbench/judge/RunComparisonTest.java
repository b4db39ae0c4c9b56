// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunComparisonTest {

    private static CaseVerdict verdict(Verdict verdict) {
        CaseId id = new CaseId("a.A", "m", new TreeMap<>(), 1, Optional.empty());
        return VerdictBuilder.of(id, verdict)
                .baselineValue(1)
                .candidateValue(1)
                .unit("ops/s")
                .higherIsBetter(true)
                .ratio(1)
                .low(1)
                .high(1)
                .p(1)
                .smallestChange(0)
                .baselineForks(2)
                .candidateForks(2)
                .build();
    }

    private static RunComparison of(List<CaseVerdict> verdicts) {
        return new RunComparison(
                "old",
                "new",
                verdicts,
                1,
                0.99,
                1.01,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void countsVerdicts() {
        RunComparison comparison = of(List.of(verdict(Verdict.SAME), verdict(Verdict.SLOWER), verdict(Verdict.SAME)));
        assertThat(comparison.count(Verdict.SAME)).isEqualTo(2);
        assertThat(comparison.count(Verdict.SLOWER)).isEqualTo(1);
        assertThat(comparison.count(Verdict.FASTER)).isZero();
    }

    @Test
    void doesNotCountControlAsUndecided() {
        CaseVerdict control = verdict(Verdict.UNDECIDED).asControl();
        RunComparison comparison = of(List.of(control, verdict(Verdict.UNDECIDED)));

        assertThat(comparison.count(Verdict.UNDECIDED)).isOne();
        assertThat(control.remarks()).isEqualTo("control: both builds run the same code");
        assertThat(VerdictBuilder.of(control).note("").build().isUndecidedControl())
                .as("the note is only a text")
                .isTrue();
        assertThat(of(List.of(verdict(Verdict.SLOWER).asControl())).count(Verdict.SLOWER))
                .isOne();
    }

    @Test
    void doesNotPromiseADecisionThatMoreForksAreUnlikelyToBring() {
        CaseVerdict close = VerdictBuilder.of(verdict(Verdict.UNDECIDED))
                .moreForks(OptionalInt.of(3))
                .build();
        CaseVerdict far =
                VerdictBuilder.of(close).moreForks(OptionalInt.of(300)).build();

        assertThat(close.mayBeDecided()).isTrue();
        assertThat(far.mayBeDecided()).isFalse();
        assertThat(far.remarks()).isEqualTo("more forks are unlikely to help");
        assertThat(close.asControl().mayBeDecided()).isFalse();
        assertThat(verdict(Verdict.SAME).mayBeDecided()).isFalse();
    }

    @Test
    void advisesOneNumberThatIsEnoughForAllRows() {
        CaseVerdict wide = VerdictBuilder.of(verdict(Verdict.UNDECIDED))
                .baselineForks(8)
                .candidateForks(8)
                .moreForks(OptionalInt.of(7))
                .build();
        RunComparison stored = new RunComparison(
                "old",
                "new",
                List.of(verdict(Verdict.UNDECIDED), wide),
                1,
                0.99,
                1.01,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of("if ..."),
                Optional.empty());

        assertThat(wide.remarks()).isEqualTo("7 more forks per side would decide");
        assertThat(stored.tooFewForks().orElseThrow())
                .startsWith("1 of 2 cases has")
                .contains("-Dforks=15 or more");
    }

    @Test
    void copiesItsList() {
        List<CaseVerdict> verdicts = new ArrayList<>(List.of(verdict(Verdict.SAME)));
        RunComparison comparison = of(verdicts);
        verdicts.clear();
        assertThat(comparison.verdicts()).hasSize(1);
    }
}
