// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.history.TrainingNight;
import io.microbench.stopping.Training;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Optional;

/** Explains how a run would plan a case by the trainings of its history. */
public record TrainingReport(Trainings trainings, Fingerprint here, ConsoleStyle style) {

    private static final int SECONDS_DECIMALS = 2;
    private static final List<Double> PRECISIONS = List.of(0.01, 0.02, 0.03);

    /** Returns the trainings of a case and the plan that a run derives from them, each line ended by a line feed. */
    public String of(String caseId) {
        StringBuilder text = new StringBuilder(style.text(caseId)).append('\n');
        Optional<TrainingNight> followed = trainings.latest(caseId, here);
        for (TrainingNight night : trainings.having(caseId)) {
            text.append("\n  Training of "
                    + style.text(night.id() + ", " + night.environment().jdk() + " on "
                            + night.environment().cpuModel())
                    + "\n");
            append(text, night.of(caseId).orElseThrow());
            text.append("  " + use(night, followed) + "\n");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, CaseTraining stored) {
        Training training = stored.training();
        text.append("  Of " + Counted.of(stored.forks(), "fork") + " in full: the part from " + seconds(stored.from())
                + " to " + seconds(stored.to()) + " gives the value of the whole within 2 %; forks differ by "
                + Numbers.percent(stored.spread()) + " (standard deviation)\n  First fork: "
                + seconds(training.firstLook())
                + " at first (all of its plan where that is shorter), longer where it starts in another way"
                + " or that part does not show what follows it; later forks: " + seconds(stored.to())
                + "\n  Forks at least:");
        for (double precision : PRECISIONS) {
            text.append(precision == PRECISIONS.get(0) ? " " : ", ")
                    .append(training.forksFor(precision) + " for " + Numbers.percent(precision));
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
