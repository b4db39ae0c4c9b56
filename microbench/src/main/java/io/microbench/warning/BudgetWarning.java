// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.run.PlanRun.CaseOutcome.NotReached;
import io.microbench.settings.KnownSettings;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Predicate;

/** Names the cases whose smallest number of forks did not fit into the time budget of a run. */
final class BudgetWarning {

    private static final int MOST_NAMES = 5;

    private BudgetWarning() {}

    static Optional<Warning> of(RunRecord run) {
        List<CaseResult> measured = run.cases().stream()
                .filter(c -> c.plan().adaptive().isPresent() && (c.status() == Status.DONE || isNotReached(c)))
                .toList();
        boolean stopped = run.cases().stream()
                .anyMatch(
                        c -> c.status() == Status.PLANNED || c.forks().stream().anyMatch(CaseWarnings::wasStopped));
        if (stopped || measured.stream().noneMatch(c -> c.forks().size() < smallest(c))) {
            return Optional.empty();
        }
        return run.settings().stream()
                .filter(given -> given.name().equals(KnownSettings.BUDGET.name()))
                .findFirst()
                .map(given -> of(given, measured));
    }

    private static Warning of(SettingValue budget, List<CaseResult> measured) {
        StringJoiner few = new StringJoiner("; ");
        names(measured, c -> c.status() == Status.DONE && c.forks().size() < smallest(c))
                .ifPresent(names -> few.add("too few forks: " + names));
        names(measured, BudgetWarning::isNotReached).ifPresent(names -> few.add("not measured: " + names));
        Optional<String> larger = larger(budget.value(), measured);
        return new Warning(
                Warning.Kind.BUDGET,
                few + larger.map(option -> "; try " + option).orElse(""),
                "",
                "The time budget of " + budget.value() + " was too short for the smallest number of forks; " + few
                        + ". Set a larger one"
                        + larger.map(option -> ", such as " + option).orElse("")
                        + ", or choose fewer cases.");
    }

    private static Optional<String> names(List<CaseResult> measured, Predicate<CaseResult> few) {
        List<String> names =
                measured.stream().filter(few).map(c -> c.id().text()).toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(Counted.first(MOST_NAMES, names));
    }

    /** Returns a budget for all missing forks if each takes as long as the forks of this run did; empty if none ran. */
    private static Optional<String> larger(String budget, List<CaseResult> measured) {
        long done = measured.stream().mapToLong(c -> c.forks().size()).sum();
        long needed = measured.stream()
                .mapToLong(c -> Math.max(c.forks().size(), smallest(c)))
                .sum();
        try {
            Duration all = Durations.parse(budget).multipliedBy(needed).dividedBy(done);
            long seconds = all.plusMillis(999).toSeconds();
            return Optional.of("-D" + KnownSettings.BUDGET.name() + "=" + seconds + "s");
        } catch (ArithmeticException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isNotReached(CaseResult result) {
        return result.status() == Status.SKIPPED && result.reason().equals(NotReached.REASON);
    }

    private static int smallest(CaseResult result) {
        return result.plan().adaptive().orElseThrow().smallestForks();
    }
}
