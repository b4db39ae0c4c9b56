// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests interaction with the page of a run: by mouse, keyboard and address, on any screen, with many cases. */
class HtmlReportUseChromiumTest extends AbstractReportChromiumTest {

    HtmlReportUseChromiumTest() throws Exception {}

    @Test
    void logsNothingAndSendsNoRequests() throws Exception {
        for (CaseResult result : RUN.cases()) {
            openCase(result);
        }
        browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
        browser.evaluate("new Promise(done => setTimeout(done, 300))");
        assertThat(browser.complaints).isEmpty();
        assertThat(browser.requests)
                .filteredOn(url -> !url.equals("about:blank"))
                .allMatch(url -> url.equals(page.toUri().toString()) || url.startsWith("data:"));
        assertThat(browser.evaluate("performance.getEntriesByType('resource').length")
                        .asInt())
                .isZero();
    }

    @Test
    void escapesScriptsInNames() throws Exception {
        for (CaseResult result : RUN.cases()) {
            openCase(result);
        }
        assertThat(browser.evaluate("typeof window.stolen").asString()).isEqualTo("undefined");
        assertThat(browser.evaluate("document.querySelectorAll('tr.case').length")
                        .asInt())
                .isEqualTo(RUN.cases().size());
        assertThat(browser.evaluate("document.body.textContent.includes('</script><script>window.stolen')")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void showsSameCodeAndControlsInRows() throws Exception {
        CaseResult measured = RUN.cases().get(0);
        CaseResult skipped = CaseResult.planned(Samples.id("unchanged", Map.of(), 1), measured.plan())
                .skipped("Both builds run the same code");
        CaseVerdict control = Comparisons.verdict(measured.id(), Verdict.UNDECIDED, 0.99, OptionalInt.empty(), "")
                .asControl();
        Files.writeString(
                page,
                HtmlReport.render(
                        Samples.run(List.of(measured, skipped)),
                        Optional.of(Comparisons.of(List.of(control, CaseVerdict.sameCode(skipped.id())))),
                        Map.of()));
        browser.open(page.toUri().toString(), 1400, 900, "light");

        String cells =
                ".querySelectorAll('td:not(.name):not(.dots)')].map(c => c.textContent).filter(t => t).join('|')";
        assertThat(browser.evaluate("[..." + row(skipped) + cells).asString())
                .isEqualTo("= same code|Both builds run the same code");
        assertThat(browser.evaluate("[..." + row(measured) + cells).asString()).contains("|control|-1.00%|");
        browser.evaluate("document.querySelector('.tile[data-status=SAME_CODE]').click()");
        assertThat(browser.evaluate("[...document.querySelectorAll('tr.case')].map(r => r.id).join()")
                        .asString())
                .isEqualTo(Html.anchor(skipped.id()));
    }

    @Test
    void filtersAndSorts() throws Exception {
        String names = "[...document.querySelectorAll('tr.case')].map(r => r.id)";
        browser.evaluate("{ const f = document.getElementById('filter'); f.value = 'pooledHeap size=1024';"
                + " f.dispatchEvent(new Event('input')); }");
        assertThat(browser.evaluate(names).size()).isEqualTo(2);
        assertThat(browser.evaluate("document.getElementById('shown').textContent")
                        .asString())
                .isEqualTo("2 of " + RUN.cases().size() + " cases");
        browser.evaluate("{ const f = document.getElementById('filter'); f.value = '';"
                + " f.dispatchEvent(new Event('input')); }");
        browser.evaluate("document.querySelector('button.tile[data-status=FAILED]').click()");
        assertThat(browser.evaluate(names).size()).isEqualTo(1);
        browser.evaluate("document.querySelector('button.tile[data-status=FAILED]').click()");
        browser.evaluate(
                "[...document.querySelectorAll('thead button')].find(b => b.textContent.startsWith('Value')).click()");
        JsonNode sorted = browser.evaluate(
                "[...document.querySelector('tbody').querySelectorAll('tr.case td[data-label=Value]')].map(c =>"
                        + " Number(c.dataset.value))");
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i).asDouble())
                    .isGreaterThanOrEqualTo(sorted.get(i - 1).asDouble());
        }
        assertThat(browser.evaluate("document.querySelector('th[aria-sort=ascending]').textContent")
                        .asString())
                .isEqualTo("Value");
    }

    @Test
    void supportsKeyboard() throws Exception {
        browser.press("/");
        assertThat(browser.evaluate("document.activeElement.id").asString()).isEqualTo("filter");
        browser.press("ArrowDown");
        browser.press("Enter");
        assertThat(browser.evaluate("document.activeElement.className + document.activeElement.ariaExpanded")
                        .asString())
                .as("the first suite is closed")
                .isEqualTo("suitefalse");
        browser.press("Enter");
        browser.press("ArrowDown");
        browser.press("Enter");
        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-expanded')")
                        .asString())
                .isEqualTo("true");
        assertThat(browser.evaluate("document.querySelectorAll('tr.detail').length")
                        .asInt())
                .isEqualTo(1);
        browser.press("Escape");
        assertThat(browser.evaluate("document.querySelectorAll('tr.detail').length")
                        .asInt())
                .isZero();
    }

    @Test
    void opensCaseOfAddress() throws Exception {
        for (CaseResult result : RUN.cases()) {
            browser.open(page.toUri() + "#" + Html.anchor(result.id()), 1400, 900, "light");
            assertThat(browser.evaluate("document.querySelector('tr.case.open').id")
                            .asString())
                    .isEqualTo(Html.anchor(result.id()));
        }
    }

    @Test
    void copiesCommand() throws Exception {
        CaseResult first = RUN.cases().get(0);
        String detail = openCase(first);
        String line = RerunCommand.of(RUN).line(first.id());
        assertThat(browser.evaluate(detail + ".querySelector('.command code').textContent")
                        .asString())
                .isEqualTo(line)
                .contains("-Dmicrobench.cases='" + first.id().text() + "'", " -Dforks=2");
        browser.evaluate("document.addEventListener('copy', () => { window.copied = String(getSelection()) ||"
                + " document.activeElement.value; });Object.defineProperty(navigator, 'clipboard', { value: { writeText:"
                + " async t => { window.copied = t; } } });"
                + detail + ".querySelector('.command button').click()");
        browser.evaluate("new Promise(done => setTimeout(done, 100))");
        assertThat(browser.evaluate("window.copied").asString()).isEqualTo(line);
        assertThat(browser.evaluate(detail + ".querySelector('.command button').textContent")
                        .asString())
                .isEqualTo("Copied");
    }

    @Test
    void fitsLightDarkAndNarrowWindows() throws Exception {
        for (String colours : new String[] {"light", "dark"}) {
            browser.open(page.toUri().toString(), 1400, 1000, colours);
            browser.screenshot(SHOTS.resolve(colours + "-top.png"));
            browser.open(page.toUri().toString(), 1400, 1600, colours);
            openCase(RUN.cases().get(0));
            browser.evaluate(row(RUN.cases().get(0)) + ".scrollIntoView()");
            browser.evaluate("new Promise(done => setTimeout(done, 400))");
            browser.screenshot(SHOTS.resolve(colours + "-case.png"));
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                            .asBoolean())
                    .as("no horizontal scrolling at 1400")
                    .isTrue();
        }
        for (String colours : new String[] {"light", "dark"}) {
            browser.open(page.toUri().toString(), 400, 1600, colours);
            browser.screenshot(SHOTS.resolve("narrow-" + colours + "-top.png"));
            openCase(RUN.cases().get(0));
            browser.evaluate(row(RUN.cases().get(0)) + ".scrollIntoView()");
            browser.evaluate("new Promise(done => setTimeout(done, 400))");
            browser.screenshot(SHOTS.resolve("narrow-" + colours + "-case.png"));
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .as("no horizontal scrolling at 400")
                    .isLessThanOrEqualTo(400);
        }
        browser.open(page.toUri().toString(), 1400, 900, "dark");
        openCase(RUN.cases().get(0));
        browser.print(SHOTS.resolve("print.pdf"));
        assertThat(Files.size(SHOTS.resolve("print.pdf"))).isGreaterThan(10_000);
    }

    @Test
    void opensFiveThousandCases() throws Exception {
        RunRecord large = new DemoRun(3, 5, 5, 10).large(5000);
        String text = HtmlReport.render(large, Optional.of(DEMO.comparison(large)), Map.of());
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
        Files.writeString(page, text);
        double fastest = Double.POSITIVE_INFINITY;
        for (int load = 0; load < 3; load++) {
            browser.open(page.toUri().toString(), 1400, 900, "light");
            browser.evaluate("new Promise(done => { const look = () =>"
                    + " performance.getEntriesByName('first-contentful-paint').length ? done(0) : setTimeout(look,"
                    + " 5); look(); })");
            fastest = Math.min(
                    fastest,
                    browser.evaluate("Math.max(performance.getEntriesByName('first-contentful-paint')[0].startTime,"
                                    + " performance.getEntriesByName('drawn')[0].startTime)")
                            .asDouble());
        }
        assertThat(fastest)
                .as("milliseconds until all suites are painted, of the fastest of three loads")
                .isLessThan(1000);
        assertThat(browser.evaluate("document.querySelectorAll('tr.suite').length")
                        .asInt())
                .isEqualTo(100);
        assertThat(browser.evaluate("document.querySelectorAll('tr.case').length")
                        .asInt())
                .as("suites are closed")
                .isZero();
        browser.screenshot(SHOTS.resolve("five-thousand.png"));
        browser.evaluate("document.querySelector('button.suite').click()");
        assertThat(browser.evaluate("document.querySelectorAll('tr.case').length")
                        .asInt())
                .isEqualTo(50);
        browser.evaluate("{ const f = document.getElementById('filter'); f.value = 'module19 skiplist3';"
                + " f.dispatchEvent(new Event('input')); }");
        assertThat(browser.evaluate("document.querySelectorAll('tr.case').length")
                        .asInt())
                .isEqualTo(10);
        browser.evaluate("{ const f = document.getElementById('filter'); f.value = '';"
                + " f.dispatchEvent(new Event('input')); document.getElementById('by-suite').click(); }");
        assertThat(browser.evaluate("[document.querySelectorAll('tr.case').length,"
                                + " document.querySelector('button.more').textContent].join()")
                        .asString())
                .isEqualTo("100,Show 400 more of 4900");
        String last = Html.anchor(large.cases().get(4999).id());
        browser.open(page.toUri() + "#" + last, 400, 900, "dark");
        assertThat(browser.evaluate("document.querySelector('tr.case.open').id").asString())
                .isEqualTo(last);
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(400);
        assertThat(browser.complaints).isEmpty();
    }
}
