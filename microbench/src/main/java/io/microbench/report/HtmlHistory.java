// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.CaseHistory;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.Nomination;
import io.microbench.history.RunSummary;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Renders a history as one self-contained HTML file: a chart for each case, suspects first.
 *
 * <p>Numbers have five digits; the page draws charts when they scroll into view.
 */
public final class HtmlHistory {

    private static final int COMMIT = 10;
    private static final MathContext DIGITS = new MathContext(5);

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

    /**
     * Returns the page.
     *
     * @param runs at least one, oldest first
     * @param cases the cases of these runs to show
     * @param nomination the suspects among these cases of the latest run
     */
    public static String render(List<RunSummary> runs, List<CaseHistory> cases, Nomination nomination) {
        return new HtmlHistory(runs, cases, nomination).render();
    }

    private String render() {
        RunSummary latest = runs.get(runs.size() - 1);
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", "Benchmark history");
        parts.put("css", BrowserLibrary.pages("report.css", "history.css"));
        parts.put(
                "subtitle",
                Html.escape(Counted.of(runs.size(), "run") + " · " + runs.get(0).time() + " to " + latest.time() + " · "
                        + latest.environment().cpuModel() + " · "
                        + latest.environment().jdk()));
        Optional<String> notJudged = HistoryReport.notJudged(nomination);
        parts.put("tone", suspects.isEmpty() ? notJudged.isEmpty() ? "good" : "" : "bad");
        parts.put(
                "headline",
                Html.escape(headline() + notJudged.map(line -> ". " + line).orElse("")));
        parts.put("suspects", list());
        parts.put("footer", "Made by microbench history. This file is self-contained and needs no network.");
        parts.put("data", PageData.element("data", data()));
        parts.put("script", BrowserLibrary.pages("format.js", "unpack.js", "scale.js", "history.js"));
        return HtmlReport.fill(BrowserLibrary.pages("history.html"), parts);
    }

    private String headline() {
        if (!suspects.isEmpty()) {
            return Counted.of(suspects.size(), "case") + " of " + cases.size() + " may have become slower";
        }
        return Counted.of(cases.size(), "case")
                + (nomination.judgedNothing() ? ", none judged" : ", none under suspicion");
    }

    private String list() {
        StringBuilder html = new StringBuilder();
        suspects.values().stream()
                .limit(HtmlRatios.MOST)
                .forEach(suspect -> html.append("<li><a href=\"#" + Html.escape(Html.anchor(suspect.caseId())) + "\">"
                        + Html.escape(suspect.caseId()) + "</a>: " + Html.escape(words(suspect)) + "</li>\n"));
        return html.isEmpty() ? "" : "<ul class=\"says\">\n" + html + "</ul>";
    }

    private static String words(Suspect suspect) {
        String unit = suspect.latest().summary().unit();
        return "speed " + Numbers.change(suspect.ratio() - 1) + ", " + Numbers.score(suspect.before()) + " → "
                + Numbers.score(suspect.after()) + " " + unit + ", since run "
                + suspect.firstBad().run().id()
                + suspect.lastGoodCommit()
                        .map(commit -> ", last good commit " + cut(commit))
                        .orElse("");
    }

    private static String cut(String commit) {
        return commit.substring(0, Math.min(COMMIT, commit.length()));
    }

    private String data() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("cases");
            cases.forEach(each -> write(json, each));
            json.writeEndArray();
            json.writeArrayPropertyStart("commits");
            commits.keySet().forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private void write(JsonGenerator json, CaseHistory each) {
        json.writeStartObject();
        json.writeStringProperty("id", each.caseId());
        json.writeStringProperty("a", Html.anchor(each.caseId()));
        Optional.ofNullable(suspects.get(each.caseId()))
                .ifPresent(suspect -> json.writeStringProperty("s", words(suspect)));
        json.writeArrayPropertyStart("segments");
        each.segments().forEach(segment -> write(json, segment, each.where(segment)));
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(JsonGenerator json, HistorySegment segment, String where) {
        json.writeStartObject();
        json.writeStringProperty("unit", segment.unit());
        json.writeStringProperty("where", where);
        json.writeArrayPropertyStart("points");
        segment.entries().forEach(entry -> write(json, entry));
        json.writeEndArray();
        json.writeArrayPropertyStart("changes");
        List<HistoryEntry> entries = new ArrayList<>(segment.entries());
        for (HistoryChange change : segment.changes()) {
            json.writeStartArray();
            json.writeNumber(entries.indexOf(change.firstAfter()));
            json.writeString(change.kind().name());
            number(json, change.before());
            number(json, change.after());
            number(json, change.ratio());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /**
     * Writes seconds, value, both ends of the interval and the index of the commit; for a point that is not judged also the share
     * of starved iterations, or -1 if it has no ratio.
     */
    private void write(JsonGenerator json, HistoryEntry entry) {
        json.writeStartArray();
        json.writeNumber(entry.run().time().getEpochSecond());
        number(json, entry.value());
        Optional<Interval> interval = entry.summary().interval();
        number(json, interval.map(Interval::low).orElse(Double.NaN));
        number(json, interval.map(Interval::high).orElse(Double.NaN));
        json.writeNumber(entry.run()
                .commit()
                .map(commit ->
                        commits.computeIfAbsent(cut(commit) + (entry.run().dirty() ? "+" : ""), name -> commits.size()))
                .orElse(-1));
        if (entry.summary().mostlyStarved()) {
            number(json, entry.summary().starvedShare().orElseThrow());
        } else if (!entry.summary().hasRatio()) {
            json.writeNumber(-1);
        }
        json.writeEndArray();
    }

    private static void number(JsonGenerator json, double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(new BigDecimal(value, DIGITS).doubleValue());
        } else {
            json.writeNull();
        }
    }
}
