// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostEndedException;
import io.microbench.result.CaseResult;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.Scheduling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Cases that are measured as a unit on one machine, fork by fork.
 *
 * @param seed the seed of their order if it is random
 * @param priority returns how much a case needs another fork, if the budget has time left
 */
record NodeUnit(
        List<CaseRun> cases,
        Scheduling scheduling,
        long seed,
        MeasuredCases run,
        Budget budget,
        ToDoubleFunction<CaseResult> priority)
        implements ForkLoop.Journal<ForkSchedule.Turn<CaseRun>> {

    Duration cost() {
        return cases.stream().map(caseRun -> caseRun.planned().cost()).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns a loop that continues in the given host with the undecided cases. */
    ForkLoop<ForkSchedule.Turn<CaseRun>, ForkTally.End> in(CaseHost host, BooleanSupplier stopped) {
        List<CaseRun> open = undecided();
        open.forEach(caseRun -> caseRun.placed(host, run::node));
        ForkSchedule<CaseRun> schedule = new ForkSchedule<>(
                scheduling,
                groups(scheduling, open, CaseRun::planned),
                CaseRun::turns,
                run::isLeftOut,
                seed,
                caseRun -> priority.applyAsDouble(caseRun.soFar()));
        return new ForkLoop<>(schedule, CaseRun::fork, this, budget, stopped);
    }

    private List<CaseRun> undecided() {
        return cases.stream().filter(caseRun -> !caseRun.turns().decided()).toList();
    }

    /**
     * Returns the groups of cases whose forks alternate, ordered by the first case of each. If cases are measured one
     * after the other, a group contains the variants of a case, so that a drift of the machine affects all variants
     * equally. Otherwise a single group contains all cases. With a squeeze, each case is decided before the next one.
     */
    static <T> List<List<T>> groups(Scheduling scheduling, List<T> cases, Function<T, PlannedCase> planned) {
        if (!scheduling.caseByCase()) {
            return List.of(cases);
        }
        Map<Object, List<T>> groups = new LinkedHashMap<>();
        for (T caseRun : cases) {
            PlannedCase plannedCase = planned.apply(caseRun);
            // A case without a variant is not grouped, regardless of its name.
            boolean varies = scheduling.patience().isEmpty()
                    && plannedCase.variant().filter(JvmVariant::isNamed).isPresent();
            groups.computeIfAbsent(varies ? plannedCase.inEveryVariant() : new Object(), none -> new ArrayList<>())
                    .add(caseRun);
        }
        return List.copyOf(groups.values());
    }

    @Override
    public void ended(ForkSchedule.Turn<CaseRun> turn, boolean decided) {
        run.forkEnded(turn.scheduled());
        if (decided) {
            run.decided(turn.scheduled());
        }
    }

    /** Ends the cases that are undecided because there was no time left. */
    void end() {
        undecided().forEach(run::decided);
    }

    /** Records that the host has ended, and returns a description that names the fork lost with it. */
    HostEndedException lost(HostEndedException gone) {
        Optional<CaseRun> lost = cases.stream().filter(CaseRun::isLost).findFirst();
        Optional<HostEndedException> during = lost.map(caseRun -> gone.during(caseRun.lost(gone)));
        lost.filter(caseRun -> caseRun.turns().decided()).ifPresent(run::decided);
        return during.orElse(gone);
    }
}
