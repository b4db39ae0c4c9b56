// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.List;
import java.util.OptionalDouble;

/** Decides when a fork is warmed up and when it has been measured for long enough. Immutable. */
public interface StopRule {

    /** Returns the name of this rule in commands and settings. */
    String name();

    /** Returns all settings as {@code key=value,key=value}; empty if there are none. Times are in seconds. */
    default String settings() {
        return "";
    }

    /** Returns name and settings in the form that {@link StopRules#byName} reads. */
    default String text() {
        return settings().isEmpty() ? name() : name() + ":" + settings();
    }

    /** Starts to watch a fork. */
    Watch begin();

    /**
     * Returns the rule for the case's next fork, which may use the points of this one; by default the same rule.
     *
     * @param fork all points of the fork that ended, warm-up included, in order, as given to the rule
     */
    default StopRule next(List<Point> fork) {
        return this;
    }

    /** Returns the seconds after which a fork ends in any case; empty if unknown. */
    default OptionalDouble longestFork() {
        return OptionalDouble.empty();
    }

    /** Watches one fork; not thread-safe. */
    interface Watch {

        /**
         * Evaluates the next iteration and decides; not called again after a decision other than
         * {@link Decision.Continue}.
         */
        Decision after(Point point);
    }

    /** The decision of a stop rule after an iteration. Indexes count the points of the fork from 0. */
    sealed interface Decision {

        /** Another iteration is needed. */
        record Continue() implements Decision {}

        /**
         * The fork is steady and has been measured for long enough.
         *
         * @param from index of the first point that counts as measured; all before it are warm-up
         */
        record Done(int from) implements Decision {}

        /**
         * The fork has not become steady within the limits of the rule; its data is kept and marked as unsteady.
         *
         * @param from index of the first point of the part that best represents the fork's value
         */
        record Unsteady(int from) implements Decision {}
    }

    /**
     * One quiet iteration of a fork, the input of a stop rule.
     *
     * @param value time per operation, in the same unit for the whole fork; finite and above 0
     * @param seconds how long the iteration took, in seconds
     * @param compiling seconds of JIT compilation during it; 0 if unknown
     */
    record Point(double value, double seconds, double compiling) {

        /** Rejects a value that is not a finite number above 0. */
        public Point {
            if (!Double.isFinite(value) || value <= 0) {
                throw new IllegalArgumentException("value is " + value + "; expected a finite number above 0");
            }
        }
    }
}
