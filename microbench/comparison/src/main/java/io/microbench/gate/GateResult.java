// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.Finding.Outcome;
import io.microbench.history.GateNotes;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.Nomination;
import io.microbench.history.RunSummary;
import io.microbench.judge.CaseVerdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * The result of a gate.
 *
 * @param latest the run that was judged
 * @param head the commit that was compared with the last good ones
 * @param nomination the suspects that the history shows in the run
 * @param findings one for each suspect: the confirmed first, within each outcome the worst first
 */
public record GateResult(RunSummary latest, String head, Nomination nomination, List<Finding> findings) {

    /** Copies the list. */
    public GateResult {
        findings = List.copyOf(findings);
    }

    /** Returns the number of suspects with this outcome. */
    public long count(Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    /** Returns the number of suspects that stay open. */
    public long open() {
        return findings.stream().filter(Finding::isOpen).count();
    }

    /** Returns the notes for the next gate. */
    public GateNotes notes() {
        Stream<SuspectNote> withdrawn = nomination.withdrawn().stream().map(SuspectNote::withdraw);
        return new GateNotes(
                latest.id(),
                Stream.concat(withdrawn, findings.stream().flatMap(finding -> finding.note().stream()))
                        .toList());
    }

    /** Returns whether fresh forks of a suspect are slower by a large factor, but too few for a verdict. */
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
