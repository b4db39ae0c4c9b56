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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The top of the page: the result of the run, the differences from the baseline, and the environment. */
record HtmlSummary(
        RunRecord run,
        Optional<RunComparison> comparison,
        List<Guard> guards,
        Map<String, String> sentences,
        Optional<Repeat> repeat) {

    /** Returns the part below the cases: warnings on single cases in full, and the machine. */
    static String rest(RunRecord run, List<Guard> guards) {
        StringBuilder html = new StringBuilder(
                warnings("Warnings about cases", guards.stream().filter(guard -> !guard.subject()
                        .isEmpty())));
        html.append(
                "<details class=\"panel\"><summary>Where it ran</summary>\n<table class=\"plain\" id=\"environment\">\n");
        EnvironmentBlock.of(run).forEach((name, value) -> html.append(row(Html.escape(name), value)));
        return html.append("</table></details>\n").toString();
    }

    String write() {
        StringBuilder html = new StringBuilder("<section class=\"panel " + tone() + "\" aria-label=\"Summary\">\n"
                + "<p class=\"headline\">" + Html.escape(headline()) + "</p>\n" + HtmlSentences.write(sentences));
        comparison.ifPresent(
                c -> html.append(paragraph("Baseline: " + c.baselineName() + " · candidate: " + c.candidateName()))
                        .append(paragraph(VerdictTable.basis(c)))
                        .append(paragraph(c.largeChanges().orElse(""))));
        html.append("<div class=\"tiles\">\n");
        if (comparison.filter(c -> !c.verdicts().isEmpty()).isPresent()) {
            for (Verdict verdict : List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.UNDECIDED, Verdict.SAME)) {
                html.append(tile(verdict.name(), comparison.get().count(verdict)));
            }
        } else {
            html.append(tile("DONE", status(Status.DONE)));
        }
        for (Status status : List.of(Status.FAILED, Status.SKIPPED, Status.PLANNED)) {
            if (status == Status.FAILED || status(status) > 0) {
                html.append(tile(status.name(), status(status)));
            }
        }
        html.append("</div>\n");
        comparison.ifPresent(c -> html.append(list(c.missing(), " only in the baseline, not judged"))
                .append(list(c.added(), " only in the candidate, not judged")));
        html.append("</section>\n");
        comparison.ifPresent(c -> html.append(HtmlRatios.write(c, repeat)));
        html.append(warnings("Warnings about the run", guards.stream().filter(guard -> guard.subject()
                .isEmpty())));
        comparison.ifPresent(c -> html.append(differences(c)));
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

    private static String tile(String status, long count) {
        String name = status.equals("PLANNED") ? "not run" : status.toLowerCase(Locale.ROOT);
        return "<button type=\"button\" class=\"tile\" data-status=\"" + status + "\" aria-pressed=\"false\""
                + (count == 0 ? " disabled" : "") + "><b class=\"" + (count == 0 ? "" : status) + "\">" + count
                + "</b><span>" + name + "</span></button>\n";
    }

    private static String list(List<CaseId> ids, String what) {
        return ids.isEmpty()
                ? ""
                : ids.stream()
                        .map(id -> Html.escape(id.text()) + "\n")
                        .collect(Collectors.joining(
                                "",
                                "<details><summary>" + Counted.of(ids.size(), "case") + what + "</summary>\n<pre>",
                                "</pre></details>\n"));
    }

    private static String warnings(String title, Stream<Guard> some) {
        List<String> warnings = Guard.lines(some.toList());
        return warnings.isEmpty()
                ? ""
                : warnings.stream()
                        .map(warning -> "<li>" + Html.escape(warning) + "</li>\n")
                        .collect(Collectors.joining(
                                "",
                                "<section class=\"panel warn\">\n<h2>" + title + "</h2>\n<ul class=\"warnings\">\n",
                                "</ul>\n</section>\n"));
    }

    private static String differences(RunComparison c) {
        if (c.differences().isEmpty()) {
            return paragraph("The recorded environments of the two runs do not differ.");
        }
        boolean decisive = c.differences().stream().anyMatch(EnvironmentDifference::decisive);
        StringBuilder html = new StringBuilder("<section class=\"panel " + (decisive ? "bad" : "warn") + "\">\n"
                + "<h2>The environments differ</h2>\n<div class=\"scroll\"><table class=\"plain\" id=\"differences\">\n"
                + "<thead><tr><th scope=\"col\"></th><th scope=\"col\">baseline</th><th scope=\"col\">candidate</th>"
                + "</tr></thead>\n<tbody>\n");
        for (EnvironmentDifference d : c.differences()) {
            String remark = d.decisive() ? " <span class=\"mark\">not comparable</span>" : "";
            html.append(row(Html.escape(d.name()) + remark, d.baselineValue(), d.candidateValue()));
        }
        return html.append("</tbody></table></div>\n</section>\n").toString();
    }

    private static String row(String nameHtml, String... values) {
        return Arrays.stream(values)
                .map(value -> "<td>" + Html.escape(value) + "</td>")
                .collect(Collectors.joining("", "<tr><th scope=\"row\">" + nameHtml + "</th>", "</tr>\n"));
    }

    private static String paragraph(String text) {
        return text.isEmpty() ? "" : "<p class=\"muted\">" + Html.escape(text) + "</p>\n";
    }

    /** Writes the sentences on suites: a single one as a paragraph, several as a list, partly folded if it is long. */
    static final class HtmlSentences {

        /** The most sentences that are not folded; all are also in the table of cases, at the head of each suite. */
        private static final int MOST_SHOWN = 8;

        private HtmlSentences() {}

        static String write(Map<String, String> sentences) {
            List<Map.Entry<String, String>> all = List.copyOf(sentences.entrySet());
            if (all.size() < 2) {
                return all.isEmpty()
                        ? ""
                        : "<p class=\"says\">" + Html.escape(all.get(0).getValue()) + ".</p>\n";
            }
            int shown = all.size() <= MOST_SHOWN + 1 ? all.size() : MOST_SHOWN;
            String list = list(all.subList(0, shown));
            return shown == all.size()
                    ? list
                    : list + "<details><summary>" + (all.size() - shown) + " more suites</summary>\n"
                            + list(all.subList(shown, all.size())) + "</details>\n";
        }

        private static String list(List<Map.Entry<String, String>> sentences) {
            return sentences.stream()
                    .map(suite -> {
                        String name = suite.getKey().substring(suite.getKey().lastIndexOf('.') + 1);
                        return "<li><b>" + Html.escape(name) + "</b>: " + Html.escape(suite.getValue()) + ".</li>\n";
                    })
                    .collect(Collectors.joining("", "<ul class=\"says\">\n", "</ul>\n"));
        }
    }
}
