// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.warning.Guard;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The top of the page: the result of the run, the differences from the baseline, and the environment. */
final class HtmlSummary {

    private final RunRecord run;
    private final Optional<RunComparison> comparison;
    private final List<Guard> guards;
    private final Map<String, String> sentences;
    private final Optional<Repeat> repeat;
    private final StringBuilder html = new StringBuilder();

    HtmlSummary(
            RunRecord run,
            Optional<RunComparison> comparison,
            List<Guard> guards,
            Map<String, String> sentences,
            Optional<Repeat> repeat) {
        this.run = run;
        this.comparison = comparison;
        this.guards = guards;
        this.sentences = sentences;
        this.repeat = repeat;
    }

    /** Returns the part below the cases: warnings on single cases in full, and the machine. */
    static String rest(RunRecord run, List<Guard> guards) {
        HtmlSummary rest = new HtmlSummary(
                run,
                Optional.empty(),
                guards.stream().filter(guard -> !guard.subject().isEmpty()).toList(),
                Map.of(),
                Optional.empty());
        rest.warnings("Warnings about cases", rest.guards);
        rest.environment();
        return rest.html.toString();
    }

    String write() {
        html.append("<section class=\"panel " + tone() + "\" aria-label=\"Summary\">\n");
        html.append("<p class=\"headline\">" + Html.escape(headline()) + "</p>\n");
        html.append(HtmlSentences.write(sentences));
        comparison.ifPresent(c -> {
            paragraph("Baseline: " + c.baselineName() + " · candidate: " + c.candidateName());
            if (!VerdictTable.basis(c).isEmpty()) {
                paragraph(VerdictTable.basis(c));
            }
            c.largeChanges().ifPresent(this::paragraph);
        });
        html.append("<div class=\"tiles\">\n");
        if (comparison.filter(c -> !c.verdicts().isEmpty()).isPresent()) {
            for (Verdict verdict : List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.UNDECIDED, Verdict.SAME)) {
                tile(verdict.name(), comparison.get().count(verdict));
            }
        } else {
            tile("DONE", status(Status.DONE));
        }
        tile("FAILED", status(Status.FAILED));
        if (status(Status.SKIPPED) > 0) {
            tile("SKIPPED", status(Status.SKIPPED));
        }
        if (status(Status.PLANNED) > 0) {
            tile("PLANNED", status(Status.PLANNED));
        }
        html.append("</div>\n");
        comparison.ifPresent(this::lists);
        html.append("</section>\n");
        comparison.ifPresent(c -> html.append(HtmlRatios.write(c, repeat)));
        warnings(
                "Warnings about the run",
                guards.stream().filter(guard -> guard.subject().isEmpty()).toList());
        comparison.ifPresent(this::differences);
        return html.toString();
    }

    private String headline() {
        if (comparison.isPresent()) {
            return VerdictTable.headline(comparison.get());
        }
        long failed = status(Status.FAILED);
        int cases = run.cases().size();
        return (status(Status.DONE) == cases
                        ? Counted.of(cases, "case passed", "cases, all passed")
                        : Counted.of(cases, "case") + (failed == 0 ? ", none failed" : ", " + failed + " failed"))
                + ". No baseline.";
    }

    private String tone() {
        if (status(Status.FAILED) > 0
                || comparison.filter(c -> !c.regressions().isEmpty()).isPresent()) {
            return "bad";
        }
        boolean unsure = comparison
                .filter(c -> c.judgedNothing() || c.count(Verdict.UNDECIDED) > 0)
                .isPresent();
        return unsure ? "warn" : comparison.isPresent() ? "good" : "";
    }

    private long status(Status status) {
        return run.cases().stream()
                .map(CaseResult::status)
                .filter(status::equals)
                .count();
    }

    private void tile(String status, long count) {
        String name = status.equals("PLANNED") ? "not run" : status.toLowerCase(Locale.ROOT);
        html.append("<button type=\"button\" class=\"tile\" data-status=\"" + status + "\" aria-pressed=\"false\""
                + (count == 0 ? " disabled" : "") + "><b class=\"" + (count == 0 ? "" : status) + "\">" + count
                + "</b><span>" + name + "</span></button>\n");
    }

    private void lists(RunComparison c) {
        list(c.missing(), " only in the baseline, not judged");
        list(c.added(), " only in the candidate, not judged");
    }

    private void list(List<CaseId> ids, String what) {
        if (ids.isEmpty()) {
            return;
        }
        html.append("<details><summary>" + Counted.of(ids.size(), "case") + what + "</summary>\n<pre>");
        ids.forEach(id -> html.append(Html.escape(id.text()) + "\n"));
        html.append("</pre></details>\n");
    }

    private void warnings(String title, List<Guard> some) {
        List<String> warnings = Guard.lines(some);
        if (warnings.isEmpty()) {
            return;
        }
        html.append("<section class=\"panel warn\">\n<h2>" + title + "</h2>\n<ul class=\"warnings\">\n");
        warnings.forEach(warning -> html.append("<li>" + Html.escape(warning) + "</li>\n"));
        html.append("</ul>\n</section>\n");
    }

    private void differences(RunComparison c) {
        if (c.differences().isEmpty()) {
            paragraph("The recorded environments of the two runs do not differ.");
            return;
        }
        boolean decisive = c.differences().stream().anyMatch(EnvironmentDifference::decisive);
        html.append("<section class=\"panel " + (decisive ? "bad" : "warn") + "\">\n");
        html.append(
                "<h2>The environments differ</h2>\n<div class=\"scroll\"><table class=\"plain\" id=\"differences\">\n");
        html.append("<thead><tr><th scope=\"col\"></th><th scope=\"col\">baseline</th><th scope=\"col\">candidate</th>"
                + "</tr></thead>\n<tbody>\n");
        for (EnvironmentDifference d : c.differences()) {
            String remark = d.decisive() ? " <span class=\"mark\">not comparable</span>" : "";
            row(Html.escape(d.name()) + remark, d.baselineValue(), d.candidateValue());
        }
        html.append("</tbody></table></div>\n</section>\n");
    }

    private void environment() {
        html.append(
                "<details class=\"panel\"><summary>Where it ran</summary>\n<table class=\"plain\" id=\"environment\">\n");
        EnvironmentBlock.of(run).forEach((name, value) -> row(Html.escape(name), value));
        html.append("</table></details>\n");
    }

    private void row(String nameHtml, String... values) {
        html.append("<tr><th scope=\"row\">" + nameHtml + "</th>");
        for (String value : values) {
            html.append("<td>" + Html.escape(value) + "</td>");
        }
        html.append("</tr>\n");
    }

    private void paragraph(String text) {
        html.append("<p class=\"muted\">" + Html.escape(text) + "</p>\n");
    }

    /** Writes the sentences on suites: a single one as a paragraph, several as a list, partly folded if it is long. */
    static final class HtmlSentences {

        /** The most sentences that are not folded; all are also in the table of cases, at the head of each suite. */
        private static final int MOST_SHOWN = 8;

        private HtmlSentences() {}

        static String write(Map<String, String> sentences) {
            if (sentences.isEmpty()) {
                return "";
            }
            if (sentences.size() == 1) {
                return "<p class=\"says\">"
                        + sentence(sentences.values().iterator().next()) + "</p>\n";
            }
            List<Map.Entry<String, String>> all = List.copyOf(sentences.entrySet());
            int shown = all.size() <= MOST_SHOWN + 1 ? all.size() : MOST_SHOWN;
            String list = list(all.subList(0, shown));
            return shown == all.size()
                    ? list
                    : list + "<details><summary>" + (all.size() - shown) + " more suites</summary>\n"
                            + list(all.subList(shown, all.size())) + "</details>\n";
        }

        private static String list(List<Map.Entry<String, String>> sentences) {
            StringBuilder html = new StringBuilder("<ul class=\"says\">\n");
            for (Map.Entry<String, String> suite : sentences) {
                html.append("<li><b>" + Html.escape(simple(suite.getKey())) + "</b>: " + sentence(suite.getValue())
                        + "</li>\n");
            }
            return html.append("</ul>\n").toString();
        }

        private static String simple(String className) {
            return className.substring(className.lastIndexOf('.') + 1);
        }

        private static String sentence(String words) {
            return Html.escape(words) + ".";
        }
    }
}
