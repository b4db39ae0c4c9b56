// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.CurveExport.CurveDocument;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.scaling.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Puts curves on charts. */
class CurveGroupTest {

    private static List<CaseResult> ladder(
            String className, String method, Optional<String> chart, Map<String, String> parameters) {
        List<CaseResult> cases = new ArrayList<>();
        for (int threads : new int[] {1, 2, 4}) {
            CaseId id = new CaseId(
                    "org.example." + className, method, new TreeMap<>(parameters), threads, Optional.empty());
            CaseResult result = Samples.measured(id, new Metric(threads, 0.1, "ops/ms"), new double[] {threads});
            cases.add(new CaseResult(
                    id,
                    result.plan().withCurve(new CurvePlan(chart, List.of())),
                    result.status(),
                    "",
                    result.score(),
                    result.secondary(),
                    result.forks()));
        }
        return cases;
    }

    private static List<CurveGroup> groups(List<List<CaseResult>> ladders) {
        return CurveGroup.of(Samples.run(ladders.stream().flatMap(List::stream).toList()));
    }

    private static Map<String, String> store(String backend, String durability) {
        return Map.of("backend", backend, "durability", durability, "keys", "10000");
    }

    @Test
    void benchmarksOfSeveralClassesShareTheChartThatTheyName() {
        Optional<String> local = Optional.of("Local stores: put");
        List<CurveGroup> groups = groups(List.of(
                ladder("Safe", "put", local, store("log", "safe")),
                ladder("Safe", "put", Optional.of("Replicated stores: put"), store("raft", "safe")),
                ladder("Safe", "put", local, store("rocksdb", "safe")),
                ladder("Fast", "put", local, store("log", "memory")),
                ladder("Fast", "get", Optional.empty(), store("log", "memory"))));

        assertThat(groups)
                .extracting(CurveGroup::simpleTitle)
                .containsExactly("Local stores: put", "Replicated stores: put", "Fast");
        assertThat(groups.get(0).curves())
                .extracting(Curve::name)
                .as("by what distinguishes them")
                .containsExactly("log, safe", "rocksdb, safe", "log, memory");
        assertThat(groups.get(0).note()).isEqualTo("all with keys=10000");
        assertThat(groups.get(1).curves())
                .extracting(Curve::name)
                .as("by all, as it is alone")
                .containsExactly("raft, safe, keys=10000");
        assertThat(groups.get(2).note()).isEmpty();
    }

    @Test
    void aNumberIsNamedByItsParameterAndWhatIsNotDistinctByMethodAndClass() {
        Optional<String> chart = Optional.of("All");
        assertThat(groups(List.of(
                                ladder("A", "put", chart, Map.of("nodes", "1", "sync", "true")),
                                ladder("A", "put", chart, Map.of("nodes", "3", "sync", "false"))))
                        .get(0)
                        .curves())
                .extracting(Curve::name)
                .containsExactly("nodes=1, sync=true", "nodes=3, sync=false");
        assertThat(groups(List.of(
                                ladder("A", "put", chart, Map.of("map", "skip")),
                                ladder("A", "get", chart, Map.of("map", "skip")),
                                ladder("B", "get", chart, Map.of("map", "hash"))))
                        .get(0)
                        .curves())
                .extracting(Curve::name)
                .containsExactly("skip, A.put", "skip, A.get", "hash, B.get");
        assertThat(groups(List.of(ladder("A", "put", chart, Map.of()), ladder("B", "put", chart, Map.of())))
                        .get(0)
                        .curves())
                .extracting(Curve::name)
                .containsExactly("put, A.put", "put, B.put");
    }

    @Test
    void theOrdinaryTableIsWithoutTheCurvesOfSharedCharts() {
        List<CaseResult> cases = new ArrayList<>(ladder("A", "put", Optional.of("Stores"), Map.of()));
        cases.addAll(ladder("B", "get", Optional.empty(), Map.of()));
        List<CaseResult> pair =
                ladder("A", "get", Optional.of("Stores"), Map.of()).subList(0, 2);
        cases.addAll(pair);

        assertThat(CurveGroup.withoutLadders(Samples.run(cases)))
                .extracting(result -> result.id().benchmark())
                .containsExactly(
                        "org.example.B.get",
                        "org.example.B.get",
                        "org.example.B.get",
                        "org.example.A.get",
                        "org.example.A.get");
    }

    @Test
    void exportsNameBenchmarkAndChart() {
        List<CaseResult> cases = ladder("Safe", "put", Optional.of("Stores"), store("log", "safe"));
        CurveDocument.Line line = CurveDocument.of(Samples.run(cases)).curves().get(0);

        assertThat(line.chart()).isEqualTo("Stores");
        assertThat(line.className()).isEqualTo("org.example.Safe");
        assertThat(line.name()).isEqualTo("put(backend=log,durability=safe,keys=10000)");
        assertThat(CurveExport.csv(Samples.run(cases)))
                .contains("org.example.Safe,\"put(backend=log,durability=safe,keys=10000)\",1,");
    }
}
