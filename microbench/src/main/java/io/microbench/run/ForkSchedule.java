// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Decides which case gets the next fork, and how long it may be.
 *
 * <p>Without a budget a case gets forks until it is decided. The cases of a group get one fork each in rounds, so that
 * a drift of the machine affects all of them equally; a group is decided before the next one begins.
 *
 * <p>With a budget, rounds come first. {@link BudgetShare} divides the time: as many rounds as fit, and longer forks if
 * all of them fit. Time that remains because forks became steady sooner than planned is given to the case that needs it
 * most, fork by fork. A turn that would not end in time is not started.
 */
final class ForkSchedule<C> implements ForkLoop.Schedule<ForkSchedule.Turn<C>, ForkTally.End> {

    /** A fork to start; the time for its iterations is empty if the case needs no limit. */
    record Turn<C>(C scheduled, Optional<Duration> limit) {}

    private final Scheduling scheduling;
    private final List<List<C>> groups;
    private final Function<C, ForkTally> turns;
    private final Predicate<C> leftOut;
    private final ToDoubleFunction<C> need;
    private final Random random;
    /**
     * The need of each case for another fork; computed when it is first required after a fork of the case has ended.
     */
    private final Map<C, Double> needs = new HashMap<>();

    private final BudgetShare share = new BudgetShare();
    private List<C> round = List.of();
    private int roundNumber = -1;

    /**
     * Creates the schedule of some cases.
     *
     * @param groups groups of cases whose forks alternate; with a budget, a single group
     * @param turns the state of each case; kept up to date by {@link #ended}
     * @param leftOut returns whether a case is no longer measured because of other cases
     * @param need returns the need of a case for another fork; the case with the largest need gets the rest of a budget
     */
    ForkSchedule(
            Scheduling scheduling,
            List<List<C>> groups,
            Function<C, ForkTally> turns,
            Predicate<C> leftOut,
            long seed,
            ToDoubleFunction<C> need) {
        this.scheduling = scheduling;
        this.groups = List.copyOf(groups);
        this.turns = turns;
        this.leftOut = leftOut;
        this.need = need;
        this.random = new Random(seed);
    }

    @Override
    public Optional<Turn<C>> next(Duration left) {
        List<C> open = groups.stream()
                .map(this::open)
                .filter(group -> !group.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (scheduling.budget().isEmpty()) {
            return inRound(open).map(next -> new Turn<>(next, Optional.empty()));
        }
        Optional<BudgetShare.Rounds> rounds =
                share.rounds(left, open.stream().map(turns).toList());
        if (rounds.isPresent()) {
            int until = rounds.get().forks();
            return inRound(open.stream().filter(next -> started(next) < until).toList())
                    .map(next -> new Turn<>(next, Optional.of(BudgetShare.limit(rounds.get(), turns.apply(next)))));
        }
        return neediest(open).flatMap(next -> share.extra(left, turns.apply(next))
                .map(limit -> new Turn<>(next, Optional.of(limit))));
    }

    private List<C> open(List<C> group) {
        return group.stream()
                .filter(next -> !turns.apply(next).decided() && !leftOut.test(next))
                .toList();
    }

    private int started(C next) {
        return turns.apply(next).started();
    }

    /** Returns the next case of the round: no case gets another fork before all open cases have the same number of forks. */
    private Optional<C> inRound(List<C> open) {
        int fewest = open.stream().mapToInt(this::started).min().orElse(0);
        List<C> behind = open.stream().filter(next -> started(next) == fewest).toList();
        if (fewest != roundNumber || round.stream().noneMatch(behind::contains)) {
            roundNumber = fewest;
            round = drawn(behind);
        }
        return round.stream().filter(behind::contains).findFirst();
    }

    private List<C> drawn(List<C> behind) {
        List<C> drawn = new ArrayList<>(behind);
        if (scheduling.order() == Order.RANDOM) {
            Collections.shuffle(drawn, random);
        }
        return drawn;
    }

    /** Returns the case that needs another fork most; if several need it equally, the case with the fewest forks, then the first. */
    private Optional<C> neediest(List<C> open) {
        return open.stream()
                .min(Comparator.<C>comparingDouble(next -> -needs.computeIfAbsent(next, need::applyAsDouble))
                        .thenComparingInt(this::started));
    }

    @Override
    public boolean ended(Turn<C> turn, ForkTally.End end) {
        ForkTally tally = turns.apply(turn.scheduled());
        tally.ended(end);
        needs.remove(turn.scheduled());
        share.learn(end);
        return tally.decided();
    }

    @Override
    public ForkLoop.End end() {
        return groups.stream().flatMap(List::stream).map(turns).allMatch(ForkTally::decided)
                ? ForkLoop.End.DECIDED
                : ForkLoop.End.BUDGET;
    }
}
