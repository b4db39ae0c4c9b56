// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.run.ForkLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Orders the forks of several snippets in rounds, so that changes over time affect all of them alike.
 *
 * <p>In a round, every snippet that needs another fork gets one. The budget and the need for forks are checked at the
 * beginning of a round. A turn is a single fork, or the whole round if all snippets are measured at the same time.
 */
final class Schedule implements ForkLoop.Schedule<List<SnippetCase>, List<SnippetCase>> {

    private final Question question;
    private final List<SnippetCase> cases;
    private final Random random;
    private final Deque<SnippetCase> round = new ArrayDeque<>();
    private final Set<SnippetCase> decided = new HashSet<>();

    Schedule(Question question, List<SnippetCase> cases) {
        this.question = question;
        this.cases = cases;
        this.random = new Random(question.seed());
    }

    @Override
    public Optional<List<SnippetCase>> next(Duration left) {
        if (round.isEmpty()) {
            round.addAll(round(!left.isNegative() && !left.isZero()));
        }
        if (round.isEmpty()) {
            return Optional.empty();
        }
        if (question.order() != Question.Order.PARALLEL) {
            return Optional.of(List.of(round.removeFirst()));
        }
        List<SnippetCase> all = List.copyOf(round);
        round.clear();
        return Optional.of(all);
    }

    /** Returns the cases that get a fork in the next round, in order; empty if all are finished. */
    List<SnippetCase> round(boolean timeLeft) {
        List<SnippetCase> next = new ArrayList<>();
        cases.stream()
                .filter(snippetCase -> snippetCase.isAsNeeded() && SnippetOrder.isSettled(snippetCase, cases))
                .forEach(decided::add);
        for (SnippetCase snippetCase : cases) {
            if (!decided.contains(snippetCase) && (timeLeft || snippetCase.forks() < snippetCase.leastForks())) {
                next.add(snippetCase);
            }
        }
        if (question.order() == Question.Order.RANDOM) {
            Collections.shuffle(next, random);
        }
        return next;
    }

    @Override
    public boolean ended(List<SnippetCase> turn, List<SnippetCase> measured) {
        turn.stream().filter(Schedule::isDecided).forEach(decided::add);
        return decided.containsAll(turn);
    }

    private static boolean isDecided(SnippetCase snippetCase) {
        return snippetCase.failure().isPresent()
                || (snippetCase.forks() >= snippetCase.leastForks() && snippetCase.isPrecise());
    }

    @Override
    public ForkLoop.End end() {
        return decided.containsAll(cases) ? ForkLoop.End.DECIDED : ForkLoop.End.BUDGET;
    }
}
