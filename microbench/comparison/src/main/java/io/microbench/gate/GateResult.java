// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.Finding.Outcome;
import io.microbench.history.GateNotes;
import io.microbench.history.Nomination;
import io.microbench.history.RunSummary;
import io.microbench.history.SuspectNote;
import io.microbench.judge.CaseVerdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds what a gate came to.
 *
 * @param latest the run that was looked at
 * @param head the commit that was compared with the last good ones
 * @param nomination what the history says of the run
 * @param findings one for each suspect: the confirmed first, and of equal outcomes the worst first
 */
public record GateResult(RunSummary latest, String head, Nomination nomination, List<Finding> findings) {

    /** Copies the list. */
    public GateResult {
        findings = List.copyOf(findings);
    }

    /** Returns how many suspects came to this. */
    public long count(Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    /** Returns how many suspects stay open. */
    public long open() {
        return findings.stream().filter(Finding::isOpen).count();
    }

    /** Returns what the next gate has to know. */
    public GateNotes notes() {
        Stream<SuspectNote> withdrawn = nomination.withdrawn().stream().map(SuspectNote::withdraw);
        return new GateNotes(
                latest.id(),
                Stream.concat(withdrawn, findings.stream().flatMap(finding -> finding.note().stream()))
                        .toList());
    }

    /** Returns whether a suspect is slower by a large factor in fresh forks that are too few for a verdict. */
    public boolean hasLargeLoss() {
        return findings.stream()
                .anyMatch(finding ->
                        finding.verdict().filter(CaseVerdict::hasLargeLoss).isPresent());
    }

    /** Returns whether nothing was judged: neither a case by the history, nor a suspect by fresh forks. */
    public boolean judgedNothing() {
        return findings.isEmpty()
                ? nomination.judgedNothing()
                : count(Outcome.NOT_CHECKED) + count(Outcome.NOT_REACHED) == findings.size();
    }
}
