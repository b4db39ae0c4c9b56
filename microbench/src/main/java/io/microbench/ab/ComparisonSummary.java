/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Comparison;
import io.microbench.judge.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes one comparison of the verdicts of single cases. */
final class ComparisonSummary {

    private static final Map<Verdict, Integer> IMPORTANCE =
            Map.of(Verdict.SLOWER, 0, Verdict.FASTER, 1, Verdict.UNDECIDED, 2, Verdict.SAME, 3);

    private ComparisonSummary() {}

    static Comparison of(
            String oldName,
            String newName,
            List<CaseVerdict> verdicts,
            Set<CaseId> failed,
            PairedCase.Cases cases,
            double level) {
        return new Comparison(
                oldName,
                newName,
                verdicts.stream().sorted(byImportance()).toList(),
                meanRatio(verdicts),
                level,
                differences(cases.both(), failed),
                cases.onlyOld(),
                cases.onlyNew(),
                Optional.empty());
    }

    /** Slower ones first, and of equal verdicts the largest change. */
    private static Comparator<CaseVerdict> byImportance() {
        return Comparator.comparingInt((CaseVerdict v) -> IMPORTANCE.getOrDefault(v.verdict(), 4))
                .thenComparing(Comparator.comparingDouble((CaseVerdict v) -> Math.abs(Math.log(v.ratio())))
                        .reversed())
                .thenComparing(v -> v.id().text());
    }

    private static double meanRatio(List<CaseVerdict> verdicts) {
        return Math.exp(verdicts.stream()
                .mapToDouble(v -> Math.log(v.ratio()))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN));
    }

    /** Both sides run on one machine and JVM, so only what the builds ask for can differ. */
    private static List<EnvironmentDifference> differences(List<PairedCase> cases, Set<CaseId> failed) {
        Set<EnvironmentDifference> differences = new LinkedHashSet<>();
        for (PairedCase one : cases) {
            List<String> before = one.oldPlan().jvmArgs();
            List<String> after = one.newPlan().jvmArgs();
            if (!before.equals(after) && !failed.contains(one.id())) {
                differences.add(new EnvironmentDifference(
                        "JVM arguments of " + one.id().benchmark(),
                        String.join(" ", before),
                        String.join(" ", after),
                        false));
            }
        }
        return List.copyOf(differences);
    }
}
