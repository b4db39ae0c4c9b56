// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Decision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stop rules: the standard one and a fixed schedule.
 *
 * <p>A rule is written as its name, or as its name with settings that differ from its defaults:
 * {@code fixed:warmup=8,measured=4}. {@link StopRule#text()} has this form, which is also passed to forks.
 */
public final class StopRules {

    /** Seconds; a shorter plan is a trial, and does not show how long the JIT takes. */
    private static final double SHORTEST_PLAN = 10;

    /** Seconds: twenty iterations of 0.1 s, whose second half is the sample. */
    private static final double SHORTEST_FORK = 2;

    /** The length of the first fork that confirms a trained window, as a multiple of its end. */
    static final double HOLD = 4;

    private StopRules() {}

    /** Returns the default rule. */
    public static StopRule standard() {
        return PilotFork.of(new RuleSettings(PilotFork.NAME, ""));
    }

    /**
     * Returns the standard rule for forks that replace planned ones.
     *
     * <p>The author's plan shows how long forks of this benchmark should be. The rule's times are the same shares of it as the
     * defaults are of the 100 s for which they were determined (50 s of warm-up and 50 s of measurement).
     *
     * @param planned seconds of warm-up and measurement of a fork in the plan; at least 0
     */
    public static StopRule standard(double planned) {
        double length = Math.max(SHORTEST_PLAN, planned);
        PilotFork defaults = PilotFork.of(new RuleSettings(PilotFork.NAME, ""));
        double share = length / defaults.longest();
        return new PilotFork(
                defaults.first() * share,
                Math.max(SHORTEST_FORK, defaults.early() * share),
                defaults.age(),
                Math.max(SHORTEST_FORK, defaults.later() * share),
                length,
                defaults.agreement(),
                defaults.patience(),
                defaults.slower(),
                defaults.known(),
                defaults.fastest());
    }

    /**
     * Returns the standard rule for a case with a training.
     *
     * @param training results of full forks of the case
     * @param otherwise the standard rule, which decides if the training does not hold
     */
    public static StopRule trained(Training training, StopRule otherwise) {
        return otherwise instanceof PilotFork pilot
                ? new TrainedFork(
                        training.from(), training.to(), HOLD, training.spread(), training.slowStart(), pilot, false)
                : otherwise;
    }

    /** Returns the names for settings, the standard rule first. */
    public static List<String> names() {
        return List.of(PilotFork.NAME, FixedSchedule.NAME);
    }

    /**
     * Parses a rule; empty if no rule has the name.
     *
     * @param text the name, or {@code name:key=value,key=value}
     * @throws IllegalArgumentException if the rule does not have a setting, or a value is invalid; the message says what
     *     is expected
     */
    public static Optional<StopRule> byName(String text) {
        return byName(text, name -> switch (name) {
            case PilotFork.NAME -> PilotFork::of;
            case FixedSchedule.NAME -> FixedSchedule::of;
            // The rule needs the results of a training as settings, so it is not listed.
            case TrainedFork.NAME -> TrainedFork::of;
            default -> null;
        });
    }

    /** Parses a rule of other families; a function returns null if it has none of the name. */
    static Optional<StopRule> byName(
            String text, Function<String, @Nullable Function<RuleSettings, StopRule>> families) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Function<RuleSettings, StopRule> family = families.apply(name);
        if (family == null) {
            return Optional.empty();
        }
        RuleSettings settings = new RuleSettings(name, colon < 0 ? "" : text.substring(colon + 1));
        StopRule rule = family.apply(settings);
        settings.requireAllKnown();
        return Optional.of(rule);
    }

    /**
     * Warms up for a fixed time and measures for a fixed time, like JMH itself.
     *
     * <p>It never calls a fork unsteady, because it does not check. It is the benchmark for other rules: a rule that is no
     * better than a fixed schedule of the same cost is useless.
     *
     * @param warmup seconds before the first measured point
     * @param measured seconds that are measured
     */
    record FixedSchedule(double warmup, double measured) implements StopRule {
        static final String NAME = "fixed";

        FixedSchedule {
            RuleSettings.atLeast(NAME, "warmup", warmup, 0);
            RuleSettings.above(NAME, "measured", measured, 0);
        }

        static StopRule of(RuleSettings settings) {
            return new FixedSchedule(settings.number("warmup", 40), settings.number("measured", 10));
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public OptionalDouble longestFork() {
            return OptionalDouble.of(warmup + measured);
        }

        @Override
        public String settings() {
            return RuleSettings.text("warmup", warmup, "measured", measured);
        }

        @Override
        public Watch begin() {
            Series series = new Series();
            return point -> {
                series.add(point);
                int from = series.after(warmup - 2 * Series.ROUNDING) + (warmup > 0 ? 1 : 0);
                double warm = from == 0 ? 0 : series.end(Math.min(from, series.count()) - 1);
                return from < series.count() && series.seconds() >= warm + measured - Series.ROUNDING
                        ? new Decision.Done(from)
                        : new Decision.Continue();
            };
        }
    }
}
