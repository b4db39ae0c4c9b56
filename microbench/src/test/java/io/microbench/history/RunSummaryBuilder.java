// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.RunSummary.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds the summary of a synthetic run, or a modified copy of a summary. */
public final class RunSummaryBuilder {

    private String id;
    private Instant time;
    private Optional<String> commit = Optional.empty();
    private boolean dirty;
    private Optional<String> branch = Optional.empty();
    private Fingerprint environment = new Fingerprint("JDK", "VM", "CPU", "OS");
    private List<CaseSummary> cases = List.of();
    private Optional<List<String>> classes = Optional.empty();

    private RunSummaryBuilder(String id, Instant time) {
        this.id = id;
        this.time = time;
    }

    public static RunSummaryBuilder of(String id, Instant time) {
        return new RunSummaryBuilder(id, time);
    }

    public static RunSummaryBuilder of(RunSummary from) {
        return of(from.id(), from.time())
                .commit(from.commit())
                .dirty(from.dirty())
                .branch(from.branch())
                .environment(from.environment())
                .cases(from.cases())
                .classes(from.classes());
    }

    public RunSummaryBuilder id(String newId) {
        id = newId;
        return this;
    }

    public RunSummaryBuilder time(Instant newTime) {
        time = newTime;
        return this;
    }

    public RunSummaryBuilder commit(Optional<String> newCommit) {
        commit = newCommit;
        return this;
    }

    public RunSummaryBuilder dirty(boolean isDirty) {
        dirty = isDirty;
        return this;
    }

    public RunSummaryBuilder branch(Optional<String> newBranch) {
        branch = newBranch;
        return this;
    }

    public RunSummaryBuilder environment(Fingerprint newEnvironment) {
        environment = newEnvironment;
        return this;
    }

    public RunSummaryBuilder cases(List<CaseSummary> newCases) {
        cases = newCases;
        return this;
    }

    public RunSummaryBuilder classes(Optional<List<String>> newClasses) {
        classes = newClasses;
        return this;
    }

    public RunSummary build() {
        return new RunSummary(id, time, commit, dirty, branch, environment, cases, classes);
    }
}
