// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.Optional;

/** In which order the rungs of a ladder are measured; tables have them as the ladder does. */
public enum LadderOrder {
    /** As the ladder has them. */
    GIVEN,
    /** In a random order from the run's seed, so that drift is not mistaken for an effect of the threads. */
    SHUFFLED;

    /** Returns the order that a setting specifies; empty if the annotations decide. */
    public static Optional<LadderOrder> asked(Settings settings) {
        return settings.origin(KnownSettings.ORDER.name())
                .filter(given -> settings.value(KnownSettings.ORDER) == Scheduling.Order.BLOCKS)
                .map(given -> SHUFFLED.name().equalsIgnoreCase(given.value().strip()) ? SHUFFLED : GIVEN);
    }
}
