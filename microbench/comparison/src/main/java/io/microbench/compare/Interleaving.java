// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides what runs next: the order of cases, the order of sides, and the cases of further forks.
 *
 * <p>First come rounds, in each of which every case gets one pair of forks, the cases shuffled each time. After
 * them each pair goes to the case whose interval is widest among those not decided. Within a case the sides go A B, B
 * A, A B, ..., so that a machine that grows slower or faster at a steady rate favours neither; which side begins is
 * drawn for each case. The seed decides all of it. Random order of trials on one machine: Abedi and Brecht, "Conducting
 * Repeatable Experiments in Highly Variable Cloud Computing Environments" (ICPE 2017).
 */
final class Interleaving {

    private final Random random;
    private final List<CaseId> cases = new ArrayList<>();
    private final int rounds;
    private final int mostPairs;
    /** The number of the last pair of each case. */
    private final Map<CaseId, Integer> numbers = new HashMap<>();
    /** How many pairs of each case count. */
    private final Map<CaseId, Integer> pairs = new HashMap<>();

    private final Map<CaseId, Side> beginner = new HashMap<>();
    private final Set<CaseId> dropped = new HashSet<>();
    private final Deque<CaseId> round = new ArrayDeque<>();

    /**
     * Plans the order.
     *
     * @param rounds pairs that each case gets first
     * @param mostPairs pairs that a case gets at most
     */
    Interleaving(long seed, Collection<CaseId> cases, int rounds, int mostPairs) {
        this.random = new Random(seed);
        this.rounds = rounds;
        this.mostPairs = mostPairs;
        cases.forEach(id -> add(id, 0, 0));
    }

    /**
     * Adds a case, which may have pairs already.
     *
     * @param number the number of its last pair; 0 if it has none
     * @param counting how many of its pairs count
     */
    void add(CaseId id, int number, int counting) {
        cases.add(id);
        dropped.remove(id);
        numbers.put(id, number);
        pairs.put(id, counting);
        beginner.put(id, random.nextBoolean() ? Side.BASELINE : Side.CANDIDATE);
    }

    /** Gives the case no more forks. */
    void drop(CaseId id) {
        dropped.add(id);
        round.remove(id);
    }

    /** Removes a case, which continues elsewhere. */
    void remove(CaseId id) {
        cases.remove(id);
        round.remove(id);
    }

    /** Notes that the last pair of a case does not count: the case gets another one instead. */
    void lost(CaseId id) {
        pairs.merge(id, -1, Integer::sum);
    }

    /** Returns the number of the last pair of a case. */
    int number(CaseId id) {
        return numbers.getOrDefault(id, 0);
    }

    /** Returns whether a case is to get further forks, as far as is known. */
    boolean isOpen(CaseId id, Map<CaseId, CaseVerdict> standing) {
        return !dropped.contains(id)
                && (count(id) < rounds
                        || (count(id) < mostPairs
                                && known(standing, id)
                                        .map(verdict -> !verdict.settled())
                                        .orElse(true)));
    }

    private int count(CaseId id) {
        return pairs.getOrDefault(id, 0);
    }

    /**
     * Returns what runs next; empty when every case is decided, has all the forks it may have, or was dropped.
     *
     * @param standing what is known of each case; only looked at once the rounds are over
     */
    Optional<Turn> next(Map<CaseId, CaseVerdict> standing) {
        if (round.isEmpty()) {
            List<CaseId> shuffled = cases.stream()
                    .filter(id -> count(id) < rounds && !dropped.contains(id))
                    .collect(Collectors.toCollection(ArrayList::new));
            Collections.shuffle(shuffled, random);
            round.addAll(shuffled);
        }
        if (!round.isEmpty()) {
            return Optional.of(turn(round.removeFirst()));
        }
        return cases.stream()
                .filter(id -> isOpen(id, standing))
                .max(Comparator.comparingDouble(
                        id -> known(standing, id).map(Interleaving::width).orElse(Double.POSITIVE_INFINITY)))
                .map(this::turn);
    }

    private Turn turn(CaseId id) {
        int number = numbers.merge(id, 1, Integer::sum);
        int pair = pairs.merge(id, 1, Integer::sum);
        Side first = beginner.getOrDefault(id, Side.BASELINE);
        return new Turn(id, number, pair % 2 == 1 ? first : first.other());
    }

    private static Optional<CaseVerdict> known(Map<CaseId, CaseVerdict> standing, CaseId id) {
        return Optional.ofNullable(standing.get(id));
    }

    /**
     * Returns the width of the interval of logarithms: how far apart two speeds may be that are both still possible.
     */
    private static double width(CaseVerdict verdict) {
        return Math.log(verdict.high() / verdict.low());
    }
}
