// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stop rules: the standard one and a fixed schedule.
 *
 * <p>A rule is written as its name, or as its name with settings that differ from its defaults: {@code
 * fixed:warmup=8,measured=4}. {@link StopRule#text()} writes it so, and that is how a rule travels into a fork.
 */
public final class StopRules {

    /** Seconds; a plan below it is a try, and no word on how long the JIT takes. */
    private static final double SHORTEST_PLAN = 10;

    /** Seconds: twenty iterations of 0.1 s, of which the second half is the sample. */
    private static final double SHORTEST_FORK = 2;

    /** A trained window is confirmed by a first fork of so many times its end. */
    static final double HOLD = 4;

    private StopRules() {}

    /** Returns the rule that is used where none is named. */
    public static StopRule standard() {
        return PilotFork.of(new RuleSettings(PilotFork.NAME, ""));
    }

    /**
     * Returns the standard rule for forks that stand in for planned ones.
     *
     * <p>What the author planned says how long a fork of this benchmark is worth. The rule's times are the same shares of it as
     * the defaults are of the 100 s for which they were found (50 s of warm-up and 50 s of measurement).
     *
     * @param planned seconds of warm-up and measurement that the plan gives a fork; at least 0
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
     * Returns the standard rule for a case of which a training is known.
     *
     * @param training what full forks of the case taught
     * @param otherwise the standard rule, which decides where the training does not hold
     */
    public static StopRule trained(Training training, StopRule otherwise) {
        return otherwise instanceof PilotFork pilot
                ? new TrainedFork(
                        training.from(), training.to(), HOLD, training.spread(), training.slowStart(), pilot, false)
                : otherwise;
    }

    /** Returns the names that a setting may give, the standard rule first. */
    public static List<String> names() {
        return List.of(PilotFork.NAME, FixedSchedule.NAME);
    }

    /**
     * Returns the rule that a text names; empty if no rule has the name.
     *
     * @param text the name, or {@code name:key=value,key=value}
     * @throws IllegalArgumentException if the rule does not have a setting, or a value cannot be used; the message names
     *     which, and what is accepted
     */
    public static Optional<StopRule> byName(String text) {
        return byName(text, name -> switch (name) {
            case PilotFork.NAME -> PilotFork::of;
            case FixedSchedule.NAME -> FixedSchedule::of;
            // What a training taught is in the settings: without them the rule is of no use, and no list has it.
            case TrainedFork.NAME -> TrainedFork::of;
            default -> null;
        });
    }

    /** Does the same with other families of rules; a function returns null where there is none of a name. */
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
}
