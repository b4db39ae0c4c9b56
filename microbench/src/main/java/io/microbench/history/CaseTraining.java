/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.stopping.Training;

/**
 * Stores what full forks of one case taught.
 *
 * @param id the case
 * @param from seconds from the first iteration of a fork to the beginning of the window that is enough; at least 0
 * @param to seconds from the first iteration of a fork to the end of that window; above {@code from}
 * @param spread relative standard deviation between forks, a share; at least 0
 * @param forks how many forks it was determined from; at least 2
 */
public record CaseTraining(String id, double from, double to, double spread, int forks) {

    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public CaseTraining {
        Check.notEmpty("case id", id);
        Check.finite("from", from);
        Check.finite("to", to);
        Check.finite("spread", spread);
        new Training(from, to, spread, forks);
    }

    /** Stores a training. */
    public static CaseTraining of(String id, Training training) {
        return new CaseTraining(id, training.from(), training.to(), training.spread(), training.forks());
    }

    /** Returns the training. */
    public Training training() {
        return new Training(from, to, spread, forks);
    }
}
