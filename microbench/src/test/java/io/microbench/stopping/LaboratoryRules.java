// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Stop rules that were tried beside those of the product, with which they are compared; no run can choose them. */
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
        List<String> names = new ArrayList<>(StopRules.names());
        names.addAll(FAMILIES.keySet());
        return names;
    }

    /** Returns every rule with its default settings, those of the product first. */
    public static List<StopRule> all() {
        return names().stream().map(name -> byName(name).orElseThrow()).toList();
    }

    /** Returns the rule that a text names, as {@link StopRules#byName(String)} does; empty if no rule has the name. */
    public static Optional<StopRule> byName(String text) {
        return StopRules.byName(text).or(() -> StopRules.byName(text, FAMILIES::get));
    }

    /** Checks what nearly all of them have: times in order, and a share. */
    static void ladder(String rule, double shortest, double longest, String key, double share) {
        RuleSettings.above(rule, "shortest", shortest, 0);
        RuleSettings.atLeast(rule, "longest", longest, shortest);
        RuleSettings.above(rule, key, share, 0);
    }
}
