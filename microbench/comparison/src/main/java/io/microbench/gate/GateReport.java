// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.Finding.Outcome;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.report.HistoryReport;
import io.microbench.report.RerunCommand;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.Locale;
import java.util.StringJoiner;

/** Formats the result of a gate for a log, a mail or a job summary. */
public final class GateReport {

    private static final int SHORT = 10;
    private static final int MOST_COMMITS = 20;

    private GateReport() {}

    /**
     * Returns the text, each line ended by a line feed; the first one is a summary.
     *
     * @param result the result of the gate
     * @param options the options in the command that repeats the comparison, such as {@code --module buffer}; may be
     *     empty
     */
    public static String text(GateResult result, String options) {
        StringBuilder text = new StringBuilder(headline(result)).append('\n');
        RunSummary latest = result.latest();
        line(
                text,
                "Run " + latest.id()
                        + latest.commit().map(c -> " of commit " + brief(c)).orElse("")
                        + latest.branch().map(name -> " on " + name).orElse("") + ", "
                        + Counted.of(latest.cases().size(), "case"));
        HistoryReport.notJudged(result.nomination()).ifPresent(line -> line(text, line));
        if (result.open() > 0) {
            line(
                    text,
                    Counted.of(result.open(), "suspect stays", "suspects stay")
                            + " open; the next gate begins with them");
        }
        for (SuspectNote closed : result.nomination().withdrawn()) {
            line(text, "Closed, as the runs since run " + closed.since() + " are not slower: " + closed.caseId());
        }
        for (Finding finding : result.findings()) {
            text.append('\n');
            describe(text, finding, result.head(), options);
        }
        return text.toString();
    }

    private static String headline(GateResult result) {
        if (result.findings().isEmpty()) {
            if (!result.judgedNothing()) {
                return "Nothing became slower: no case is under suspicion";
            }
            return result.nomination().isTooYoung()
                    ? "Nothing was judged yet: the history has "
                            + Counted.of(result.nomination().runs(), "run") + ", and a case needs 3 earlier ones"
                    : "Nothing was judged: the history has too little to compare this run with";
        }
        StringJoiner counts = new StringJoiner(", ");
        for (Outcome outcome : Outcome.values()) {
            if (result.count(outcome) > 0) {
                counts.add(result.count(outcome) + " " + word(outcome));
            }
        }
        long suspects = result.findings().size();
        String verdict = result.judgedNothing()
                ? "Nothing was judged: "
                : result.hasLargeLoss() ? "Large slowdown not judged, too few forks: " : "No regression: ";
        return (result.count(Outcome.CONFIRMED) > 0 ? "REGRESSION: " : verdict) + suspects
                + (suspects == 1 ? " case" : " cases") + " under suspicion, " + counts;
    }

    private static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void describe(StringBuilder text, Finding finding, String head, String options) {
        Suspect suspect = finding.suspect();
        line(text, word(finding.outcome()).toUpperCase(Locale.ROOT) + "  " + suspect.caseId());
        line(text, "  history: " + history(suspect));
        suspect.noted()
                .ifPresent(note -> line(
                        text,
                        "  open for " + Counted.of(suspect.nights(), "run") + ", since run " + note.since()
                                + "; forks did not" + " decide on " + Counted.of(note.looks(), "night")));
        String lastGood = suspect.lastGoodCommit().orElse("");
        finding.verdict()
                .ifPresent(verdict -> line(
                        text,
                        "  fresh forks of " + brief(lastGood) + " and " + brief(head) + ": " + verdict.summary() + "; "
                                + verdict.baselineForks() + " and " + verdict.candidateForks() + " forks"));
        if (!finding.detail().isEmpty()) {
            line(text, "  " + finding.detail());
        }
        if (finding.outcome() != Outcome.CONFIRMED) {
            return;
        }
        line(text, "  commits since the last good run:");
        finding.commits().stream().limit(MOST_COMMITS).forEach(commit -> line(text, "    " + commit));
        if (finding.commits().size() > MOST_COMMITS) {
            line(text, "    and " + (finding.commits().size() - MOST_COMMITS) + " more");
        }
        line(
                text,
                "  look again: microbench compare " + brief(lastGood) + ".." + brief(head)
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

    private static String brief(String commit) {
        return commit.substring(0, Math.min(SHORT, commit.length()));
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }
}
