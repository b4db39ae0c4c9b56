// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.ClassCode;
import io.microbench.forks.LoadedClasses;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;
import io.microbench.text.Counted;
import io.microbench.text.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Leaves out cases that a recent run of the history measured with the same code, JVM, arguments and machine.
 *
 * <p>The classes that the case loaded in that run are compared with those on the current class path. A new class can
 * only be reached through a changed class or resource.
 */
final class UnchangedCode {

    /** The beginning of the reason why a case is left out. */
    static final String REASON = "runs the same code as in run ";

    private final List<RunSummary> runs;
    private final Environment here;
    private final ClassCode code;
    private final UnaryOperator<RunSummary> whole;
    private final Set<String> facts;
    private final Map<String, RunSummary> read = new HashMap<>();

    /**
     * Prepares to look up cases.
     *
     * @param runs the recent runs, in chronological order
     * @param whole returns a run with its classes
     */
    UnchangedCode(List<RunSummary> runs, Environment here, ClassCode code, UnaryOperator<RunSummary> whole) {
        this.runs = runs;
        this.here = here;
        this.code = code;
        this.whole = whole;
        this.facts = Set.copyOf(DecisiveFacts.known(DecisiveFacts.of(here)));
    }

    /**
     * Returns the function that switches off unchanged cases; it changes nothing unless {@code microbench.unchanged} has a
     * number of days.
     */
    static UnaryOperator<PlannedCase> leavingOut(
            Plan plan, Optional<Integer> days, Instant now, Consumer<String> notes) {
        Judging judging = plan.judging();
        if (days.orElse(0) == 0
                || judging.history().isEmpty()
                || plan.isTraining()
                || plan.nodes().isPresent()) {
            return UnaryOperator.identity();
        }
        Instant oldest = now.minus(Duration.ofDays(days.get()));
        Map<String, PlannedCase> known = new HashMap<>();
        int leftOut = 0;
        try (HistoryStore store = HistoryStore.open(judging.history().get(), judging.directory())) {
            List<RunSummary> recent =
                    store.read(Optional.empty(), warning -> notes.accept("WARNING: history: " + warning)).stream()
                            .filter(run -> run.time().isAfter(oldest))
                            .toList();
            UnchangedCode unchanged =
                    new UnchangedCode(recent, EnvironmentProbe.here(), LoadedClasses.codeOfForks(), store::whole);
            for (PlannedCase planned : plan.cases()) {
                Optional<String> reason =
                        planned.switchedOff().isPresent() ? Optional.empty() : unchanged.reason(planned);
                leftOut += reason.isPresent() ? 1 : 0;
                known.put(planned.id().text(), reason.map(planned::switchedOff).orElse(planned));
            }
        }
        notes.accept(
                leftOut + " of " + Counted.of(plan.cases().size(), "case") + " left out: same code, JVM and machine as"
                        + " in a run of the last " + Counted.of(days.get(), "day"));
        return planned -> known.getOrDefault(planned.id().text(), planned);
    }

    /** Returns why a case need not be measured; empty if it has to be. */
    Optional<String> reason(PlannedCase planned) {
        String id = planned.id().text();
        return latest(planned)
                .filter(run -> {
                    Map<String, String> before = read.computeIfAbsent(run.id(), unread -> whole.apply(run))
                            .code(id);
                    return !before.isEmpty()
                            && ClassCode.differences(before, code.of(before.keySet()))
                                    .isEmpty();
                })
                .map(run -> REASON + run.id() + " (microbench.unchanged)");
    }

    /** Returns the last run that measured a case on this machine, in this JVM, with its current arguments. */
    private Optional<RunSummary> latest(PlannedCase planned) {
        boolean otherJvm = planned.plan().jvm().isPresent() || planned.plan().inProcess();
        List<String> arguments = Redaction.arguments(planned.plan().jvmArgs());
        return runs.stream()
                .filter(run -> !otherJvm && run.environment().equals(Fingerprint.of(here)))
                .filter(run -> run.find(planned.id().text())
                        .filter(each -> each.code().isPresent()
                                && !each.mostlyStarved()
                                && each.setup().jvmArgs().equals(arguments)
                                && each.setup().facts().containsAll(facts))
                        .isPresent())
                .reduce((earlier, later) -> later);
    }
}
