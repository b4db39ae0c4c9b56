// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.warning.Warning;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** The top of the page: the result of the run, the warnings, and the differences from the baseline. */
record HtmlSummary(
        RunRecord run,
        Optional<RunComparison> comparison,
        List<Warning> warnings,
        Map<String, List<String>> sentences,
        Optional<Repeat> repeat) {

    private static final Set<String> ALWAYS_SHOWN = Set.of("SLOWER", "FASTER", "UNDECIDED", "SAME");

    /** Returns the description of the machine, collapsed. */
    static String environment(RunRecord run) {
        StringBuilder html = new StringBuilder(
                "<details class=\"panel\"><summary>Where it ran</summary>\n<table class=\"plain\" id=\"environment\">\n");
        EnvironmentBlock.of(run).forEach((name, value) -> html.append(row(Html.escape(name), value)));
        return html.append("</table></details>\n").toString();
    }

    String write() {
        StringBuilder html =
                new StringBuilder("<section class=\"panel " + tone() + "\" aria-label=\"Summary\">\n" + answer());
        comparison.ifPresent(c -> {
            html.append(paragraph("Baseline: " + c.baselineName()))
                    .append(paragraph("Candidate: " + c.candidateName()));
            VerdictTable.basisSentences(c).forEach(words -> html.append(paragraph(words + ".")));
            html.append(paragraph(c.largeChanges().orElse("")));
        });
        html.append(tiles());
        comparison.ifPresent(c -> html.append(list(c.missing(), " only in the baseline, not judged"))
                .append(list(c.added(), " only in the candidate, not judged")));
        html.append(warningLine()).append("</section>\n");
        comparison.ifPresent(c -> html.append(HtmlRatios.write(c, repeat)));
        comparison.ifPresent(c -> html.append(differences(c)));
        return html.toString();
    }

    /**
     * Returns the headline and the sentences about the suites, one per line. Without a baseline, the headline of a single suite is its
     * first sentence.
     */
    private String answer() {
        List<String> only =
                sentences.size() == 1 ? sentences.values().iterator().next() : List.of();
        if (comparison.isPresent() || only.isEmpty()) {
            return headline(headline()) + HtmlSentences.write(sentences);
        }
        return headline(only.get(0)) + HtmlSentences.paragraphs(only.subList(1, only.size())) + paragraph(headline());
    }

    private static String headline(String text) {
        return "<p class=\"headline\">" + Html.breakable(text) + "</p>\n";
    }

    /**
     * Returns buttons with the number of cases per verdict or status that filter the table; empty if all cases passed and no case was
     * compared.
     */
    private String tiles() {
        StringBuilder html = new StringBuilder();
        List<String> verdicts = comparison.stream()
                .flatMap(c -> c.verdicts().stream())
                .map(VerdictTable::name)
                .toList();
        if (!verdicts.isEmpty()) {
            for (String verdict : List.of("SLOWER", "FASTER", "UNDECIDED", "SAME", "SAME_CODE", "CONTROL")) {
                int count = Collections.frequency(verdicts, verdict);
                if (count > 0 || ALWAYS_SHOWN.contains(verdict)) {
                    html.append(tile(verdict, count));
                }
            }
        } else if (status(Status.DONE) == run.cases().size()) {
            return "";
        } else {
            html.append(tile("DONE", status(Status.DONE)));
        }
        for (Status status : List.of(Status.FAILED, Status.SKIPPED, Status.PLANNED)) {
            if (status == Status.FAILED || status(status) > 0) {
                html.append(tile(status.name(), status(status)));
            }
        }
        return "<div class=\"tiles\">\n" + html + "</div>\n";
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

    /** Returns how many cases have a status, except for cases that run the same code in both builds. */
    private long status(Status status) {
        Set<CaseId> sameCode = comparison.stream()
                .flatMap(c -> c.verdicts().stream())
                .filter(v -> v.verdict() == Verdict.SAME_CODE)
                .map(CaseVerdict::id)
                .collect(Collectors.toSet());
        return run.cases().stream()
                .filter(c -> !sameCode.contains(c.id()))
                .map(CaseResult::status)
                .filter(status::equals)
                .count();
    }

    private static String tile(String status, long count) {
        String name = status.equals("PLANNED")
                ? "not run"
                : status.toLowerCase(Locale.ROOT).replace('_', ' ');
        return "<button type=\"button\" class=\"tile\" data-status=\"" + status + "\" aria-pressed=\"false\""
                + (count == 0 ? " disabled" : "") + "><b class=\"" + (count == 0 ? "" : status) + "\">" + count
                + "</b><span>" + name + "</span></button>\n";
    }

    private static String list(List<CaseId> ids, String what) {
        return ids.isEmpty()
                ? ""
                : ids.stream()
                        .map(id -> Html.breakable(id.text()) + "\n")
                        .collect(Collectors.joining(
                                "",
                                "<details><summary>" + Counted.of(ids.size(), "case") + what + "</summary>\n<pre>",
                                "</pre></details>\n"));
    }

    /** Returns one line about all warnings that expands to their full text; empty if there are no warnings. */
    private String warningLine() {
        Set<String> subjects = warnings.stream().map(Warning::subject).collect(Collectors.toSet());
        List<CaseResult> warned = run.cases().stream()
                .filter(c ->
                        subjects.contains(c.id().text()) || !Remarks.warnings(c).isEmpty())
                .toList();
        StringJoiner words = new StringJoiner("; ");
        if (!warned.isEmpty()) {
            String causes = String.join(", ", causes(warned));
            int all = run.cases().size();
            String some = warned.size() < all
                    ? warned.size() + " of " + Counted.of(all, "case")
                    : all == 1 ? "The case" : "All " + all + " cases";
            words.add(some + (warned.size() == 1 ? " has" : " have") + " warnings"
                    + (causes.isEmpty() ? "" : ": " + causes));
        }
        long few = run.cases().stream().filter(SuiteSentence::needsForks).count();
        if (few > 0) {
            words.add(few + " of " + run.cases().size() + (few == 1 ? " needs" : " need") + " more forks");
        }
        warnings.stream()
                .filter(warning -> warning.subject().isEmpty())
                .map(Warning::mark)
                .distinct()
                .forEach(words::add);
        List<String> lines = Warning.lines(warnings);
        if (lines.isEmpty()) {
            return words.length() == 0 ? "" : "<p class=\"mark\">⚠ " + Html.escape(words.toString()) + "</p>\n";
        }
        return lines.stream()
                .map(line -> "<li>" + Html.breakable(line) + "</li>\n")
                .collect(Collectors.joining(
                        "",
                        "<details class=\"doubt\"><summary>⚠ " + Html.escape(words.toString())
                                + "</summary>\n<ul class=\"warnings\">\n",
                        "</ul>\n</details>\n"));
    }

    /** Returns what disturbed the cases: the share of iterations that waited for a processor, and the kinds of warnings. */
    private Set<String> causes(List<CaseResult> warned) {
        Set<String> causes = new LinkedHashSet<>();
        Warning.busy(warned).ifPresent(causes::add);
        warnings.stream()
                .filter(warning -> !warning.subject().isEmpty())
                .forEach(warning -> causes.add(warning.kind().words()));
        return causes;
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
        return text.isEmpty() ? "" : "<p class=\"muted\">" + Html.breakable(text) + "</p>\n";
    }

    /**
     * Writes the sentences about the suites: as paragraphs for a single suite, otherwise as a list, which is partly collapsed if it is
     * long.
     */
    static final class HtmlSentences {

        /**
         * Maximum number of suites shown before the rest are collapsed. The sentences of every suite also appear above its rows in the
         * table of cases.
         */
        private static final int MOST_SHOWN = 8;

        private HtmlSentences() {}

        static String write(Map<String, List<String>> sentences) {
            List<Map.Entry<String, List<String>>> all = List.copyOf(sentences.entrySet());
            if (all.size() < 2) {
                return all.isEmpty() ? "" : paragraphs(all.get(0).getValue());
            }
            int shown = all.size() <= MOST_SHOWN + 1 ? all.size() : MOST_SHOWN;
            String list = list(all.subList(0, shown));
            return shown == all.size()
                    ? list
                    : list + "<details><summary>" + (all.size() - shown) + " more suites</summary>\n"
                            + list(all.subList(shown, all.size())) + "</details>\n";
        }

        static String paragraphs(List<String> sentences) {
            return sentences.stream()
                    .map(sentence -> "<p class=\"says\">" + Html.breakable(sentence) + "</p>\n")
                    .collect(Collectors.joining());
        }

        private static String list(List<Map.Entry<String, List<String>>> sentences) {
            return sentences.stream()
                    .map(suite -> {
                        String name = suite.getKey().substring(suite.getKey().lastIndexOf('.') + 1);
                        return "<li><b>" + Html.breakable(name) + "</b>: "
                                + Html.breakable(String.join(" ", suite.getValue())) + "</li>\n";
                    })
                    .collect(Collectors.joining("", "<ul class=\"says\">\n", "</ul>\n"));
        }
    }
}
