/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

import java.util.Optional;

/** Placeholder until the rules arrive. */
public final class StopRules {

    private StopRules() {}

    /** Returns the rule that is used where none is named. */
    public static StopRule standard() {
        return new TrailingHalf();
    }

    /** Returns the rule of that name. */
    public static Optional<StopRule> byName(String name) {
        return Optional.of(standard()).filter(rule -> rule.name().equals(name));
    }
}
