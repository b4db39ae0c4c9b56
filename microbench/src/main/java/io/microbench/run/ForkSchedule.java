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
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Decides which case gets the next fork, and how long it may be.
 *
 * <p>Without a budget a case gets forks until it is decided: all of them before the next case does, or one fork of each case in
 * rounds, so that a drift of the machine falls on all of them alike.
 *
 * <p>With a budget there are rounds first. {@link BudgetShare} divides the time: as many rounds as it pays for, longer forks
 * where it pays for all of them. What is left, because forks were steady sooner than their share, goes fork by fork to the case that needs
 * it most. A turn that could not be done in time is not given.
 */
final class ForkSchedule implements ForkLoop.Schedule<ForkSchedule.Turn, CaseTurns.End> {

    /**
     * A fork to be started.
     *
     * @param index which case
     * @param limit the time for its iterations; empty where the case needs no limit
     */
    record Turn(int index, Optional<Duration> limit) {}

    private final Scheduling scheduling;
    private final List<CaseTurns> cases;
    private final IntToDoubleFunction need;
    private final Random random;
    /** How much a case needs another fork, until it had one. */
    private final Map<Integer, Double> needs = new HashMap<>();

    private final BudgetShare share = new BudgetShare();
    private List<Integer> round = List.of();
    private int roundNumber = -1;

    /**
     * Schedules some cases.
     *
     * @param cases what is known of each case; kept up to date by {@link #ended}
     * @param seed draws the order of rounds where that is random
     * @param need how much the case with the given index needs another fork; the largest gets it when a budget has some left
     */
    ForkSchedule(Scheduling scheduling, List<CaseTurns> cases, long seed, IntToDoubleFunction need) {
        this.scheduling = scheduling;
        this.cases = List.copyOf(cases);
        this.need = need;
        this.random = new Random(seed);
    }

    @Override
    public Optional<Turn> next(Duration left) {
        if (scheduling.budget().isEmpty()) {
            return nextInOrder().map(index -> new Turn(index, Optional.empty()));
        }
        List<CaseTurns> open = cases.stream().filter(c -> !c.decided()).toList();
        Optional<BudgetShare.Rounds> rounds = share.rounds(left, open);
        if (rounds.isPresent()) {
            int until = rounds.get().forks();
            return inRound(c -> c.started() < until)
                    .map(index -> new Turn(index, Optional.of(BudgetShare.limit(rounds.get(), cases.get(index)))));
        }
        return neediest().flatMap(index -> share.extra(left, cases.get(index))
                .map(limit -> new Turn(index, Optional.of(limit))));
    }

    private Optional<Integer> nextInOrder() {
        return scheduling.order() == Order.BLOCKS ? firstOpen() : inRound(c -> true);
    }

    private Optional<Integer> firstOpen() {
        return indexes().stream().filter(i -> !cases.get(i).decided()).findFirst();
    }

    /** Returns the next case of the round: none gets another fork before all that are open have as many as it has. */
    private Optional<Integer> inRound(Predicate<CaseTurns> wanted) {
        List<Integer> open = indexes().stream()
                .filter(i -> !cases.get(i).decided() && wanted.test(cases.get(i)))
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        int fewest = open.stream().mapToInt(i -> cases.get(i).started()).min().orElseThrow();
        List<Integer> behind =
                open.stream().filter(i -> cases.get(i).started() == fewest).toList();
        if (fewest != roundNumber || round.stream().noneMatch(behind::contains)) {
            roundNumber = fewest;
            round = drawn(behind);
        }
        return round.stream().filter(behind::contains).findFirst();
    }

    private List<Integer> drawn(List<Integer> indexes) {
        List<Integer> drawn = new ArrayList<>(indexes);
        if (scheduling.order() == Order.RANDOM) {
            Collections.shuffle(drawn, random);
        }
        return drawn;
    }

    private Optional<Integer> neediest() {
        return indexes().stream()
                .filter(i -> !cases.get(i).decided())
                .max(Comparator.<Integer>comparingDouble(i -> needs.computeIfAbsent(i, need::applyAsDouble))
                        .thenComparing(i -> -cases.get(i).started())
                        .thenComparing(i -> -i));
    }

    private List<Integer> indexes() {
        return IntStream.range(0, cases.size()).boxed().toList();
    }

    @Override
    public boolean ended(Turn turn, CaseTurns.End end) {
        CaseTurns turns = cases.get(turn.index());
        turns.ended(end);
        needs.remove(turn.index());
        share.learn(end);
        return turns.decided();
    }

    @Override
    public ForkLoop.End end() {
        return cases.stream().allMatch(CaseTurns::decided) ? ForkLoop.End.DECIDED : ForkLoop.End.BUDGET;
    }
}
