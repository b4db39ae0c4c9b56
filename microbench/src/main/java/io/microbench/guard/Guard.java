/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.guard;

/**
 * Warns of something that makes a score mean less than it seems to.
 *
 * @param kind what it is
 * @param cause what tells it from others of its kind, in a few words; empty where the kind says all
 * @param subject the case, by the text of its id; empty where it is the whole run
 * @param message what was seen and what to do, in a sentence that goes on behind the name of the case
 */
public record Guard(Kind kind, String cause, String subject, String message) {

    /** Returns the warning in a few words, to stand beside a score: {@code paused: garbage collection}. */
    public String mark() {
        return cause.isEmpty() ? kind.words() : kind.words() + ": " + cause;
    }

    /** What a run is guarded against; the order is that in which the reports have them, the most important first. */
    public enum Kind {
        /** The forks could not compile as users' JVMs do. */
        COMPILER("not fully compiled"),
        /** Forks or measured scores are in none of the numbers. */
        LEFT_OUT("left out"),
        /** A call is too short for the clock that measures it alone. */
        CLOCK("too short for the clock"),
        /** A call takes no longer than a call of nothing. */
        TOO_FAST("no longer than nothing"),
        /** The score is the same whatever the size is. */
        FLAT("the same for every value"),
        /** The machine did not stay as fast as it was. */
        DRIFT("the machine drifted"),
        /** Something else than the benchmark took a part of iterations. */
        PAUSES("paused"),
        /** Measured iterations lie outside Tukey's fences. */
        OUTLIERS("outliers");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the kind in a few words. */
        public String words() {
            return words;
        }
    }
}
