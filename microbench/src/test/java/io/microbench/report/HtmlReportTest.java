// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkStop;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("any-jdk")
class HtmlReportTest {

    private static final DemoRun DEMO = new DemoRun(7, 5, 10, 10);
    private static final RunRecord RUN = DEMO.allocator();
    private static final String PAGE = HtmlReport.render(RUN, Optional.of(DEMO.comparison(RUN)), DEMO.history(RUN));

    private static JsonNode data(String page) {
        Matcher script = Pattern.compile(
                        "<script type=\"application/(json|gzip)\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(script.find()).isTrue();
        return script.group(1).equals("json")
                ? JsonMapper.shared().readTree(script.group(2))
                : JsonMapper.shared().readTree(unpacked(script.group(2)));
    }

    private static byte[] unpacked(String base64) {
        try (InputStream json =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            return json.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isSelfContained() {
        String own = PAGE.replace(new BrowserLibrary("chart.js").file("chart.umd.min.js"), "");
        assertThat(own).doesNotContain("<script src", "@import", "url(", "sourceMappingURL");
        assertThat(PAGE).contains("default-src 'none'").containsPattern("<link rel=\"icon\" href=\"data:,\">");
    }

    @Test
    void fillsEveryPlaceholderOfTemplate() {
        assertThat(PAGE.replace(new BrowserLibrary("chart.js").file("chart.umd.min.js"), ""))
                .doesNotContainPattern("\\$\\{(title|css|summary|data|script|licences|chart|footer)}");
    }

    @Test
    void keepsLicencesOfBundledCode() {
        assertThat(PAGE)
                .contains("Chart.js " + new BrowserLibrary("chart.js").version())
                .contains("Copyright (c) 2014-2024 Chart.js Contributors")
                .contains("Jukka Kurkela");
    }

    @Test
    void staysBelowTwoMegabytesForAThousandCases() {
        RunRecord large = new DemoRun(3, 10, 10, 20).large(1000);
        String page = HtmlReport.render(large, Optional.of(DEMO.comparison(large)), Map.of());
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
    }

    @Test
    void staysBelowTwoMegabytesForAMillionIterations() {
        RunRecord large = new DemoRun(3, 10, 100, 900).large(100);
        String page = HtmlReport.render(large, Optional.of(DEMO.comparison(large)), Map.of());
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
    }

    @Test
    void staysSmallWhenEverythingFails() {
        List<CaseResult> failed = new DemoRun(3, 1, 1, 1)
                .large(1000).cases().stream()
                        .map(c -> Samples.failed(c.id(), "java.lang.IllegalStateException: " + "long ".repeat(2000)))
                        .toList();
        String page = HtmlReport.render(Samples.run(failed), Optional.empty(), Map.of());
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(2_000_000);
    }

    @Test
    void escapesNamesOfCases() {
        assertThat(PAGE).doesNotContain("<script>window.stolen").contains("\\u003c/script>\\u003cscript>window.stolen");
        assertThat(data(PAGE).get("cases").get(22).get("id").asString())
                .isEqualTo(RUN.cases().get(22).id().text())
                .contains("</script>");
    }

    @Test
    void showsIntervalOverForksInRowAndExactScoreOfJmhInDetails() {
        JsonNode page = data(PAGE);
        assertThat(page.at("/columns/0/3").asString()).isEqualTo("value");
        assertThat(page.at("/columns/1/3").asString()).isEqualTo("low");
        assertThat(page.get("columns").toString()).doesNotContain("score\",\"error", "\"Score", "\"Error");
        JsonNode cases = page.get("cases");
        for (int i = 0; i < cases.size(); i++) {
            CaseResult result = RUN.cases().get(i);
            if (result.score().isPresent()) {
                assertThat(cases.get(i).at("/k/0").asDouble())
                        .isEqualTo(Forks.of(result).value());
                assertThat(cases.get(i).at("/s/0").asDouble())
                        .isEqualTo(result.score().get().score());
                assertThat(cases.get(i).at("/s/1").asDouble())
                        .isEqualTo(result.score().get().error());
            } else {
                assertThat(cases.get(i).has("k")).isFalse();
            }
        }
    }

    /** Returns the iterations of a case on the page, decoded like {@code data.js} does. */
    private static double[] drawn(JsonNode page) {
        double unit = Math.pow(10, page.at("/x/0").asInt());
        return page.get("f")
                .valueStream()
                .flatMap(fork -> fork.get(2).valueStream())
                .mapToDouble(
                        step -> step.isNull() ? Double.NaN : (page.at("/x/1").asDouble() + step.asDouble()) / unit)
                .toArray();
    }

    @Test
    void storesIterationsWithSixDigits() {
        JsonNode cases = data(PAGE).get("cases");
        for (int i = 0; i < cases.size(); i++) {
            CaseResult result = RUN.cases().get(i);
            double[] scores = DemoRun.scores(result);
            assertThat(drawn(cases.get(i)))
                    .containsExactly(
                            scores, within(1e-5 * Arrays.stream(scores).max().orElse(1)));
            for (int j = 0; j < result.forks().size(); j++) {
                assertThat(cases.get(i).at("/f/" + j + "/1").asInt())
                        .isEqualTo(result.forks().get(j).warmupIterations());
            }
        }
    }

    @Test
    void storesIterationsOfLargeRunWithFiveDigits() {
        RunRecord large = new DemoRun(3, 2, 10, 20).large(400);
        JsonNode page =
                data(HtmlReport.render(large, Optional.empty(), Map.of())).at("/cases/200");
        assertThat(drawn(page)).containsExactly(DemoRun.scores(large.cases().get(200)), within(50.0));
        assertThat(page.at("/x/0").asInt()).as("decimal places of 1.2 million").isEqualTo(-2);
    }

    @ParameterizedTest
    @CsvSource({
        "4 4, 0",
        "0 0 0 0 5, 0",
        "-1 0 0.5 99, 1e-4",
        "1e-9 1.1e-9 1.2e-9, 1e-13",
        "100 100.001 99.999, 1e-4",
        "1e30 1.1e30 1e90, 1e26",
        "1 NaN 2 Infinity, 1e-4",
        "812345 3.25 823456 834567 829999 41.5 831111, 1e-3",
        "0 0 0 2.5e-9, 1e-14",
        "1e-310 2e-310 3e-310, 1e-305"
    })
    void keepsIterationsOfAnyMagnitude(String scores, double error) {
        double[] given = Arrays.stream(scores.split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        CaseResult result = Samples.measured(Samples.id("any", Map.of(), 1), new Metric(1, 1, "ops/s"), given);
        double[] drawn = drawn(data(HtmlReport.render(Samples.run(List.of(result)), Optional.empty(), Map.of()))
                .at("/cases/0"));
        assertThat(drawn).hasSize(given.length + 2);
        for (int i = 0; i < given.length; i++) {
            if (Double.isFinite(given[i])) {
                assertThat(drawn[i + 2]).isEqualTo(given[i], within(Math.max(error, 1e-15 * Math.abs(given[i]))));
            } else {
                assertThat(drawn[i + 2]).isNaN();
            }
        }
    }

    @Test
    void marksRowWithPossiblyUnsteadyForks() {
        CaseResult unsteady = Samples.adaptive(Optional.of(0.02), false, ForkStop.State.UNSTEADY, 100, 101, 99);
        CaseResult steady = Samples.measured(
                Samples.id("steady", Map.of(), 1), new Metric(1, 1, "ops/s"), new double[] {1, 2, 1, 2});
        JsonNode data = data(HtmlReport.render(Samples.run(List.of(unsteady, steady)), Optional.empty(), Map.of()));

        JsonNode mark = data.at("/cases/0/warn/0");
        assertThat(mark.get(0).asString()).isEqualTo("possibly unsteady in 3 of 3 forks");
        assertThat(data.get("cases").get(1).has("warn")).isFalse();
    }

    @Test
    void putsVerdictAndDifferencesOnTop() {
        String top = PAGE.substring(PAGE.indexOf("<main>"), PAGE.indexOf("<section id=\"cases\""));
        assertThat(top)
                .contains("<p class=\"headline\">")
                .contains("slower", "in the geometric mean of 23 cases")
                .contains("The environments differ")
                .contains("JDK <span class=\"mark\">not comparable</span></th><td>Eclipse Adoptium 21.0.4+7-LTS</td>")
                .contains("1 case only in the baseline, not judged")
                .contains("ByteBufAllocatorBenchmark.<wbr>gone:size=0,<wbr>threads=1");
    }

    @Test
    void reportsThatNothingWasCompared() {
        String page = HtmlReport.render(Samples.run(Samples.cases()), Optional.empty(), Map.of());
        assertThat(page)
                .contains("3 cases, 1 failed. No baseline.")
                .contains(
                        "<title>netty · ByteBufAllocatorBenchmark · 8f62348</title>",
                        "<h1>netty · ByteBufAllocatorBenchmark · 8f62348</h1>",
                        "<span><b>CPU</b> AMD EPYC 7763 64-Core Processor</span>")
                .doesNotContain("The environments differ");
        String refused = HtmlReport.render(
                Samples.run(Samples.cases()), Optional.of(Comparisons.refused("JDK <17> and 21")), Map.of());
        assertThat(refused)
                .contains("Not compared: JDK &lt;17&gt; and 21")
                .contains("<title>Comparison · main → new · ByteBufAllocatorBenchmark</title>");
    }

    @Test
    void drawsRunWithoutCases() {
        String page = HtmlReport.render(Samples.run(List.of()), Optional.empty(), Map.of());
        assertThat(data(page).get("cases").size()).isZero();
    }

    @Test
    void createsStableAnchorsValidInUrls() {
        CaseId plain = Samples.id("m", Map.of("size", "1024"), 4);
        assertThat(Html.anchor(plain)).isEqualTo(plain.text());
        assertThat(Html.anchor(Samples.id("m", Map.of("t", "a b#ä\"<%,"), 1)))
                .isEqualTo(Samples.ALLOCATOR + ".m:t=a%20b%23%C3%A4%22%3C%2525%252C,threads=1");
    }

    @Test
    void escapesElementsAndAttributes() {
        assertThat(Html.escape("<a href=\"x\" title='y'>&amp;"))
                .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;");
    }

    @Test
    void showsValuesOfCurvesWithoutScript() {
        String page = HtmlReport.render(Samples.run(MadeCurves.ladder(1, 2, 4)), Optional.empty(), Map.of());
        assertThat(page)
                .contains(
                        "<h2>Against workers: MapBenchmark</h2>",
                        "<caption>put(map=synchronized)</caption>",
                        "<td class=\"num\">12,565,026</td><td class=\"num\">[11,865,250, 13,306,073]</td>",
                        "<td>peak</td>");
        assertThat(HtmlReport.render(Samples.run(MadeCurves.ladder(1, 2)), Optional.empty(), Map.of()))
                .doesNotContain("Against workers:");
    }
}
