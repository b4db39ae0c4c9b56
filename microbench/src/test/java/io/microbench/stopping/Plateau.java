// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * Accepts a level once it has lasted as long as everything before it.
 *
 * <p>A JIT compiler works in stages, and between two of them a benchmark runs on a flat plateau; flatness alone proves
 * nothing. If nothing is known about the time scale of the next stage, the best guess for how long the present state
 * will last is how long it has lasted (Gott, "Implications of the Copernican principle for our future prospects",
 * Nature 363, 1993). The level is that of the second half; its beginning is found by going back, window by window, to
 * the first median that differs by more than a share. The fork is steady when the plateau's age is a given multiple of
 * the time of its beginning.
 *
 * @param shortest seconds before the first check
 * @param longest seconds after which the fork is called unsteady
 * @param level share by which windows of one level may differ
 * @param age the minimum age of a plateau, as a multiple of the time of its beginning
 */
record Plateau(double shortest, double longest, double level, double age) implements StopRule {

    static final String NAME = "plateau";

    Plateau {
        LaboratoryRules.ladder(NAME, shortest, longest, "level", level);
        RuleSettings.atLeast(NAME, "age", age, 1);
    }

    static StopRule of(RuleSettings settings) {
        return new Plateau(
                settings.number("shortest", 10),
                settings.number("longest", 100),
                settings.number("level", 0.015),
                settings.number("age", 3));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Watch begin() {
        return new LadderWatch(shortest, longest) {
            @Override
            protected int measuredFrom(Series series) {
                int half = series.agreeingHalf(level);
                return half >= 0 && series.isOld(level, age) ? half : Series.NONE;
            }
        };
    }
}
