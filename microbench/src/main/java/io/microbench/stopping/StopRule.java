// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Decides when a fork is warmed up and when it has been measured for long enough. Immutable.
 *
 * <p>The text form of a rule is its name, optionally with settings that differ from its defaults: {@code
 * fixed:warmup=8,measured=4}. {@link #text()} returns this form, which is also passed to forks.
 */
public interface StopRule {

    static StopRule standard() {
        return PilotFork.standard();
    }

    /**
     * Returns the standard rule for forks that replace the planned forks.
     *
     * <p>The author's plan shows how long forks of this benchmark should be. The rule's times are scaled to this length. The
     * defaults were determined for 100 s (50 s of warm-up and 50 s of measurement).
     *
     * @param planned seconds of warm-up and measurement of a fork in the plan; at least 0
     */
    static StopRule standard(double planned) {
        return PilotFork.standard().scaled(planned);
    }

    /**
     * Returns the standard rule for a case with training data; {@code otherwise} is used if the first fork does not
     * confirm it.
     */
    static StopRule trained(Training training, StopRule otherwise) {
        return otherwise instanceof PilotFork pilot ? TrainedFork.of(training, pilot) : otherwise;
    }

    /** Returns the names for settings, the standard rule first. */
    static List<String> names() {
        return List.of(PilotFork.NAME, FixedSchedule.NAME);
    }

    /**
     * Parses a rule; empty if no rule has the name.
     *
     * @param text the name, or {@code name:key=value,key=value}
     * @throws IllegalArgumentException if the rule does not have a setting, or a value is invalid; the message says what
     *     is expected
     */
    static Optional<StopRule> byName(String text) {
        return RuleSettings.rule(text, name -> switch (name) {
            case PilotFork.NAME -> PilotFork::of;
            case FixedSchedule.NAME -> FixedSchedule::of;
            // The rule needs the results of a training run as settings, so it is not listed.
            case TrainedFork.NAME -> TrainedFork::of;
            default -> null;
        });
    }

    /** Parses a rule as {@link #byName} does; throws an exception if no rule has the name. */
    static StopRule of(String text) {
        return byName(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Unknown stop rule " + text + "; expected " + String.join(" or ", names())));
    }

    String name();

    /** Returns all settings as {@code key=value,key=value}: by default the components of the record. Times are in seconds. */
    default String settings() {
        return this instanceof Record rule ? RuleSettings.text(rule) : "";
    }

    /** Returns name and settings in the form that {@link #byName} reads. */
    default String text() {
        return settings().isEmpty() ? name() : name() + ":" + settings();
    }

    Watch begin();

    /**
     * Returns the rule for the case's next fork, which may use the points of this one; by default the same rule.
     *
     * @param fork all points of the fork that ended, warm-up included, in order, as given to the rule
     */
    default StopRule next(List<Point> fork) {
        return this;
    }

    /** Returns the maximum length of a fork in seconds; empty if unknown. */
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
