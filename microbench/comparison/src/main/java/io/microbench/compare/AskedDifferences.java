// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.EnvironmentDifference;
import io.microbench.judge.RunComparison;
import java.util.List;

/**
 * Marks the differences that a comparison of JVMs or of their arguments was made for. Between builds they make numbers
 * doubtful; between variants they are the subject of the verdicts.
 */
final class AskedDifferences {

    /** The text after the name of such a difference in every report. */
    static final String MARK = " (this is what is compared)";

    /** How consumed results are kept from the compiler is no part of it: the two ways cost different time. */
    private static final List<String> ASKED = List.of("JDK", "JVM arguments", "Assertions");

    private AskedDifferences() {}

    /** Returns the comparison in which they are named as what is compared, and cast no doubt on the numbers. */
    static RunComparison in(RunComparison comparison) {
        return new RunComparison(
                comparison.baselineName(),
                comparison.candidateName(),
                comparison.verdicts(),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.level(),
                comparison.differences().stream().map(AskedDifferences::marked).toList(),
                comparison.missing(),
                comparison.added(),
                comparison.refusal(),
                comparison.condition(),
                comparison.sideBySide());
    }

    private static EnvironmentDifference marked(EnvironmentDifference difference) {
        boolean asked = ASKED.stream()
                .anyMatch(name ->
                        difference.name().equals(name) || difference.name().startsWith(name + " of "));
        return asked
                ? new EnvironmentDifference(
                        difference.name() + MARK, difference.baselineValue(), difference.candidateValue(), false)
                : difference;
    }
}
