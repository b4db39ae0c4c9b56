// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders a history as one self-contained HTML file: a chart for each case, suspects first.
 *
 * <p>Numbers have five digits; the page draws charts when they scroll into view.
 */
public final class HtmlHistory {

    private static final int DIGITS = 5;

    private final Map<String, Suspect> suspects = new LinkedHashMap<>();
    private final Map<String, Integer> commits = new LinkedHashMap<>();
    private final List<RunSummary> runs;
    private final List<CaseHistory> cases;

    private final Nomination nomination;

    private HtmlHistory(List<RunSummary> runs, List<CaseHistory> cases, Nomination nomination) {
        this.runs = runs;
        this.nomination = nomination;
        nomination.suspects().forEach(suspect -> this.suspects.put(suspect.caseId(), suspect));
        List<String> first = List.copyOf(this.suspects.keySet());
        this.cases = cases.stream()
                .sorted(Comparator.comparingInt(
                        each -> first.contains(each.caseId()) ? first.indexOf(each.caseId()) : first.size()))
                .toList();
    }

    public static String render(List<RunSummary> runs, List<CaseHistory> cases, Nomination nomination) {
        return new HtmlHistory(runs, cases, nomination).render();
    }

    private String render() {
        RunSummary latest = runs.get(runs.size() - 1);
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", "Benchmark history");
        parts.put("css", BrowserLibrary.pages("report.css", "history.css"));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Runs", Integer.toString(runs.size()));
        facts.put("First", Html.minute(runs.get(0).time()));
        facts.put("Last", Html.minute(latest.time()));
        facts.put("CPU", latest.environment().cpuModel());
        facts.put("JDK", latest.environment().jdk());
        parts.put("subtitle", Html.facts(facts));
        Optional<String> notJudged = HistoryReport.notJudged(nomination);
        boolean judged = !nomination.judgedNothing() || !suspects.isEmpty();
        parts.put("tone", suspects.isEmpty() ? notJudged.isEmpty() ? "good" : "idle" : "bad");
        parts.put("headline", Html.escape(judged ? headline() : notJudged.orElse(headline())));
        parts.put(
                "suspects",
                list()
                        + notJudged
                                .filter(line -> judged)
                                .map(line -> "<p class=\"muted\">" + Html.escape(line) + ".</p>")
                                .orElse(""));
        parts.put("footer", "Made by microbench history. This file is self-contained and needs no network.");
        parts.put("data", Html.data("data", data()));
        parts.put("script", BrowserLibrary.pages("format.js", "unpack.js", "scale.js", "history.js"));
        return HtmlReport.fill(BrowserLibrary.pages("history.html"), parts);
    }

    private String headline() {
        if (!suspects.isEmpty()) {
            return Counted.of(suspects.size(), "case") + " of " + cases.size() + " may have become slower";
        }
        return Counted.of(cases.size(), "case") + ", none under suspicion";
    }

    private String list() {
        StringBuilder html = new StringBuilder();
        suspects.values().stream()
                .limit(HtmlRatios.MOST)
                .forEach(suspect -> html.append("<li><a href=\"#" + Html.escape(Html.anchor(suspect.caseId())) + "\">"
                        + Html.breakable(suspect.caseId()) + "</a> " + Numbers.change(suspect.ratio() - 1)
                        + "</li>\n"));
        return html.isEmpty() ? "" : "<ul class=\"says\">\n" + html + "</ul>";
    }

    private static String words(Suspect suspect) {
        String unit = suspect.latest().summary().unit();
        return "speed " + Numbers.change(suspect.ratio() - 1) + ", " + Numbers.brief(suspect.before()) + " → "
                + Numbers.brief(suspect.after()) + " " + unit + " since run "
                + suspect.firstBad().run().id()
                + suspect.lastGoodCommit()
                        .map(commit -> ", last good commit " + HistoryReport.commit(commit, false))
                        .orElse("");
    }

    private String data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("cases", cases.stream().map(this::packed).toList());
        data.put("commits", commits.keySet());
        return Html.json(data);
    }

    private Map<String, Object> packed(CaseHistory history) {
        Map<String, Object> packed = new LinkedHashMap<>();
        packed.put("id", history.caseId());
        packed.put("a", Html.anchor(history.caseId()));
        Optional.ofNullable(suspects.get(history.caseId())).ifPresent(suspect -> packed.put("s", words(suspect)));
        HistoryReport.notJudged(nomination, history.caseId()).ifPresent(reason -> packed.put("n", reason));
        packed.put(
                "segments",
                history.segments().stream()
                        .map(segment -> packed(segment, history.where(segment)))
                        .toList());
        return packed;
    }

    private Map<String, Object> packed(HistorySegment segment, String where) {
        Map<String, Object> packed = new LinkedHashMap<>();
        packed.put("unit", segment.unit());
        packed.put("where", where);
        packed.put("points", segment.entries().stream().map(this::packed).toList());
        packed.put("same", sameCode(segment.entries()));
        packed.put(
                "changes",
                segment.changes().stream()
                        .map(change -> List.of(
                                segment.entries().indexOf(change.firstAfter()),
                                change.kind().name(),
                                rounded(change.before()),
                                rounded(change.after()),
                                rounded(change.ratio())))
                        .toList());
        return packed;
    }

    /** Returns the first and last index of each sequence of runs in which a case ran the same code. */
    private static List<List<Integer>> sameCode(List<HistoryEntry> entries) {
        List<List<Integer>> groups = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= entries.size(); i++) {
            if (i == entries.size()
                    || !entries.get(i).summary().ranSameCode(entries.get(i - 1).summary())) {
                if (i - first > 1) {
                    groups.add(List.of(first, i - 1));
                }
                first = i;
            }
        }
        return groups;
    }

    /**
     * Returns the time in seconds, the value, both ends of the interval and the index of the commit. A point that is not judged also has
     * its share of starved iterations, or -1 if it has no ratio.
     */
    private List<Object> packed(HistoryEntry entry) {
        Optional<Interval> interval = entry.summary().interval();
        int commit = entry.run()
                .commit()
                .map(name -> commits.computeIfAbsent(
                        HistoryReport.commit(name, entry.run().dirty()), none -> commits.size()))
                .orElse(-1);
        List<Object> packed = new ArrayList<>(List.of(
                entry.run().time().getEpochSecond(),
                rounded(entry.value()),
                rounded(interval.map(Interval::low).orElse(Double.NaN)),
                rounded(interval.map(Interval::high).orElse(Double.NaN)),
                commit));
        if (entry.summary().mostlyStarved()) {
            packed.add(rounded(entry.summary().starvedShare().orElseThrow()));
        } else if (!entry.summary().hasRatio()) {
            packed.add(-1);
        }
        return packed;
    }

    private static double rounded(double value) {
        return Html.rounded(value, DIGITS);
    }
}
