// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Opens a page with curves in a browser; {@link HtmlReportChromiumTest} opens one with cases. */
@Tag("chromium")
class CurvesChromiumTest {

    private static final String ODD = "</script><script>window.stolen=1</script>";
    private static final List<CaseResult> CASES = cases();
    private static final RunRecord RUN = Samples.run(CASES);

    /** The folder of the screenshots. */
    private static final Path SHOTS = Path.of("target", "html-report");

    private static final String CHARTS = "[...document.querySelectorAll('.curves canvas')].map(c => Chart.getChart(c))";

    @TempDir
    private static Path folder;

    private static Chromium browser;

    private final Path page;

    private static List<CaseResult> cases() {
        List<CaseResult> cases = new ArrayList<>(MadeCurves.ladder(1, 2, 4, 8, 16, 32, 64));
        cases.addAll(MadeCurves.sampled(1, 2, 4, 8, 16, 32, 64));
        for (int threads : new int[] {1, 2, 3}) {
            cases.add(Samples.measured(
                    new CaseId("org.example.Odd", "get", new TreeMap<>(Map.of("key", ODD)), threads, Optional.empty()),
                    new Metric(threads, 0.1, "ops/ms"),
                    new double[] {threads}));
        }
        return cases;
    }

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(SHOTS);
        browser = new Chromium(Files.createDirectories(folder.resolve("profile")));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    CurvesChromiumTest() throws Exception {
        page = folder.resolve("curves.html");
        Files.writeString(page, HtmlReport.render(RUN, Optional.empty(), Map.of()));
        browser.requests.clear();
        browser.complaints.clear();
        browser.open(page.toUri().toString(), 1200, 900, "light");
    }

    @Test
    void drawsRateOfEveryRungWithInterval() throws Exception {
        JsonNode sets = browser.evaluate(CHARTS + "[0].data.datasets.map(set => set.data.map(p => [p.x, p.y]))");
        List<Curve> curves = CurveGroup.of(Samples.run(CASES)).get(0).curves();
        assertThat(sets.size())
                .as("for each curve the rates, then the two ends of a band, then the fit")
                .isEqualTo(8);
        for (int c = 0; c < 2; c++) {
            for (int r = 0; r < 7; r++) {
                Rung rung = curves.get(c).rungs().get(r);
                double[] expected = {
                    rung.rate(),
                    rung.interval().orElseThrow().low(),
                    rung.interval().orElseThrow().high()
                };
                int[] places = {c, 2 + 2 * c, 3 + 2 * c};
                for (int i = 0; i < 3; i++) {
                    JsonNode point = sets.get(places[i]).get(r);
                    assertThat(point.get(0).asInt()).isEqualTo(rung.workers());
                    assertThat(point.get(1).asDouble()).isEqualTo(expected[i], within(1e-3));
                }
            }
        }
        assertThat(browser.evaluate(CHARTS + "[0].scales.y.min").asDouble()).isZero();
    }

    @Test
    void drawsScalabilityLawDashedWithParameters() throws Exception {
        JsonNode fit = browser.evaluate(CHARTS
                + "[0].data.datasets.filter(set => set.borderDash).map(set => set.data.map(p => [p.x, p.y]))[0]");
        for (JsonNode point : fit) {
            double workers = point.get(0).asDouble();
            double law = 9e6 * workers / (1 + 0.02 * (workers - 1) + 0.0004 * workers * (workers - 1));
            assertThat(point.get(1).asDouble()).isEqualTo(law, within(law * 1e-3));
        }
        assertThat(fit.get(60).get(0).asDouble()).isEqualTo(64, within(1e-9));
        assertThat(browser.evaluate("[...document.querySelectorAll('.fits dd')].map(d => d.textContent).join('; ')")
                        .asString())
                .contains("contention 0.0200, coherence 0.000400")
                .doesNotContain("rungs");
    }

    @Test
    void marksPeakAndKneeAndExplainsThemInTable() throws Exception {
        assertThat(browser.evaluate(CHARTS + "[0].data.datasets.flatMap(set => set.data).filter(p => p.mark)"
                                + ".map(p => p.name + ' ' + p.mark + ' ' + p.x).join('; ')")
                        .asString())
                .isEqualTo("put(map=striped) knee 32; put(map=striped) peak 64;"
                        + " put(map=synchronized) knee 1; put(map=synchronized) peak 4");
        assertThat(browser.evaluate("[...document.querySelector('.curves table').rows].at(-1).textContent")
                        .asString())
                .startsWith("64148,")
                .endsWith("peak");
    }

    @Test
    void showsValuesUnderPointer() throws Exception {
        assertThat(browser.evaluate("(() => { const chart = " + CHARTS + "[0]; chart.tooltip.setActiveElements("
                                + "[{ datasetIndex: 0, index: 1 }], { x: 0, y: 0 }); chart.update();"
                                + " return chart.tooltip.body.flatMap(b => b.lines).join('|'); })()")
                        .asString())
                .matches(
                        "put\\(map=striped\\)\\|2 workers: 17\\.63 M ops/s\\|99% interval 16\\.65 M ops/s to 18\\.67 M ops/s"
                                + "\\|8\\.82 M ops/s each, efficiency 98.0%");
    }

    @Test
    void drawsSelectedPercentilesOfEveryCurve() throws Exception {
        String sets = CHARTS + "[1].data.datasets";
        assertThat(browser.evaluate(sets
                                + ".map(set => set.data[0].percentile + ' ' + set.data[1].x + ' ' + Math.round(set.data[1].y))"
                                + ".join('; ')")
                        .asString())
                .isEqualTo("p99 2 3000; p99 2 3000");
        browser.evaluate(
                "[...document.querySelectorAll('.curves button')].find(b => b.textContent === 'p99.9').click()");
        assertThat(browser.evaluate(sets + ".length").asInt()).isEqualTo(4);
        assertThat(browser.evaluate(sets + "[1].data.at(-1).y").asDouble()).isEqualTo(64 * 40_000, within(1.0));
    }

    @Test
    void placesChartsBeforeTableWithLatencyBelowThroughput() throws Exception {
        String place =
                "e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.bottom].map(Math.round); }";
        JsonNode panels = browser.evaluate("[...document.querySelectorAll('.curves')].map(" + place + ")");
        JsonNode charts = browser.evaluate("[...document.querySelectorAll('.curves canvas')].map(" + place + ")");
        assertThat(panels.size()).isEqualTo(2);
        assertThat(panels.at("/0/1")).as("two panels in one row").isEqualTo(panels.at("/1/1"));
        assertThat(panels.at("/0/0").asInt()).isLessThan(panels.at("/1/0").asInt());
        assertThat(charts.at("/0/2").asInt()).as("the end of the first chart").isLessThan(600);
        assertThat(charts.at("/1/0")).isEqualTo(charts.at("/0/0"));
        assertThat(charts.at("/1/1").asInt()).isGreaterThan(charts.at("/0/2").asInt());
        assertThat(browser.evaluate("document.getElementById('cases').getBoundingClientRect().top")
                        .asDouble())
                .isGreaterThan(charts.at("/1/2").asDouble());
    }

    @Test
    void hidesIntervalsOnRequest() throws Exception {
        String count = CHARTS + "[0].data.datasets.length";
        assertThat(browser.evaluate(count).asInt()).isEqualTo(8);
        browser.evaluate(
                "[...document.querySelectorAll('.curves button')].find(b => b.textContent === 'Intervals').click()");
        assertThat(browser.evaluate(count).asInt()).isEqualTo(4);
    }

    @Test
    void switchesAxisOfWorkers() throws Exception {
        String type = CHARTS + "[0].options.scales.x.type";
        assertThat(browser.evaluate(type).asString()).isEqualTo("logarithmic");
        assertThat(browser.evaluate(CHARTS + "[2].options.scales.x.type").asString())
                .as("steps of equal width")
                .isEqualTo("linear");
        browser.evaluate("document.querySelector('.curves button').focus()");
        browser.press("Enter");
        assertThat(browser.evaluate(type).asString()).isEqualTo("linear");
        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-pressed')")
                        .asString())
                .isEqualTo("false");
    }

    @Test
    void escapesScriptsInNamesAndSendsNoRequests() throws Exception {
        assertThat(browser.evaluate("typeof window.stolen").asString()).isEqualTo("undefined");
        assertThat(browser.evaluate("document.querySelectorAll('.curves')[1].textContent.includes('get(key=</script>')")
                        .asBoolean())
                .isTrue();
        assertThat(browser.complaints).isEmpty();
        assertThat(browser.requests)
                .filteredOn(url -> !url.equals("about:blank"))
                .allMatch(url -> url.equals(page.toUri().toString()) || url.startsWith("data:"));
    }

    @Test
    void rendersInLightAndDarkModeNarrowWindowsAndPrint() throws Exception {
        for (int width : new int[] {1200, 400}) {
            for (String colours : new String[] {"light", "dark"}) {
                browser.open(page.toUri().toString(), width, 1300, colours);
                browser.evaluate("document.querySelectorAll('.curves details').forEach(d => { d.open = true; })");
                assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                                .asBoolean())
                        .as("no horizontal scrolling at " + width)
                        .isTrue();
                browser.screenshot(SHOTS.resolve("curves-" + width + "-" + colours + ".png"));
            }
        }
        browser.print(SHOTS.resolve("curves.pdf"));
        assertThat(Files.size(SHOTS.resolve("curves.pdf"))).isGreaterThan(10_000);
    }

    @Test
    void usesSameAxisForChartsThatDifferInOneValue() throws Exception {
        List<CaseResult> cases = new ArrayList<>();
        for (String nodes : List.of("1", "3")) {
            Optional<String> chart = Optional.of("Stores, nodes=" + nodes + ": put");
            cases.addAll(CurveGroupTest.ladder(
                    "Store", "put", chart, Map.of("nodes", nodes), 10 / Double.parseDouble(nodes)));
        }
        cases.addAll(CurveGroupTest.ladder("Store", "get", Optional.of("Stores: get"), Map.of(), 1));
        Files.writeString(page, HtmlReport.render(Samples.run(cases), Optional.empty(), Map.of()));
        browser.open(page.toUri().toString(), 1200, 900, "light");

        assertThat(browser.evaluate(CHARTS + ".map(chart => chart.scales.y.max).join(' ')")
                        .asString())
                .isEqualTo("40000 40000 4000");
    }

    /** khepri-benchmark counts samples: it draws a late one at its planned time, with too high a rate. */
    @Test
    void drawsSamplesOfFixtureOverSeconds() throws Exception {
        RunRecord watched = HtmlFixturesTest.run(1, Map.of("node-1", 2.0), 1, 2, 3, 7, 8, 12, 21, 30);
        Files.writeString(page, HtmlReport.render(watched, Optional.empty(), Map.of()));
        browser.open(page.toUri().toString(), 1200, 1300, "light");
        JsonNode charts =
                browser.evaluate("[...document.querySelectorAll('.fixture canvas')].map(c => Chart.getChart(c)"
                        + ".data.datasets[1].data.map(p => p.x + ':' + p.y).join(' '))");
        assertThat(browser.evaluate("Chart.getChart(document.querySelectorAll('.fixture canvas')[1]).data.datasets"
                                + ".map(set => set.data[0].name + ' ' + set.data[0].y).join('; ')")
                        .asString())
                .as("a line for each JVM")
                .isEqualTo("node-1 2; Echo<b>Server 1");
        assertThat(charts.size()).isEqualTo(5);
        assertThat(charts.get(0).asString()).as("processors").isEqualTo("2:0.5 3:0.5 7:0.5 8:0.5 12:0.5 21:0.5 30:0.5");
        assertThat(charts.get(1).asString()).as("heap").isEqualTo("1:1 2:2 3:3 7:7 8:8 12:12 21:21 30:30");
        assertThat(charts.get(2).asString())
                .as("collections")
                .isEqualTo(charts.get(0).asString());
        assertThat(browser.evaluate(
                                "Chart.getChart(document.querySelector('.fixture canvas')).options.plugins.bands.ranges.length")
                        .asInt())
                .as("every second fork is shaded")
                .isEqualTo(3);
        assertThat(browser.complaints).isEmpty();
        browser.screenshot(SHOTS.resolve("fixture.png"));
        browser.open(page.toUri().toString(), 400, 1300, "dark");
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                        .asBoolean())
                .isTrue();
        browser.screenshot(SHOTS.resolve("fixture-400-dark.png"));
    }
}
