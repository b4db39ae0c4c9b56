/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.guard;

/**
 * Warns of something that makes a score mean less than it seems to.
 *
 * @param kind what it is
 * @param subject the case, by the text of its id; empty where it is the whole run
 * @param message what was seen and what to do, in a sentence that goes on behind the name of the case
 */
public record Guard(Kind kind, String subject, String message) {

    /** What a run is guarded against; the order is that in which the reports have them, the most important first. */
    public enum Kind {
        /** The forks could not compile as users' JVMs do. */
        COMPILER,
        /** A call is too short for the clock that measures it alone. */
        CLOCK,
        /** A call takes no longer than a call of nothing. */
        TOO_FAST,
        /** The score is the same whatever the size is. */
        FLAT,
        /** The machine did not stay as fast as it was. */
        DRIFT,
        /** Something else than the benchmark took a part of iterations. */
        PAUSES,
        /** Measured iterations lie outside Tukey's fences. */
        OUTLIERS
    }
}
