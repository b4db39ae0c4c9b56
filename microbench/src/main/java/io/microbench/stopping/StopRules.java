/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stopping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The stop rules there are: the standard one, a fixed schedule, and those that {@link MoreStopRules} on the class path add.
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

    private static final Map<String, Function<RuleSettings, StopRule>> FAMILIES = families();

    private StopRules() {}

    private static Map<String, Function<RuleSettings, StopRule>> families() {
        Map<String, Function<RuleSettings, StopRule>> families = new LinkedHashMap<>();
        families.put(PilotFork.NAME, PilotFork::of);
        families.put(FixedSchedule.NAME, FixedSchedule::of);
        return families;
    }

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
                ? new TrainedFork(training.from(), training.to(), HOLD, training.spread(), pilot, false)
                : otherwise;
    }

    /** Returns the names of the rules of this library, the standard one first. */
    public static List<String> names() {
        return List.copyOf(FAMILIES.keySet());
    }

    /** Returns every rule with its default settings: those of {@link #names()}, then those that others add. */
    public static List<StopRule> all() {
        Map<String, Function<RuleSettings, StopRule>> families = new LinkedHashMap<>(FAMILIES);
        families.putAll(added());
        List<StopRule> rules = new ArrayList<>();
        families.forEach((name, family) -> rules.add(family.apply(new RuleSettings(name, ""))));
        return rules;
    }

    private static Map<String, Function<RuleSettings, StopRule>> added() {
        Map<String, Function<RuleSettings, StopRule>> added = new LinkedHashMap<>();
        ServiceLoader.load(MoreStopRules.class, StopRules.class.getClassLoader())
                .forEach(more -> added.putAll(more.families()));
        return added;
    }

    /**
     * Returns the rule that a text names; empty if no rule has the name.
     *
     * @param text the name, or {@code name:key=value,key=value}
     * @throws IllegalArgumentException if the rule does not have a setting, or a value cannot be used; the message names
     *     which, and what is accepted
     */
    public static Optional<StopRule> byName(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        // What a training taught is in the settings: without them the rule is of no use, and no list has it.
        Optional<Function<RuleSettings, StopRule>> family = Optional.<Function<RuleSettings, StopRule>>ofNullable(
                        name.equals(TrainedFork.NAME) ? TrainedFork::of : FAMILIES.get(name))
                // Only now: it takes a search of the class path.
                .or(() -> Optional.ofNullable(added().get(name)));
        return family.map(found -> {
            RuleSettings settings = new RuleSettings(name, colon < 0 ? "" : text.substring(colon + 1));
            StopRule rule = found.apply(settings);
            settings.requireAllKnown();
            return rule;
        });
    }
}
