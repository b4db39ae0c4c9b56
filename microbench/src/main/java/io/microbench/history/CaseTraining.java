// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.microbench.stopping.Training;
import java.util.OptionalDouble;

/**
 * Stores what full forks of one case taught.
 *
 * @param id the case
 * @param from seconds from the first iteration of a fork to the beginning of the window that is enough; at least 0
 * @param to seconds from the first iteration of a fork to the end of that window; above {@code from}
 * @param spread relative standard deviation between forks, a share; at least 0
 * @param forks how many forks it was determined from; at least 2
 * @param slowStart how much slower forks are before the window ({@link Training#slowStart}); empty where it is not known
 */
public record CaseTraining(
        String id,
        double from,
        double to,
        double spread,
        int forks,

        // What earlier versions wrote does not have it.
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        @JacksonInject(value = StoredJson.ABSENT, useInput = OptBoolean.TRUE)
        OptionalDouble slowStart) {

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
        new Training(from, to, spread, forks, slowStart);
    }

    /** Stores a training. */
    public static CaseTraining of(String id, Training training) {
        return new CaseTraining(
                id, training.from(), training.to(), training.spread(), training.forks(), training.slowStart());
    }

    /** Returns the training. */
    public Training training() {
        return new Training(from, to, spread, forks, slowStart);
    }
}
