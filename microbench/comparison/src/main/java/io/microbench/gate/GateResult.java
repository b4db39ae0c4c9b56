// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.history.GateNotes;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.GateNotes.SuspectNote.State;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.judge.CaseVerdict;
import io.microbench.report.HistoryReport;
import io.microbench.report.RerunCommand;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * The result of a gate.
 *
 * @param head the commit that was compared with the last good ones
 * @param nomination the suspects that the history analysis found in the run
 * @param findings one finding for each suspect: the confirmed first, and within an outcome, the worst first
 */
public record GateResult(RunSummary latest, String head, Nomination nomination, List<Finding> findings) {

    private static final int SHORT = 10;
    private static final int MOST_COMMITS = 20;
    private static final int MOST_CLASSES = 5;

    public GateResult {
        findings = List.copyOf(findings);
    }

    public long count(Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }

    public long open() {
        return findings.stream().filter(Finding::isOpen).count();
    }

    public GateNotes notes() {
        Stream<SuspectNote> withdrawn = nomination.withdrawn().stream().map(SuspectNote::withdraw);
        return new GateNotes(
                latest.id(),
                Stream.concat(withdrawn, findings.stream().flatMap(finding -> finding.note().stream()))
                        .toList());
    }

    /** Returns whether fresh forks of a suspect are much slower, but too few for a verdict. */
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

    /**
     * Returns the report for a log, a mail or a job summary; the first line is a summary.
     *
     * @param options options of the command that repeats the comparison, such as {@code --module buffer}
     */
    public String text(String options) {
        List<String> lines = new ArrayList<>(List.of(headline()));
        lines.add("Run " + latest.id()
                + latest.commit().map(c -> " of commit " + brief(c)).orElse("")
                + latest.branch().map(name -> " on " + name).orElse("") + ", "
                + Counted.of(latest.cases().size(), "case"));
        HistoryReport.notJudged(nomination).ifPresent(lines::add);
        if (open() > 0) {
            lines.add(Counted.of(open(), "suspect stays", "suspects stay") + " open; the next gate checks "
                    + (open() == 1 ? "it" : "them") + " first");
        }
        for (SuspectNote closed : nomination.withdrawn()) {
            lines.add("Closed because the runs since run " + closed.since() + " are not slower: " + closed.caseId());
        }
        for (Finding finding : findings) {
            lines.add("");
            describe(lines, finding, head, options);
        }
        return String.join("\n", lines) + "\n";
    }

    private String headline() {
        if (findings.isEmpty()) {
            if (!judgedNothing()) {
                return "No slowdown found: no case is under suspicion";
            }
            if (nomination.isTooYoung()) {
                return "Nothing was judged yet: the history has " + Counted.of(nomination.runs(), "run")
                        + ", and a case needs 3 earlier runs";
            }
            return nomination.isTooBusy()
                    ? "Nothing was judged: the machine was too busy in " + nomination.starvedRuns() + " of "
                            + Counted.of(nomination.runs(), "run") + ". Measure while it does no other work"
                    : "Nothing was judged: the history has too few runs to compare this run with";
        }
        StringJoiner counts = new StringJoiner(", ");
        for (Outcome outcome : Outcome.values()) {
            if (count(outcome) > 0) {
                counts.add(count(outcome) + " " + word(outcome));
            }
        }
        long suspects = findings.size();
        String verdict = judgedNothing()
                ? "Nothing was judged: "
                : hasLargeLoss() ? "Large slowdown not judged, too few forks: " : "No regression: ";
        return (count(Outcome.CONFIRMED) > 0 ? "REGRESSION: " : verdict) + suspects
                + (suspects == 1 ? " case" : " cases") + " under suspicion, " + counts;
    }

    private static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void describe(List<String> lines, Finding finding, String head, String options) {
        Suspect suspect = finding.suspect();
        lines.add(word(finding.outcome()).toUpperCase(Locale.ROOT) + "  " + suspect.caseId());
        lines.add("  history: " + history(suspect));
        suspect.noted()
                .ifPresent(note -> lines.add("  open for " + Counted.of(suspect.nights(), "run") + ", since run "
                        + note.since() + "; undecided on " + Counted.of(note.looks(), "night")));
        String lastGood = suspect.lastGoodCommit().orElse("");
        finding.verdict()
                .ifPresent(verdict -> lines.add("  fresh forks of " + brief(lastGood) + " and " + brief(head) + ": "
                        + verdict.summary() + "; " + verdict.baselineForks() + " and " + verdict.candidateForks()
                        + " forks"));
        if (!finding.detail().isEmpty()) {
            lines.add("  " + finding.detail());
        }
        if (finding.outcome() != Outcome.CONFIRMED) {
            return;
        }
        lines.add("  commits since the last good run:");
        finding.commits().stream().limit(MOST_COMMITS).forEach(commit -> lines.add("    " + commit));
        if (finding.commits().size() > MOST_COMMITS) {
            lines.add("    and " + (finding.commits().size() - MOST_COMMITS) + " more");
        }
        lines.add("  compare again: microbench compare " + brief(lastGood) + ".." + brief(head)
                + (options.isEmpty() ? "" : " " + options) + " --cases "
                + RerunCommand.quoted(suspect.caseId()));
    }

    private static String history(Suspect suspect) {
        RunSummary bad = suspect.firstBad().run();
        return Numbers.score(suspect.before()) + " -> " + Numbers.score(suspect.after()) + " "
                + suspect.firstBad().summary().unit() + ", speed " + Numbers.change(suspect.ratio() - 1)
                + ", since run "
                + bad.id() + " of " + bad.time()
                + bad.commit().map(commit -> ", commit " + brief(commit)).orElse("") + " ("
                + suspect.rule().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    }

    /** Returns a line that names the classes, and other files, in which two commits differ for a case. */
    static String changed(List<String> names) {
        return names.isEmpty() ? "" : "changed code that it runs: " + Counted.first(MOST_CLASSES, names);
    }

    static String brief(String commit) {
        return commit.substring(0, Math.min(SHORT, commit.length()));
    }

    /**
     * Describes the outcome for one suspect.
     *
     * @param verdict the verdict of fresh forks; empty if none were run
     * @param commits the commits that contain the change, the latest first, one line each; empty unless it is confirmed
     * @param detail a remark for the user; may be empty
     */
    public record Finding(
            Suspect suspect, Outcome outcome, Optional<CaseVerdict> verdict, List<String> commits, String detail) {

        public enum Outcome {
            /** Fresh forks are slower than forks of the last good commit, or allocate more. */
            CONFIRMED,
            /** Fresh forks do not show the slowdown. */
            NOT_CONFIRMED,
            /** Fresh forks exclude a change of the size that the history shows. */
            RULED_OUT,
            FAILED,
            /** There is no commit to compare with. */
            NOT_CHECKED,
            /** The budget was spent on other suspects. */
            NOT_REACHED
        }

        public Finding {
            commits = List.copyOf(commits);
        }

        /** Returns whether the suspect stays open: its forks reached no verdict, or none were run. */
        boolean isOpen() {
            return outcome == Outcome.FAILED
                    || outcome == Outcome.NOT_REACHED
                    || (outcome == Outcome.NOT_CONFIRMED
                            && verdict.filter(each -> !each.verdict().decided()).isPresent());
        }

        /** Returns the note for the next gate; empty for a suspect that cannot be compared. */
        Optional<SuspectNote> note() {
            if (outcome == Outcome.NOT_CHECKED) {
                return Optional.empty();
            }
            State state = outcome == Outcome.CONFIRMED ? State.CONFIRMED : isOpen() ? State.OPEN : State.RULED_OUT;
            double low = verdict.map(each -> each.ruledOut().map(RuledOut::low).orElse(each.low()))
                    .orElse(1.0);
            return Optional.of(new SuspectNote(
                    suspect.caseId(),
                    state,
                    suspect.noted()
                            .map(SuspectNote::since)
                            .orElse(suspect.latest().run().id()),
                    suspect.firstBad().run().id(),
                    suspect.lastGoodCommit(),
                    suspect.looks() + (state == State.OPEN && verdict.isPresent() ? 1 : 0),
                    suspect.ratio(),
                    state == State.RULED_OUT ? OptionalDouble.of(low) : OptionalDouble.empty()));
        }

        /** Returns the finding for a suspect that was not judged on fresh forks. */
        static Finding without(Suspect suspect, Outcome outcome, String why) {
            return new Finding(suspect, outcome, Optional.empty(), List.of(), why);
        }
    }
}
