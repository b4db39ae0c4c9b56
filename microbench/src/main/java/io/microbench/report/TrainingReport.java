// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseTraining;
import io.microbench.history.Fingerprint;
import io.microbench.history.TrainingNight;
import io.microbench.history.Trainings;
import io.microbench.stopping.Training;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Optional;

/** Explains how a run would plan a case by the trainings of its history. */
public final class TrainingReport {

    private static final int SECONDS_DECIMALS = 2;
    private static final List<Double> PRECISIONS = List.of(0.01, 0.02, 0.03);

    private final Trainings trainings;
    private final Fingerprint here;
    private final ConsoleStyle style;

    /** Explains plans of runs in an environment. */
    public TrainingReport(Trainings trainings, Fingerprint here, ConsoleStyle style) {
        this.trainings = trainings;
        this.here = here;
        this.style = style;
    }

    /** Returns the trainings of a case and the plan that a run derives from them, each line ended by a line feed. */
    public String of(String caseId) {
        StringBuilder text = new StringBuilder(style.text(caseId)).append('\n');
        Optional<TrainingNight> followed = trainings.latest(caseId, here);
        for (TrainingNight night : trainings.having(caseId)) {
            text.append("\n  Training of ")
                    .append(style.text(night.id() + ", " + night.environment().jdk() + " on "
                            + night.environment().cpuModel()))
                    .append('\n');
            append(text, night.of(caseId).orElseThrow());
            text.append("  ").append(use(night, followed)).append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, CaseTraining stored) {
        Training training = stored.training();
        text.append("  Of ")
                .append(Counted.of(stored.forks(), "fork"))
                .append(" in full: the part from ")
                .append(seconds(stored.from()))
                .append(" to ")
                .append(seconds(stored.to()))
                .append(" gives the value of the whole within 2 %; forks differ by ")
                .append(Numbers.percent(stored.spread()))
                .append(" (standard deviation)\n  First fork: ")
                .append(seconds(training.firstLook()))
                .append(" at first (all of its plan where that is shorter), longer where it starts in another way"
                        + " or that part does not show what follows it; later forks: ")
                .append(seconds(stored.to()))
                .append("\n  Forks at least:");
        for (double precision : PRECISIONS) {
            text.append(precision == PRECISIONS.get(0) ? " " : ", ")
                    .append(training.forksFor(precision))
                    .append(" for ")
                    .append(Numbers.percent(precision));
        }
        text.append('\n');
    }

    private String use(TrainingNight night, Optional<TrainingNight> followed) {
        if (followed.filter(night::equals).isPresent()) {
            return "Runs with a precision of 5% or less, or a budget, are planned by it here";
        }
        return night.environment().equals(here)
                ? "Not used: there is a later one"
                : "Not used here, " + style.text(here.jdk() + " on " + here.cpuModel() + ", " + here.os())
                        + ": a training holds for the machine and JDK that it was measured on";
    }

    private static String seconds(double seconds) {
        return Numbers.fixed(seconds, SECONDS_DECIMALS) + " s";
    }
}
