// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.TrainingNight;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Plans the cases of a run by the training results in its history, and stores new results there. */
final class RunTraining {

    private final Planner planner;
    private final Trainings known;
    private final Fingerprint here;
    private final Set<String> followed = new TreeSet<>();
    private int trained;
    private int elsewhere;

    RunTraining(Planner planner, Trainings known, Fingerprint here) {
        this.planner = planner;
        this.known = known;
        this.here = here;
    }

    /** Returns the function that plans cases by the training results of the history, if there are any. */
    static UnaryOperator<PlannedCase> replanning(Plan plan, Planner planner, Consumer<String> notes) {
        Judging judging = plan.judging();
        boolean open =
                plan.cases().stream().anyMatch(each -> each.plan().adaptive().isPresent());
        if (judging.history().isEmpty()
                || !open
                || plan.isTraining()
                || plan.nodes().isPresent()) {
            return UnaryOperator.identity();
        }
        Trainings known;
        try (HistoryStore store = HistoryStore.open(judging.history().get(), judging.directory())) {
            known = store.trainings(warning -> notes.accept("WARNING: history: " + warning));
        }
        if (known.nights().isEmpty()) {
            return UnaryOperator.identity();
        }
        RunTraining training = new RunTraining(planner, known, Fingerprint.of(EnvironmentProbe.here()));
        plan.cases().forEach(training::replanned);
        training.note(plan.cases().size()).ifPresent(notes);
        return training::replanned;
    }

    PlannedCase replanned(PlannedCase planned) {
        String id = planned.id().text();
        // The version of another JVM is unknown before its first fork.
        Optional<TrainingNight> night = planned.plan().jvm().isPresent() ? Optional.empty() : known.latest(id, here);
        if (night.isEmpty()) {
            elsewhere += known.having(id).isEmpty() ? 0 : 1;
            return planned;
        }
        CaseTraining training = night.get().of(id).orElseThrow();
        PlannedCase other = planner.trained(training.training(), night.get().id(), planned);
        if (!other.equals(planned)) {
            trained++;
            followed.add(night.get().id());
        }
        return other;
    }

    Optional<String> note(int cases) {
        List<String> found = new ArrayList<>();
        if (trained > 0) {
            found.add(trained + " of " + Counted.of(cases, "case") + " planned by the training run "
                    + String.join(", ", followed));
        }
        if (elsewhere > 0) {
            found.add(Counted.of(elsewhere, "case") + (elsewhere == 1 ? " has" : " have")
                    + " training data only from another machine or JDK, which is not used");
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", found));
    }

    static void keep(Plan plan, RunRecord run, Consumer<String> notes) {
        if (!plan.isTraining()) {
            return;
        }
        TrainingNight night = TrainingNight.of(run);
        int without = run.cases().size() - night.cases().size();
        if (night.cases().isEmpty()) {
            notes.accept("WARNING: no case had two full forks; no training data is stored");
            return;
        }
        Judging judging = plan.judging();
        try (HistoryStore store = HistoryStore.open(judging.history().orElseThrow(), judging.directory())) {
            store.keep(night);
            notes.accept("Training: " + store + ", " + Counted.of(night.cases().size(), "case")
                    + (without == 0 ? "" : "; " + Counted.of(without, "case") + " had fewer than two full forks"));
        }
    }
}
