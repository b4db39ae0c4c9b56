// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.List;
import java.util.OptionalDouble;

/** Decides when a fork is warm and when it has been measured long enough. Immutable; may be shared. */
public interface StopRule {

    /** Returns the name by which a command or a setting chooses this rule. */
    String name();

    /** Returns all settings as {@code key=value,key=value}; empty if there are none. Times are in seconds. */
    default String settings() {
        return "";
    }

    /** Returns name and settings in the form that {@link StopRules#byName} reads. */
    default String text() {
        return settings().isEmpty() ? name() : name() + ":" + settings();
    }

    /** Begins to watch a fork. */
    Watch begin();

    /**
     * Returns the rule for the case's next fork, which may profit from what this one showed; by default the same.
     *
     * @param fork all points of the fork that ended, warm-up included, in order, as the rule saw them
     */
    default StopRule next(List<Point> fork) {
        return this;
    }

    /** Returns after how many seconds a fork ends whatever it shows; empty where that is not known beforehand. */
    default OptionalDouble longestFork() {
        return OptionalDouble.empty();
    }

    /** Watches one fork; for one thread. */
    interface Watch {

        /**
         * Evaluates the next iteration and decides; not called again after a decision other than
         * {@link Decision.Continue}.
         */
        Decision after(Point point);
    }
}
