// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateTableTest {

    private static final Set<String> ALTERNATIVES = Set.of("backend", "nodes");

    private static CaseId id(String className, Map<String, String> parameters, int threads) {
        return new CaseId("org.example." + className, "put", new TreeMap<>(parameters), threads, Optional.empty());
    }

    private static CaseResult measured(CaseId id, double perMilli, int forks) {
        double[][] values = new double[forks][];
        for (int fork = 0; fork < forks; fork++) {
            values[fork] = new double[] {perMilli + fork};
        }
        return Samples.measured(id, new Metric(perMilli, 0.1, "ops/ms"), values);
    }

    private static List<CaseResult> local(String backend, String durability, double... rates) {
        Map<String, String> parameters = Map.of("backend", backend, "durability", durability, "keys", "100");
        return IntStream.range(0, rates.length)
                .mapToObj(rung -> measured(id("Local", parameters, 1 << rung), rates[rung], 1))
                .toList();
    }

    private static CaseId replicated(String nodes, int threads) {
        return id(
                "Replicated", Map.of("backend", "raft", "durability", "safe", "keys", "100", "nodes", nodes), threads);
    }

    private static String render(List<CaseResult> cases, int width) {
        return RateTable.render(cases, ALTERNATIVES, new ConsoleStyle(width, true, false))
                .orElse("no table");
    }

    @Test
    void showsAlternativesOfAllClassesFastestFirst() {
        List<CaseResult> cases = new ArrayList<>(local("map", "safe", 3, 2));
        cases.add(measured(replicated("1", 1), 2, 1));
        cases.add(measured(replicated("1", 2), 12.5, 1));
        cases.add(measured(replicated("3", 1), 0.5, 1));
        cases.add(Samples.failed(replicated("3", 2), "gone"));

        assertThat(render(cases, 80)).isEqualTo("""
                put, ops/s, one fork each: durability=safe, keys=100
                Workers            1       2
                raft, nodes=1  2,000  12,500
                map            3,000   2,000
                raft, nodes=3    500  failed
                """);
    }

    @Test
    void separatesValuesOfOtherParameters() {
        List<CaseResult> cases = new ArrayList<>(local("log", "safe", 1));
        cases.addAll(local("map", "memory", 7));
        cases.addAll(local("log", "memory", 3));

        assertThat(render(cases, 0))
                .isEqualTo("""
                put, ops/s, one fork each: durability=safe, keys=100
                Workers      1
                log      1,000

                put, ops/s, one fork each: durability=memory, keys=100
                Workers      1
                map      7,000
                log      3,000
                """.replace("each: durability=safe", "each: backend=log, durability=safe"));
    }

    @Test
    void omitsWorkerCountsThatDoNotFit() {
        List<CaseResult> cases = local("log", "safe", 1, 2, 3, 4, 5, 6, 7, 8);

        assertThat(render(cases, 80).lines())
                .contains("Workers      1      2      4      8     16     32     64    128");
        assertThat(render(cases, 30).lines()).contains("Workers      1    128");
    }

    @Test
    void namesNoForkCountIfRatesHaveIntervals() {
        assertThat(render(List.of(measured(id("Local", Map.of("backend", "log"), 1), 1, 3)), 0))
                .startsWith("put, ops/s: backend=log\n");
    }

    @Test
    void isEmptyIfScoresAreNotRates() {
        CaseResult bytes = Samples.measured(id("Local", Map.of(), 1), new Metric(1, 0.1, "B"), new double[] {1});

        assertThat(RateTable.render(List.of(bytes), ALTERNATIVES, ConsoleStyle.plain()))
                .isEmpty();
    }
}
