/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Orders the forks of several snippets: turn by turn, so that what changes with time changes all of them alike. */
final class Schedule {

    private final Question question;
    private final Random random;

    Schedule(Question question) {
        this.question = question;
        this.random = new Random(question.seed());
    }

    /** Returns the cases that get a fork in the next turn, in order; none when all is done. */
    List<SnippetCase> turn(List<SnippetCase> cases, boolean timeLeft) {
        List<SnippetCase> turn = new ArrayList<>();
        for (SnippetCase one : cases) {
            boolean wanted = one.forks() < one.leastForks() || (timeLeft && !one.isPrecise());
            if (wanted && one.failure().isEmpty()) {
                turn.add(one);
            }
        }
        if (question.order() == Question.Order.RANDOM) {
            Collections.shuffle(turn, random);
        }
        return turn;
    }
}
