// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunFolder;
import io.microbench.text.Counted;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Holds the cases of a run that are not measured because their methods return other results than they have to agree with. */
final class Disagreements {

    private final RunFolder folder;
    private final PrintStream console;
    private final Map<CaseId, Failure> found = new HashMap<>();
    private int notCompared;

    Disagreements(RunFolder folder, PrintStream console) {
        this.folder = folder;
        this.console = console;
    }

    /** Compares the results of the given cases. */
    void look(List<PlannedCase> cases, BooleanSupplier stopped) {
        found.putAll(SameResults.check(cases, folder.path().toAbsolutePath(), stopped, this::warn));
    }

    private void warn(String warning) {
        console.println("# WARNING: " + warning);
        notCompared++;
    }

    /** Prints at the end how often results could not be compared. */
    void summarize() {
        if (notCompared > 0) {
            console.println("# WARNING: " + Counted.of(notCompared, "check") + " of @SameResult could not be made,"
                    + " and no test fails for that. The reasons are printed before the first fork.");
        }
    }

    /** Returns those of the given cases that may be measured. */
    List<PlannedCase> without(List<PlannedCase> cases) {
        return cases.stream()
                .filter(planned -> !found.containsKey(planned.id()))
                .toList();
    }

    /** Ends a case that disagrees with another; empty for others. */
    Optional<CaseOutcome> end(PlannedCase planned) {
        return Optional.ofNullable(found.get(planned.id())).map(failure -> {
            console.println("# FAILED " + planned.id().text() + ": " + failure.message());
            console.println();
            CaseResult result = CaseResult.planned(planned.id(), planned.plan()).failed(failure.message());
            folder.end(result);
            return new CaseOutcome.Failed(result, failure);
        });
    }
}
