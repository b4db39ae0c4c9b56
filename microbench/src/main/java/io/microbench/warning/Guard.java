// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import java.util.Set;

/**
 * A warning about a score.
 *
 * @param kind the kind of warning
 * @param cause distinguishes it from others of its kind, in a few words; empty if the kind is sufficient
 * @param subject the text of the case's id; empty if it is about the whole run
 * @param message the observation and what to do, as a sentence that continues the name of the case
 */
public record Guard(Kind kind, String cause, String subject, String message) {

    /** Returns a short form of the warning for display beside a score: {@code paused: garbage collection}. */
    public String mark() {
        return cause.isEmpty() ? kind.words() : kind.words() + ": " + cause;
    }

    /** Displays that show only some of the kinds; the reports of a run show all. */
    public enum Screen {
        /**
         * A comparison of two builds. Forks alternate and share the machine's drift; medians are robust to outliers.
         */
        COMPARISON,
        /** Snippets, whose environment is checked by the arguments of their forks. */
        SNIPPETS
    }

    /** The subject of a warning. */
    public enum Concern {
        /** The score may not be that of the code, or not of all measurements. */
        SCORE,
        /** The machine disturbed the measurement. */
        MACHINE,
        /** Measured iterations differ from one another. */
        SPREAD
    }

    /** The kinds of warnings, in the order of the reports, the most important first. */
    public enum Kind {
        /** The forks could not compile like JVMs in production. */
        COMPILER("not fully compiled", Concern.SCORE, Screen.COMPARISON),
        /** Forks or scores are excluded from the numbers. */
        LEFT_OUT("left out", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** No unit of asynchronous work was completed: the score is not that of the work. */
        NO_UNIT("no unit completed", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The rate is higher than the counted operations allow. */
        RATE("rate too high", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** A call is too short for the clock that measures it alone. */
        CLOCK("too short for the clock", Concern.SCORE, Screen.COMPARISON),
        /** A call takes no longer than an empty call. */
        TOO_FAST("no longer than an empty call", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The score is the same for every size. */
        FLAT("the same for every value", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** Cases were measured on nodes that differ, and cannot be compared. */
        NODES("measured on different nodes", Concern.MACHINE),
        /** The machine's speed changed. */
        DRIFT("the machine drifted", Concern.MACHINE),
        /** Other activities took a part of iterations. */
        PAUSES("paused", Concern.MACHINE, Screen.COMPARISON, Screen.SNIPPETS),
        /** Measured iterations are outside Tukey's fences. */
        OUTLIERS("outliers", Concern.SPREAD, Screen.SNIPPETS);

        private final String words;
        private final Concern concern;

        @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable, its type only does not say so
        private final Set<Screen> screens;

        Kind(String words, Concern concern, Screen... screens) {
            this.words = words;
            this.concern = concern;
            this.screens = Set.of(screens);
        }

        /** Returns the kind in a few words. */
        public String words() {
            return words;
        }

        /** Returns the subject of warnings of this kind. */
        public Concern concern() {
            return concern;
        }

        /** Returns whether a display shows warnings of this kind. */
        public boolean isShownIn(Screen screen) {
            return screens.contains(screen);
        }
    }
}
