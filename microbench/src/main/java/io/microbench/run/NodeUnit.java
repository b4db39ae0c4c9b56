// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostGoneException;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.settings.Scheduling;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Cases that are measured as a whole in one place, fork by fork. */
final class NodeUnit {

    private final List<CaseRun> cases;
    private final Scheduling scheduling;
    private final long seed;
    private final MeasuredCases run;
    private final Budget budget;
    private final ForkPriority priority;
    private final Deque<ForkLoop<ForkSchedule.Turn, CaseTurns.End>> loops = new ArrayDeque<>();
    private Optional<CaseRun> busy = Optional.empty();

    /** Puts cases together for which there is as much time as they take. */
    NodeUnit(List<CaseRun> cases, Scheduling scheduling, long seed, MeasuredCases run) {
        this(cases, scheduling, seed, run, Budget.unlimited(), soFar -> 0);
    }

    /**
     * Puts cases together.
     *
     * @param scheduling in which order they get their forks
     * @param seed the seed of that order if it is random
     * @param run that they belong to
     * @param budget the time for their forks
     * @param priority which case needs another fork most, where the budget has time left
     */
    NodeUnit(
            List<CaseRun> cases,
            Scheduling scheduling,
            long seed,
            MeasuredCases run,
            Budget budget,
            ForkPriority priority) {
        this.cases = List.copyOf(cases);
        this.scheduling = scheduling;
        this.seed = seed;
        this.run = run;
        this.budget = budget;
        this.priority = priority;
    }

    List<CaseRun> cases() {
        return cases;
    }

    /** Returns the time it is expected to take. */
    Duration cost() {
        return cases.stream().map(one -> one.planned().cost()).reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Runs all forks in the given host, and ends the cases.
     *
     * @param stopped whether no further fork may be started; undecided cases then stay undecided
     */
    void measure(CaseHost host, BooleanSupplier stopped) {
        placed(host);
        boolean more = true;
        while (more && !stopped.getAsBoolean()) {
            more = fork();
        }
        if (!more) {
            cases.stream().filter(one -> !one.turns().decided()).forEach(run::decided);
        }
    }

    /** Goes on in the given host, with the cases that are not decided. */
    void placed(CaseHost host) {
        List<CaseRun> open =
                cases.stream().filter(one -> !one.turns().decided()).toList();
        open.forEach(one -> one.placed(host, run::node));
        loops.clear();
        together(open).forEach(its -> loops.add(loop(its, host)));
    }

    /** Returns which cases get their forks in turn: none but those of one case in several variants, unless all do. */
    private List<List<CaseRun>> together(List<CaseRun> open) {
        if (!scheduling.caseByCase()) {
            return List.of(open);
        }
        return scheduling.patience().isPresent()
                ? open.stream().map(List::of).toList()
                : VariantTurns.together(open, CaseRun::planned);
    }

    private ForkLoop<ForkSchedule.Turn, CaseTurns.End> loop(List<CaseRun> its, CaseHost host) {
        ForkSchedule schedule = new ForkSchedule(
                scheduling.caseByCase() ? VariantTurns.IN_TURN : scheduling,
                its.stream().map(CaseRun::turns).toList(),
                seed,
                index -> priority.need(its.get(index).soFar()));
        ForkLoop.Journal<ForkSchedule.Turn, CaseTurns.End> journal = new ForkLoop.Journal<>() {
            @Override
            public void judged(ForkSchedule.Turn turn, boolean decided) {
                if (decided) {
                    run.decided(its.get(turn.index()));
                }
            }
        };
        return new ForkLoop<>(
                schedule,
                turn -> Optional.of(fork(its.get(turn.index()), host, turn.limit())),
                journal,
                budget,
                () -> its.stream().allMatch(run::isLeftOut));
    }

    private CaseTurns.End fork(CaseRun one, CaseHost host, Optional<Duration> limit) {
        busy = Optional.of(one);
        CaseTurns.End end = run.fork(one, host, limit);
        busy = Optional.empty();
        return end;
    }

    /**
     * Runs one more fork on the host of the unit.
     *
     * @return whether there was one to run; if not, all cases are decided or the time is over
     * @throws HostGoneException if the host has gone; the unit can be placed again after {@link #lost}
     */
    boolean fork() {
        while (!loops.isEmpty() && loops.getFirst().turn().isPresent()) {
            loops.removeFirst();
        }
        return !loops.isEmpty();
    }

    /** Notes that the host has gone, and returns that with the fork that is lost with it. */
    HostGoneException lost(HostGoneException gone) {
        Optional<HostGoneException> during = busy.map(one -> gone.during(one.lost(gone)));
        busy.filter(one -> one.turns().decided()).ifPresent(run::decided);
        busy = Optional.empty();
        return during.orElse(gone);
    }
}
