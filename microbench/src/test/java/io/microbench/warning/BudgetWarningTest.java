// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.run.PlanRun.CaseOutcome.NotReached;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BudgetWarningTest {

    private static final SettingValue BUDGET = new SettingValue("microbench.budget", "15s", "system property");

    private static CaseResult made(String method, int forks) {
        CaseResult one = new MadeCase().method(method).result();
        CasePlan plan = one.plan().toBuilder()
                .adaptive(Optional.of(new AdaptivePlan(Optional.empty(), 2, 10, "rule", 0.05)))
                .build();
        return forks == 0
                ? CaseResult.planned(one.id(), plan).skipped(NotReached.REASON)
                : new CaseResult(
                        one.id(),
                        plan,
                        Status.DONE,
                        "",
                        one.score(),
                        Map.of(),
                        Collections.nCopies(forks, one.forks().get(0)));
    }

    private static Optional<Warning> warning(List<SettingValue> settings, CaseResult... cases) {
        RunRecord run = MadeCase.run(cases[0]);
        return BudgetWarning.of(new RunRecord(
                run.schemaVersion(),
                run.id(),
                run.start(),
                run.end(),
                run.environment(),
                settings,
                List.of(cases),
                Optional.empty()));
    }

    @Test
    void namesCasesWithTooFewForksAndSufficientBudget() {
        Warning warning = warning(List.of(BUDGET), made("a", 2), made("b", 1), made("c", 0))
                .orElseThrow();

        assertThat(warning.message())
                .isEqualTo("The time budget of 15s was too short for the smallest number of forks; too few forks:"
                        + " p.Sums.b:threads=1; not measured: p.Sums.c:threads=1. Set a larger one, such as"
                        + " -Dmicrobench.budget=30s, or choose fewer cases.");
        assertThat(warning.mark())
                .isEqualTo("the budget was too short: too few forks: p.Sums.b:threads=1; not measured:"
                        + " p.Sums.c:threads=1; try -Dmicrobench.budget=30s");
    }

    @Test
    void suggestsNoNumberIfNoForkRan() {
        assertThat(warning(List.of(BUDGET), made("a", 0)).orElseThrow().message())
                .endsWith("; not measured: p.Sums.a:threads=1. Set a larger one, or choose fewer cases.");
    }

    @Test
    void ignoresSufficientForksStoppedRunsAndMissingBudget() {
        CaseResult planned = CaseResult.planned(made("c", 1).id(), made("c", 1).plan());

        assertThat(warning(List.of(BUDGET), made("a", 2), made("b", 3))).isEmpty();
        assertThat(warning(List.of(), made("a", 1))).isEmpty();
        assertThat(warning(List.of(BUDGET), made("a", 1), planned)).isEmpty();
    }
}
