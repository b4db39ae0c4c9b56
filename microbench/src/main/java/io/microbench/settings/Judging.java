// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Describes what a run is compared with and how strictly.
 *
 * @param baseline name of the baseline that cases are judged against; empty for none
 * @param saveAs name under which the run becomes a baseline at its end; empty if it does not
 * @param baselines folder of the baselines
 * @param tolerance share by which speed may change without counting, above 0 and below 1
 * @param confidence confidence of all verdicts of the run together, above 0 and below 1
 * @param forced whether to judge even where the surroundings differ in a way that changes numbers
 * @param history where the run is remembered, as the setting names it; empty if it is not
 * @param branch branch under which it is remembered, where git is not to be asked
 * @param directory the module, at which a relative folder of the history begins
 */
public record Judging(
        Optional<String> baseline,
        Optional<String> saveAs,
        Path baselines,
        double tolerance,
        double confidence,
        boolean forced,
        Optional<String> history,
        Optional<String> branch,
        Path directory) {}
