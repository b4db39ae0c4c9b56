// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import java.util.Set;

/**
 * A warning about a score: why it means less than it seems to.
 *
 * @param kind the kind of warning
 * @param cause distinguishes it from others of its kind, in a few words; empty where the kind is enough
 * @param subject the text of the case's id; empty if it is about the whole run
 * @param message what was seen and what to do, in a sentence that continues the name of the case
 */
public record Guard(Kind kind, String cause, String subject, String message) {

    /** Returns the warning in a few words, to stand beside a score: {@code paused: garbage collection}. */
    public String mark() {
        return cause.isEmpty() ? kind.words() : kind.words() + ": " + cause;
    }

    /** The screens that show some of the kinds; the reports of a run show all. */
    public enum Screen {
        /** A comparison of two builds. Their forks take turns and share the machine's drift; medians resist outliers. */
        COMPARISON,
        /** Snippets, whose surroundings are checked from the arguments of their forks. */
        SNIPPETS
    }

    /** What a warning is about. */
    public enum Concern {
        /** The score may not be that of the code, or not of all that was measured. */
        SCORE,
        /** The machine disturbed the measurement. */
        MACHINE,
        /** Measured iterations differ from one another. */
        SPREAD
    }

    /** The kinds of warnings, in the order of the reports, the most important first. */
    public enum Kind {
        /** The forks could not compile as users' JVMs do. */
        COMPILER("not fully compiled", Concern.SCORE, Screen.COMPARISON),
        /** Forks or measured scores are in none of the numbers. */
        LEFT_OUT("left out", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** No unit of asynchronous work was completed: the score is not that of the work. */
        NO_UNIT("no unit completed", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The rate is one at which the operations that were counted were never done. */
        RATE("rate too high", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** A call is too short for the clock that measures it alone. */
        CLOCK("too short for the clock", Concern.SCORE, Screen.COMPARISON),
        /** A call takes no longer than a call of nothing. */
        TOO_FAST("no longer than nothing", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** The score is the same whatever the size is. */
        FLAT("the same for every value", Concern.SCORE, Screen.COMPARISON, Screen.SNIPPETS),
        /** Cases were measured on nodes that are not alike, and do not compare. */
        NODES("measured on unlike nodes", Concern.MACHINE),
        /** The machine did not stay as fast as it was. */
        DRIFT("the machine drifted", Concern.MACHINE),
        /** Something else than the benchmark took a part of iterations. */
        PAUSES("paused", Concern.MACHINE, Screen.COMPARISON, Screen.SNIPPETS),
        /** Measured iterations lie outside Tukey's fences. */
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

        /** Returns what warnings of this kind are about. */
        public Concern concern() {
            return concern;
        }

        /** Returns whether a screen shows warnings of this kind. */
        public boolean isShownIn(Screen screen) {
            return screens.contains(screen);
        }
    }
}
