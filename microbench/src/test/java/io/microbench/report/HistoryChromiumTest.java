// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummary.ExecutedCode;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.RunSummaryBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page of a history in a browser. */
@Tag("chromium")
class HistoryChromiumTest {

    private static final int NIGHTS = 30;
    /** A case that became slower on the last night. */
    private static final int SUSPECT = 7;
    /** A case whose iterations were mostly starved on one night. */
    private static final int STARVED = 3;

    @TempDir
    private static Path folder;

    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Chromium(Files.createDirectories(folder.resolve("profile")));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    private static String id(int number) {
        return "com.acme.<b>Codec.encode:size=" + number + ",threads=1";
    }

    /** Returns nights with this many cases; in the middle the first case became faster, and the machine changed. */
    private static List<RunSummary> nights(int cases) {
        Random random = new Random(42);
        List<RunSummary> nights = new ArrayList<>();
        for (int night = 0; night < NIGHTS; night++) {
            List<CaseSummary> summaries = new ArrayList<>();
            for (int i = 0; i < cases; i++) {
                double value = 100 + 0.2 * random.nextGaussian();
                value *= i == SUSPECT && night == NIGHTS - 1 ? 1.5 : 1;
                value *= i == 0 && night >= 10 ? 0.8 : 1;
                summaries.add(CaseSummaryBuilder.of(id(i), value)
                        .interval(value - 1, value + 1)
                        .forks(value - 1, value + 1)
                        .starved(i == STARVED && night == 20 ? OptionalDouble.of(0.8) : OptionalDouble.empty())
                        .code(Optional.of(new ExecutedCode(night < 10 ? "0123456789ab" : "ba9876543210", "")))
                        .build());
            }
            nights.add(RunSummaryBuilder.of(
                            "night-" + night,
                            Instant.parse("2026-05-04T03:00:00Z").plus(Duration.ofDays(night)))
                    .commit(Optional.of("c0ffee" + night))
                    .branch(Optional.of("main"))
                    .environment(new Fingerprint("JDK 21", "VM", night < 5 ? "Xeon" : "EPYC", "Linux"))
                    .cases(summaries)
                    .build());
        }
        return nights;
    }

    /** Returns the runs with four of five iterations of each case starved. */
    private static List<RunSummary> starved(List<RunSummary> nights) {
        return nights.stream()
                .map(night -> RunSummaryBuilder.of(night)
                        .cases(night.cases().stream()
                                .map(each ->
                                        CaseSummaryBuilder.of(each).starved(0.8).build())
                                .toList())
                        .build())
                .toList();
    }

    private static String open(int cases, int width) throws Exception {
        return open(nights(cases), width);
    }

    private static String open(List<RunSummary> nights, int width) throws Exception {
        return open(render(nights), width);
    }

    private static String render(List<RunSummary> nights) {
        HistoryAnalysis rules = HistoryAnalysis.DEFAULTS;
        return HtmlHistory.render(
                nights, rules.cases(nights), rules.nominate(nights, nights.get(nights.size() - 1), List.of()));
    }

    private static String open(String text, int width) throws Exception {
        Path page = Files.writeString(folder.resolve("history.html"), text);
        browser.requests.clear();
        browser.complaints.clear();
        browser.open(page.toUri().toString(), width, 900, "dark");
        return text;
    }

    private static int count(String selector) throws Exception {
        return browser.evaluate("document.querySelectorAll('" + selector + "').length")
                .asInt();
    }

    private static String text(String expression) throws Exception {
        return browser.evaluate(expression).asString();
    }

    @Test
    void listsSuspectsFirstAndDrawsEveryValue() throws Exception {
        open(12, 1200);

        assertThat(count("figure.past")).isEqualTo(12);
        assertThat(text("document.querySelector('figure.past a').textContent")).isEqualTo(id(SUSPECT));
        assertThat(text("document.querySelector('figure.past .mark').textContent"))
                .contains("speed -33.", "last good commit c0ffee28");
        assertThat(count("figure.suspect .changes li"))
                .as("its change is not listed again")
                .isZero();
        assertThat(browser.evaluate("[...document.querySelectorAll('figure.past')].slice(0, 2).map(f =>"
                                + " f.querySelectorAll('circle').length)")
                        .toString())
                .isEqualTo("[" + NIGHTS + "," + NIGHTS + "]");
        assertThat(browser.complaints).isEmpty();
        assertThat(browser.requests).hasSize(1);
    }

    /** Browsers call the observer after the first frame; a picture of that frame must not have empty charts. */
    @Test
    void drawsFirstChartsWithoutObserver() throws Exception {
        open(
                render(nights(200))
                        .replace(
                                "<title>",
                                "<script>IntersectionObserver = class { observe() {} unobserve() {} };</script><title>"),
                400);

        assertThat(browser.evaluate("[...document.querySelectorAll('figure.past')].slice(0, 20)"
                                + ".every(f => f.querySelectorAll('circle').length > 0)")
                        .asBoolean())
                .isTrue();
        assertThat(count("figure.past svg")).as("the others wait").isLessThan(count("figure.past"));
        assertThat(browser.complaints).isEmpty();
    }

    @Test
    void drawsStarvedNightHollow() throws Exception {
        open(12, 1200);
        browser.evaluate("document.getElementById('filter').value = 'size=" + STARVED + "';"
                + " document.getElementById('filter').dispatchEvent(new Event('input'))");

        assertThat(browser.evaluate("new Promise(done => setTimeout(() =>"
                                + " done([...document.querySelectorAll('figure.past svg .starved title')].map(t => t.textContent).join()),"
                                + " 300))")
                        .asString())
                .contains("; 80% of the measured iterations waited for a processor: not judged");
        assertThat(count("figure.past svg .starved")).isEqualTo(1);
        assertThat(browser.complaints).isEmpty();
    }

    @Test
    void countsUnjudgedCasesInGrey() throws Exception {
        for (int width : new int[] {1200, 400}) {
            open(starved(nights(12)), width);

            assertThat(text("document.querySelector('.panel.idle .headline').textContent"))
                    .startsWith("12 of 12 cases could not be judged: 12 on a busy machine");
            assertThat(text("document.querySelector('figure.past.idle p').textContent"))
                    .isEqualTo("not judged: on a busy machine (most measured iterations waited for a processor)");
            assertThat(count("figure.past:not(.idle)")).isZero();
            browser.evaluate("new Promise(drawn => setTimeout(drawn, 300))");
            assertThat(text("[...new Set([...document.querySelectorAll('figure.past .segment')].map(g =>"
                            + " getComputedStyle(g).color))].join()"))
                    .isEqualTo(text("getComputedStyle(document.querySelector('.sub')).color"));
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(width);
        }
        assertThat(browser.complaints).isEmpty();
    }

    @Test
    void marksChangesAndOtherMachines() throws Exception {
        open(12, 1200);
        browser.evaluate("document.getElementById('filter').value = 'size=0'");
        browser.evaluate("document.getElementById('filter').dispatchEvent(new Event('input'))");

        assertThat(text("document.getElementById('shown').textContent")).isEqualTo("1 of 12 cases");
        browser.evaluate("new Promise(drawn => setTimeout(drawn, 300))");
        assertThat(text("[...document.querySelectorAll('figure.past svg .same title')].map(t => t.textContent).join()"))
                .as("in each segment")
                .isEqualTo(
                        "The same code in 5 runs,The same code in 5 runs,The same code in " + (NIGHTS - 10) + " runs");
        assertThat(count("figure.past line.change.FASTER")).isEqualTo(1);
        assertThat(count("figure.past line.begin")).isEqualTo(1);
        assertThat(text("document.querySelector('figure.past .changes').textContent"))
                .matches("faster \\+2[45]\\.\\d% since 2026-05-14, commit c0ffee10");
    }

    @Test
    void loadsFiveThousandCasesLazilyBelowTwoMegabytes() throws Exception {
        String page = open(5000, 400);

        assertThat(page.length()).isLessThan(2_000_000);
        assertThat(count("figure.past")).isBetween(50, 1000);
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(400);
        assertThat(text("document.getElementById('shown').textContent")).isEqualTo("5000 cases");
        assertThat(browser.complaints).isEmpty();
    }
}
