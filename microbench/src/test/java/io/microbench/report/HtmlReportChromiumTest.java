// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what the page of a run shows. */
class HtmlReportChromiumTest extends AbstractReportChromiumTest {

    HtmlReportChromiumTest() throws Exception {}

    @Test
    void showsNumbersOfRecord() throws Exception {
        for (CaseResult result : RUN.cases()) {
            if (result.score().isEmpty()) {
                continue;
            }
            JsonNode cells = browser.evaluate("Object.fromEntries([..." + row(result)
                    + ".cells].map(c => [c.dataset.label, [c.textContent, c.dataset.value ?? null]]))");
            double overForks = Forks.of(result).value();
            assertThat(cells.at("/Value/1").asString()).isEqualTo(shortest(overForks));
            assertThat(cells.at("/Value/0").asString()).isEqualTo(Numbers.brief(overForks));
            assertThat(cells.has("Score") || cells.has("Error (99.9%)"))
                    .as("one number and one interval in a row")
                    .isFalse();
            assertThat(cells.at("/Units/0").asString())
                    .isEqualTo(result.score().get().unit());
            result.id().parameters().forEach((name, value) -> assertThat(
                            cells.at("/" + name + "/0").asString())
                    .isEqualTo(value));
        }
    }

    @Test
    void formatsNumbersAsOtherReports() throws Exception {
        Random random = new Random(42);
        for (int i = 0; i < 200; i++) {
            double value = Math.pow(10, random.nextDouble() * 18 - 3);
            String shown = browser.evaluate("(() => {" + BrowserLibrary.pages("format.js") + "return [" + value
                            + "].flatMap(v => [score(v), duration(v), rateOf(v)]).join('; '); })()")
                    .asString();
            assertThat(shown)
                    .as("%s", value)
                    .isEqualTo(Numbers.brief(value) + "; " + Quantity.DURATION.format(value) + "; "
                            + (value < 1e6 ? ReportColumn.rate(value) : Numbers.brief(value)));
        }
    }

    @Test
    void showsNoSuiteCommandForSnippet() throws Exception {
        assertThat(browser.evaluate(openCase(RUN.cases().get(0)) + ".querySelectorAll('.command').length")
                        .asInt())
                .isEqualTo(1);

        CaseId id = new CaseId("snippet", "Math.sqrt(2)", new TreeMap<>(), 1, Optional.empty());
        CaseResult snippet =
                Samples.measured(id, new Metric(100, 1, "ops/s"), new double[] {99, 101}, new double[] {100, 102});
        Files.writeString(page, HtmlReport.render(Samples.run(List.of(snippet)), Optional.empty(), Map.of()));
        browser.open(page.toUri().toString(), 1400, 900, "light");
        assertThat(browser.evaluate(openCase(snippet) + ".querySelectorAll('.command').length")
                        .asInt())
                .isZero();
    }

    @Test
    void showsTimeAndShareOfSnippetOnNarrowScreenToo() throws Exception {
        List<CaseResult> snippets = new ArrayList<>();
        for (int thousands : new int[] {50, 200}) {
            CaseId id = new CaseId("snippet", "f(" + thousands + ")", new TreeMap<>(), 1, Optional.empty());
            double rate = 1000.0 * thousands;
            snippets.add(Samples.measured(id, new Metric(rate, 1, "ops/s"), new double[] {rate}, new double[] {rate}));
        }
        Files.writeString(page, HtmlReport.render(Samples.run(snippets), Optional.empty(), Map.of()));
        for (int width : new int[] {1280, 400}) {
            browser.open(page.toUri().toString(), width, 900, "light");
            assertThat(browser.evaluate("[...document.querySelectorAll('tr.case')].map(r => [...r.cells]"
                                    + ".filter(c => ['Value', 'Time', 'Rel'].includes(c.dataset.label)"
                                    + " && c.getBoundingClientRect().width > 0 && c.getBoundingClientRect().right <= innerWidth)"
                                    + ".map(c => c.textContent).join(' ')).join('; ')")
                            .asString())
                    .isEqualTo("200,000 5.00 µs 100%; 50,000 20.00 µs 25%");
        }
    }

    /** Writes a number as a browser does. */
    private String shortest(double value) throws Exception {
        return browser.evaluate("String(" + value + ")").asString();
    }

    @Test
    void drawsEveryIterationOfRecord() throws Exception {
        CaseResult first = RUN.cases().get(0);
        JsonNode order = charts(openCase(first)).get(0);
        double[] expected = DemoRun.scores(first);
        int next = 0;
        for (JsonNode set : order) {
            if (set.get(0).has("fork")) {
                for (JsonNode point : set) {
                    assertThat(point.get("value").asDouble()).isEqualTo(expected[next], within(expected[next] * 1e-5));
                    assertThat(point.get("x").asInt()).isEqualTo(++next);
                }
            }
        }
        assertThat(next).isEqualTo(expected.length).isEqualTo(100);
    }

    @Test
    void drawsDistributionScalingAndHistory() throws Exception {
        CaseResult first = RUN.cases().get(0);
        JsonNode charts = charts(openCase(first));
        assertThat(charts.size()).isEqualTo(4);
        int counted = 0;
        for (JsonNode set : charts.get(1)) {
            for (JsonNode bin : set) {
                counted += bin.asInt();
            }
        }
        assertThat(counted).as("measured iterations in the histogram").isEqualTo(50);
        assertThat(charts.at("/2/0").size())
                .as("sizes of this method, except the case that ran in the host")
                .isEqualTo(6);
        assertThat(charts.at("/2/0/0/y").asDouble()).isEqualTo(Forks.of(first).value(), within(0.01));
        assertThat(charts.at("/3/0").size()).as("nights").isEqualTo(40);
        CaseResult contended = RUN.cases().stream()
                .filter(c -> c.id().threads() == 8)
                .findFirst()
                .orElseThrow();
        JsonNode threads = charts(openCase(contended));
        assertThat(threads.at("/2/0").size()).as("thread counts").isEqualTo(4);
    }

    @Test
    void showsEveryWarningInItsRowWithoutClick() throws Exception {
        CaseResult disturbed = RUN.cases().get(1);
        String marks = row(disturbed) + ".querySelectorAll('.row-warnings .mark')";
        for (int width : new int[] {1400, 1200, 1000, 400}) {
            for (String colours : new String[] {"light", "dark"}) {
                browser.open(page.toUri().toString(), width, 900, colours);
                assertThat(browser.evaluate("[..." + marks + "].map(m => m.textContent).join('; ')")
                                .asString())
                        .isEqualTo("15 of 100 iterations waited for a processor; not fully compiled: C1 only;"
                                + " paused: garbage collection; paused: the container's limit (throttling)");
                assertThat(browser.evaluate(
                                        "[..." + marks + "].every(m => { const b = m.getBoundingClientRect(); return"
                                                + " b.width > 0 && b.height > 0 && b.left >= 0 && b.right <="
                                                + " innerWidth; })")
                                .asBoolean())
                        .as("every mark is visible at " + width)
                        .isTrue();
                assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                                .asBoolean())
                        .as("no horizontal scrolling at " + width)
                        .isTrue();
                browser.evaluate(row(disturbed) + ".scrollIntoView()");
                browser.evaluate("new Promise(done => setTimeout(done, 400))");
                browser.screenshot(SHOTS.resolve("warnings-" + width + "-" + colours + ".png"));
            }
        }
        assertThat(browser.evaluate("[..." + openCase(disturbed)
                                + ".querySelectorAll('.warnings li')].map(w => w.textContent).join(' ')")
                        .asString())
                .contains("garbage collection took more than 5%", "Remove -XX:TieredStopAtLevel=1.");
    }

    @Test
    void showsFastestCaseChangesAndWarningsOnFirstScreen() throws Exception {
        String sentences = browser.evaluate("document.querySelector('section.panel').textContent")
                .asString();
        assertThat(sentences)
                .contains(" slower, ", "is the fastest in ", "Baseline: main", " failed", " have warnings: ");
        for (String part : List.of(
                ".headline", ".says", ".doubt > summary", ".tile[data-status=SLOWER]", ".tile[data-status=FAILED]")) {
            assertThat(browser.evaluate("{ const b = document.querySelector('" + part + "').getBoundingClientRect();"
                                    + " b.height > 0 && b.top >= 0 && b.bottom <= innerHeight; }")
                            .asBoolean())
                    .as("%s is visible without a click or scrolling", part)
                    .isTrue();
        }
    }

    @Test
    void showsAnswerAndFirstDotsInFirst600Pixels() throws Exception {
        RunRecord run = Samples.run(List.of(
                Samples.measured(
                        Samples.id("pooled", Map.of("size", "1024"), 1),
                        new Metric(900, 1, "ops/ms"),
                        new double[] {900},
                        new double[] {901},
                        new double[] {899}),
                Samples.measured(
                        Samples.id("unpooled", Map.of("size", "1024"), 1),
                        new Metric(300, 1, "ops/ms"),
                        new double[] {300},
                        new double[] {301},
                        new double[] {299})));
        Files.writeString(page, HtmlReport.render(run, Optional.empty(), Map.of()));
        for (int width : new int[] {1280, 400}) {
            browser.open(page.toUri().toString(), width, 900, "light");
            assertThat(browser.evaluate("document.querySelector('.headline').textContent")
                            .asString())
                    .startsWith("pooled is 3.0x as fast as unpooled at size=1024 (99% interval ");
            assertThat(browser.evaluate("document.querySelector('tr.case svg.dots').getBoundingClientRect().bottom")
                            .asDouble())
                    .isLessThan(600);
            assertThat(browser.evaluate("document.querySelector('svg.scale .tick').textContent")
                            .asString())
                    .as("dots begin at zero")
                    .isEqualTo("0");
            assertThat(browser.evaluate("document.getElementById('key').textContent")
                            .asString())
                    .as("a parameter with one value has no column")
                    .contains("all with size=1024");
        }
    }

    @Test
    void labelsAxisThatDoesNotBeginAtZero() throws Exception {
        RunRecord run = Samples.run(List.of(
                Samples.measured(Samples.id("a", Map.of(), 1), new Metric(100, 1, "ops/ms"), new double[] {100}),
                Samples.measured(Samples.id("b", Map.of(), 1), new Metric(95, 1, "ops/ms"), new double[] {95})));
        Files.writeString(page, HtmlReport.render(run, Optional.empty(), Map.of()));
        browser.open(page.toUri().toString(), 1280, 900, "light");

        assertThat(browser.evaluate("document.querySelector('tr.suite .note').textContent")
                        .asString())
                .matches("ops/ms, more is better, axis from 9\\d(\\.\\d+)?");
    }

    @Test
    void drawsManyCasesWithNumericParameterAsLinesBeforeTable() throws Exception {
        List<CaseResult> cases = new ArrayList<>();
        for (String transport : List.of("nio", "socket", "tls")) {
            for (String size : List.of("100", "64k")) {
                for (int inFlight : new int[] {1, 10, 100}) {
                    CaseId id = Samples.id(
                            "echo", Map.of("transport", transport, "size", size, "inFlight", "" + inFlight), 1);
                    CaseResult rate = Samples.measured(
                            id, new Metric(inFlight, 1, "ops/ms"), new double[] {inFlight}, new double[] {inFlight});
                    Metric tail = new Metric(7 * inFlight, Double.NaN, "us/op");
                    cases.add(new CaseResult(
                            id,
                            rate.plan(),
                            rate.status(),
                            "",
                            rate.score(),
                            Map.of("async.gap:p0.99", new Metric(1, Double.NaN, "us/op"), "async.latency:p0.99", tail),
                            rate.forks()));
                }
            }
        }
        Files.writeString(page, HtmlReport.render(Samples.run(cases), Optional.empty(), Map.of()));
        browser.open(page.toUri().toString(), 1280, 900, "light");

        assertThat(browser.evaluate("[...document.querySelectorAll('main > section[id]')].map(s => s.id).join()")
                        .asString())
                .isEqualTo("multiples,cases");
        assertThat(browser.evaluate("[...document.querySelectorAll('.smalls')].map(s =>"
                                + " [...s.querySelectorAll('figcaption')].map(c => c.textContent).join() + ' ' +"
                                + " s.querySelectorAll('polyline').length).join('; ')")
                        .asString())
                .as("a chart for each size, a line for each transport, for rates and for tails")
                .isEqualTo("size=100,size=64k 6; size=100,size=64k 6");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('#multiples h3')].map(h => h.textContent).join('; ')")
                        .asString())
                .isEqualTo("Score, ops/ms; 99th percentile, us/op");
        assertThat(browser.evaluate("document.querySelectorAll('.smalls circle').length")
                        .asInt())
                .as("a point for each case and chart, although a case has two tails")
                .isEqualTo(2 * cases.size());
        assertThat(browser.evaluate("[...document.querySelectorAll('.smalls')][1].querySelector('circle"
                                + " title').textContent")
                        .asString())
                .endsWith(": 7.000 us/op");
        assertThat(browser.complaints).isEmpty();
    }

    @Test
    void fitsLabelsAndValuesOnNarrowScreenWithoutBreakingNames() throws Exception {
        browser.open(page.toUri().toString(), 400, 900, "light");
        assertThat(browser.evaluate("[...document.querySelectorAll('.ratios .ticks span')]"
                                + ".filter(s => s.getClientRects().length).map(s => s.textContent).join(' ')")
                        .asString())
                .isEqualTo("0 -5% +5%");
        assertThat(browser.evaluate("[...document.querySelectorAll('.ratios td.num, .ratios .ticks span, .ratios"
                                + " a')].map(e => e.getBoundingClientRect()).every(b => b.left >= 0 && b.right <="
                                + " innerWidth)")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("[...document.querySelectorAll('.ratios tbody td.num')].length")
                        .asInt())
                .isEqualTo(2 * COMPARISON.verdicts().size());
        String lines = "[...document.querySelectorAll('.ratios a')].flatMap(a => { const r = document.createRange();"
                + " return [...a.childNodes].filter(n => n.nodeType === 3).map(n => { r.selectNodeContents(n);"
                + " return r.getClientRects().length; }); })";
        assertThat(browser.evaluate("Math.max(..." + lines + ")").asInt())
                .as("no name is broken except at permitted positions")
                .isEqualTo(1);
    }
}
