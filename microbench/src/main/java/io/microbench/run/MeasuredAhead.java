// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.Scheduling;
import io.microbench.progress.Progress;
import io.microbench.result.CaseId;
import io.microbench.text.Durations;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Measures cases whose forks take turns, and keeps what became of each until it is asked for.
 *
 * <p>A test is started and finished once, one after the other, and all that is printed between belongs to it. So what
 * the forks of a case print is kept with the case; meanwhile one line for each fork shows how far the run is.
 */
final class MeasuredAhead {

    /** What became of a case, and what its forks printed. */
    record Kept(CaseOutcome outcome, String printed) {}

    /** Makes what runs the forks of a case. */
    interface CaseMaker {
        CaseRun make(PlannedCase planned, PrintStream output);
    }

    private record Printed(CaseRun run, ByteArrayOutputStream bytes, PrintStream output) {}

    private final Scheduling scheduling;
    private final long seed;
    private final Budget budget;
    private final Progress progress;
    private final PrintStream live;
    private final BooleanSupplier stopped;
    private final Map<CaseId, Kept> kept = new HashMap<>();

    /**
     * Prepares to measure.
     *
     * @param budget the time for the forks
     * @param stopped whether no further fork is to be started
     */
    MeasuredAhead(
            Scheduling scheduling,
            long seed,
            Budget budget,
            Progress progress,
            PrintStream live,
            BooleanSupplier stopped) {
        this.scheduling = scheduling;
        this.seed = seed;
        this.budget = budget;
        this.progress = progress;
        this.live = live;
        this.stopped = stopped;
    }

    /** Returns what became of a case that has been measured, once. */
    Optional<Kept> take(CaseId id) {
        return Optional.ofNullable(kept.remove(id));
    }

    /** Returns why there was no time for a case; empty if there was. */
    Optional<String> notReached(CaseId id) {
        return Optional.ofNullable(kept.get(id))
                .filter(one -> one.outcome() instanceof CaseOutcome.NotReached)
                .map(one -> one.outcome().result().reason());
    }

    /** Measures the given cases until all are decided or the time is over. */
    void measure(List<PlannedCase> cases, CaseMaker maker, ForkPriority priority) {
        List<Printed> runs = new ArrayList<>();
        List<CaseTurns> turns = new ArrayList<>();
        for (PlannedCase planned : cases) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);
            runs.add(new Printed(maker.make(planned, output), bytes, output));
            turns.add(new CaseTurns(planned.plan()));
        }
        scheduling.budget().ifPresent(all -> warnIfShort(all, cases.size()));
        ForkSchedule schedule = new ForkSchedule(
                scheduling,
                turns,
                seed,
                index -> priority.need(runs.get(index).run().soFar()));
        ForkLoop.Journal<ForkSchedule.Turn, CaseTurns.End> journal = new ForkLoop.Journal<>() {
            @Override
            public void judged(ForkSchedule.Turn turn, boolean decided) {
                if (decided) {
                    settle(runs.get(turn.index()));
                }
            }
        };
        ForkLoop.End end = new ForkLoop<>(
                        schedule, turn -> Optional.of(fork(runs.get(turn.index()), turn)), journal, budget, stopped)
                .run();
        if (end != ForkLoop.End.STOPPED) {
            runs.stream()
                    .filter(one -> !kept.containsKey(one.run().planned().id()))
                    .forEach(this::settle);
            reportUnreached();
        }
    }

    private CaseTurns.End fork(Printed one, ForkSchedule.Turn turn) {
        PlannedCase planned = one.run().planned();
        progress.turn(planned.id().text());
        PrintStream out = System.out;
        // JMH writes what the fork prints to the standard output of this JVM, whatever it is told.
        System.setOut(one.output());
        CaseTurns.End end;
        try {
            end = one.run().fork(turn.limit());
        } finally {
            System.setOut(out);
        }
        live.println("# " + progress.line() + ". " + planned.id().text() + ", fork "
                + one.run().started() + ": " + one.run().lastLine());
        return end;
    }

    private void settle(Printed one) {
        CaseOutcome outcome = one.run().outcome();
        kept.put(one.run().planned().id(), new Kept(outcome, one.bytes().toString(StandardCharsets.UTF_8)));
    }

    private void warnIfShort(Duration all, int cases) {
        int affordable = BudgetShare.affordable(budget.left());
        if (affordable < cases) {
            live.println("# WARNING: The budget of " + Durations.text(all) + " is too short for one fork of each of "
                    + cases + " cases: " + (affordable == 0 ? "none" : "about " + affordable)
                    + " of them will get one. With at least "
                    + Durations.text(
                            PlannedCase.FORK_START.plus(BudgetShare.HONEST).multipliedBy(cases))
                    + " all would.");
        }
    }

    private void reportUnreached() {
        List<String> unreached = kept.values().stream()
                .filter(one -> one.outcome() instanceof CaseOutcome.NotReached)
                .map(one -> one.outcome().result().id().text())
                .sorted()
                .toList();
        if (!unreached.isEmpty()) {
            live.println("# WARNING: " + CaseOutcome.NotReached.message(unreached));
        }
    }
}
