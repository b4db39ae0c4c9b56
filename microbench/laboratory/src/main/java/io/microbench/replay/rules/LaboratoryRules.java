/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.replay.rules;

import io.microbench.stopping.MoreStopRules;
import io.microbench.stopping.RuleSettings;
import io.microbench.stopping.StopRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Offers the rules of this package by their names. */
public final class LaboratoryRules implements MoreStopRules {

    /** For {@link java.util.ServiceLoader}. */
    public LaboratoryRules() {}

    @Override
    public Map<String, Function<RuleSettings, StopRule>> families() {
        Map<String, Function<RuleSettings, StopRule>> families = new LinkedHashMap<>();
        families.put(TrailingHalf.NAME, TrailingHalf::of);
        families.put(Plateau.NAME, Plateau::of);
        families.put(Equivalence.NAME, Equivalence::of);
        families.put(ChangePointRule.NAME, ChangePointRule::of);
        families.put(LowVariation.NAME, LowVariation::of);
        return families;
    }
}
