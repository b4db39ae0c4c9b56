// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.text.Counted;
import java.util.Collection;
import java.util.StringJoiner;

/** How one case ended. */
public sealed interface CaseOutcome {

    /** Returns the recorded result of the case. */
    CaseResult result();

    /** Every fork delivered all its iterations. */
    record Completed(CaseResult result) implements CaseOutcome {}

    /** The run's time was over before its first fork. */
    record NotReached(CaseResult result) implements CaseOutcome {

        private static final int MOST_NAMES = 5;

        /** Returns which cases the time was too short for, in a sentence. */
        public static String message(Collection<String> names) {
            return "The time budget ran out before the first fork finished; not measured: "
                    + Counted.first(MOST_NAMES, names);
        }
    }

    /** A fork failed; later forks of the case were not started. */
    record Failed(CaseResult result, Failure failure) implements CaseOutcome {

        /** Returns the outcome of a case that the end of the run came before. */
        static Failed notStarted(PlannedCase planned) {
            String message = "The run was stopped before this case.";
            return new Failed(
                    CaseResult.planned(planned.id(), planned.plan()), Failure.of(Failure.Kind.STOPPED, message));
        }

        /** Returns a message for people: what happened, the fork's arguments, the tail of its output; no stack trace. */
        public String message() {
            StringJoiner text = new StringJoiner(System.lineSeparator());
            text.add(result.id().text() + " failed: " + failure.message());
            if (!failure.command().isEmpty()) {
                text.add("Fork: " + String.join(" ", failure.command()));
            }
            if (!failure.outputTail().isEmpty()) {
                text.add("Last lines of its output:");
                failure.outputTail().forEach(line -> text.add("  " + line));
            }
            return text.toString();
        }
    }
}
