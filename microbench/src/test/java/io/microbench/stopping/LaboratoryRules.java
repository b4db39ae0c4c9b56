// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Experimental stop rules, for comparison with those of the product; runs cannot use them. */
public final class LaboratoryRules {

    private static final Map<String, Function<RuleSettings, StopRule>> FAMILIES = families();

    private LaboratoryRules() {}

    private static Map<String, Function<RuleSettings, StopRule>> families() {
        Map<String, Function<RuleSettings, StopRule>> families = new LinkedHashMap<>();
        families.put(TrailingHalf.NAME, TrailingHalf::of);
        families.put(Plateau.NAME, Plateau::of);
        families.put(Equivalence.NAME, Equivalence::of);
        families.put(ChangePointRule.NAME, ChangePointRule::of);
        families.put(LowVariation.NAME, LowVariation::of);
        return families;
    }

    /** Returns the names of all rules, those of the product first. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(StopRule.names());
        names.addAll(FAMILIES.keySet());
        return names;
    }

    /** Returns every rule with its default settings, those of the product first. */
    public static List<StopRule> all() {
        return names().stream().map(name -> byName(name).orElseThrow()).toList();
    }

    /** Parses name and settings of a rule like {@link StopRule#byName(String)}; returns empty if it is unknown. */
    public static Optional<StopRule> byName(String text) {
        return StopRule.byName(text).or(() -> RuleSettings.rule(text, FAMILIES::get));
    }

    /** Checks the settings that nearly all rules have: ordered times, and a share. */
    static void ladder(String rule, double shortest, double longest, String key, double share) {
        RuleSettings.above(rule, "shortest", shortest, 0);
        RuleSettings.atLeast(rule, "longest", longest, shortest);
        RuleSettings.above(rule, key, share, 0);
    }
}
