// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.history.GateNotes;
import io.microbench.history.HistoryException;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.settings.ConfigurationException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Selects a history, and the part of it to read. */
final class HistoryOptions {

    @Parameters(index = "0", paramLabel = "HISTORY", description = "Folder or JDBC URL of the history.")
    private String place = "";

    @Option(names = "--branch", paramLabel = "NAME", description = "Only runs of this branch. Default: all runs.")
    private Optional<String> branch = Optional.empty();

    Optional<String> branch() {
        return branch;
    }

    HistoryStore open() {
        return HistoryStore.open(place);
    }

    /** Reads the runs in chronological order and reports unreadable ones. */
    List<RunSummary> runs(Console console) {
        return runs(place, branch, console);
    }

    /**
     * Reads the runs of a history in chronological order and reports unreadable ones.
     *
     * @throws ConfigurationException if there are none
     */
    static List<RunSummary> runs(String place, Optional<String> branch, Console console) {
        try (HistoryStore store = HistoryStore.open(place)) {
            List<RunSummary> runs = store.read(branch, console::warn);
            if (runs.isEmpty()) {
                throw new ConfigurationException(store + " has no run"
                        + branch.map(name -> " of branch " + name + branches(store))
                                .orElse("") + ". A run is appended by"
                        + " -Dmicrobench.history=... when it ends, or by microbench history add");
            }
            return runs;
        }
    }

    /** Reads the notes of gates and reports unreadable ones. */
    List<GateNotes> notes(Console console) {
        try (HistoryStore store = open()) {
            return store.notes(console::warn);
        }
    }

    /** Saves the notes of a gate, if any. A failure is only a warning, because the verdict of the gate is valid. */
    void keep(GateNotes notes, Console console) {
        if (notes.suspects().isEmpty()) {
            return;
        }
        try (HistoryStore store = open()) {
            store.keep(notes);
        } catch (HistoryException e) {
            console.warn("the next gate will not know of open suspects: " + e.getMessage());
        }
    }

    /** Returns the names of all branches in brackets; empty if no run has a branch. */
    private static String branches(HistoryStore store) {
        String branches = store.read(Optional.empty(), warning -> {}).stream()
                .flatMap(run -> run.branch().stream())
                .distinct()
                .collect(Collectors.joining(", "));
        return branches.isEmpty() ? "" : " (its branches: " + branches + ")";
    }

    /** Reads the trainings and reports unreadable ones. */
    Trainings trainings(Console console) {
        try (HistoryStore store = open()) {
            Trainings read = store.trainings(console::warn);
            if (read.nights().isEmpty()) {
                throw new ConfigurationException(store + " has no training. One is kept by a run with"
                        + " -Dmicrobench.training and -Dmicrobench.history=..., when it ends");
            }
            return read;
        }
    }

    /**
     * Returns the run of the given id, the latest if none is given.
     *
     * @param runs at least one, in the order of time
     */
    static RunSummary choose(List<RunSummary> runs, Optional<String> id) {
        if (id.isEmpty()) {
            return runs.get(runs.size() - 1);
        }
        return runs.stream()
                .filter(run -> run.id().equals(id.get()))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException("The history has no run \"" + id.get()
                        + "\"; its latest is " + runs.get(runs.size() - 1).id()));
    }
}
