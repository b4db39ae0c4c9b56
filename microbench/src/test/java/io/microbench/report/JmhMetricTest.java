// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.JmhJson.JmhMetric;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JmhMetricTest {

    private static JsonNode written(Map<String, Object> metric) {
        return JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(metric));
    }

    private static IterationResult iteration(int number, double score, Map<String, Metric> secondary) {
        return new IterationResult(
                Phase.MEASUREMENT,
                number,
                MadeRecords.START.plusSeconds(number),
                score,
                100,
                new TreeMap<>(Map.of("50.0", score, "100.0", 2 * score)),
                secondary,
                Optional.empty());
    }

    /**
     * Returns a case of one fork whose measured iterations have the given scores; the first ones also have a counter.
     */
    private static CaseResult result(String mode, Map<String, Metric> secondary, double... scores) {
        List<IterationResult> iterations = new ArrayList<>();
        iterations.add(iteration(1, 999, Map.of()).as(Phase.WARMUP, 1));
        for (double score : scores) {
            iterations.add(iteration(
                    iterations.size(),
                    score,
                    iterations.size() == 1 ? Map.of("hits", new Metric(5, Double.NaN, "#")) : Map.of()));
        }
        return new CaseResult(
                Samples.id("run", Map.of(), 1),
                Samples.plan(mode, 1, 1),
                Status.DONE,
                "",
                Optional.of(new Metric(10, 2, "ops/ms")),
                secondary,
                List.of(MadeRecords.fork(1).iterations(iterations).build()));
    }

    private static JsonNode primary(CaseResult result) {
        return written(JmhMetric.primary(result, result.score().orElseThrow(), result.forks()));
    }

    private static JsonNode secondary(CaseResult result, String label, Metric metric) {
        return written(JmhMetric.secondary(result, label, metric, result.forks()));
    }

    @Test
    void computesIntervalFromErrorAroundScore() {
        JsonNode metric = primary(result("thrpt", Map.of(), 8, 12));

        assertThat(metric.at("/scoreConfidence").toString()).isEqualTo("[8.0,12.0]");
        assertThat(metric.at("/scoreUnit").asString()).isEqualTo("ops/ms");
        assertThat(metric.at("/rawData").toString()).as("without warm-up").isEqualTo("[[8.0,12.0]]");
    }

    @ParameterizedTest
    @CsvSource({"0.0, 8", "50.0, 12", "90.0, 16", "99.9999, 16", "100.0, 16"})
    void computesPercentilesOfIterationsFromScores(String percentile, double value) {
        assertThat(primary(result("thrpt", Map.of(), 16, 8, 12))
                        .get("scorePercentiles")
                        .get(percentile)
                        .asDouble())
                .isEqualTo(value);
    }

    @Test
    void returnsScoreForEveryPercentileWithoutFiniteScores() {
        JsonNode percentiles =
                primary(result("thrpt", Map.of(), 8, Double.POSITIVE_INFINITY)).get("scorePercentiles");

        assertThat(percentiles).hasSize(10).allSatisfy(each -> assertThat(each.asDouble())
                .isEqualTo(10));
    }

    @Test
    void returnsStoredPercentilesOfSingleOperations() {
        JsonNode one = primary(result("sample", Map.of("p0.99", new Metric(19, Double.NaN, "us/op")), 8));

        assertThat(one.at("/scorePercentiles/50.0").asDouble())
                .as("of the only iteration")
                .isEqualTo(8);
        assertThat(one.at("/scorePercentiles/99.0").asDouble())
                .as("of the whole case")
                .isEqualTo(19);
        assertThat(one.at("/scorePercentiles/90.0").asString()).isEqualTo("NaN");
        assertThat(one.at("/rawDataHistogram").toString()).isEqualTo("[[[[8.0,100]]]]");

        JsonNode several = primary(result("sample", Map.of(), 8, 9));
        assertThat(several.at("/scorePercentiles/50.0").asString())
                .as("those of two iterations cannot be combined")
                .isEqualTo("NaN");
    }

    @Test
    void takesSecondaryResultFromIterationsThatHaveIt() {
        JsonNode metric = secondary(result("thrpt", Map.of(), 8, 12), "hits", new Metric(5, Double.NaN, "#"));

        assertThat(metric.at("/rawData").toString()).isEqualTo("[[5.0]]");
        assertThat(metric.at("/scoreError").asString()).isEqualTo("NaN");
        assertThat(metric.at("/scoreConfidence/0").asString()).isEqualTo("NaN");
        assertThat(metric.at("/scorePercentiles/50.0").asDouble()).isEqualTo(5);
    }

    @Test
    void returnsZeroWidthIntervalForSum() {
        CaseResult result = result("thrpt", Map.of(), 8, 12, 16);
        ForkResult fork = result.forks().get(0);
        List<IterationResult> counted = fork.iterations().stream()
                .map(i -> iteration(i.number(), i.score(), Map.of("hits", new Metric(5, Double.NaN, "#")))
                        .as(i.phase(), i.number()))
                .toList();
        CaseResult all =
                result.withForks(List.of(fork.toBuilder().iterations(counted).build()));

        assertThat(secondary(all, "hits", new Metric(15, Double.NaN, "#"))
                        .at("/scoreConfidence")
                        .toString())
                .isEqualTo("[15.0,15.0]");
    }

    @Test
    void returnsPercentileOfSampleModeWithoutInterval() {
        JsonNode metric = secondary(result("sample", Map.of(), 8, 9), "p0.50", new Metric(7, Double.NaN, "us/op"));

        assertThat(metric.at("/scoreConfidence").toString()).isEqualTo("[\"NaN\",\"NaN\"]");
        assertThat(metric.get("scorePercentiles"))
                .allSatisfy(each -> assertThat(each.asDouble()).isEqualTo(7));
    }
}
