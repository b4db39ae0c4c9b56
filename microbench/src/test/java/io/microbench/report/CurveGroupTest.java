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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests how curves are grouped into charts. */
class CurveGroupTest {

    private static List<CaseResult> ladder(
            String className, String method, Optional<String> chart, Map<String, String> parameters) {
        return ladder(className, method, chart, parameters, 1);
    }

    /** Creates a ladder of 1, 2 and 4 workers with the given operations per millisecond. */
    static List<CaseResult> ladder(
            String className, String method, Optional<String> chart, Map<String, String> parameters, double each) {
        List<CaseResult> cases = new ArrayList<>();
        for (int threads : new int[] {1, 2, 4}) {
            CaseId id = new CaseId(
                    "org.example." + className, method, new TreeMap<>(parameters), threads, Optional.empty());
            CaseResult result =
                    Samples.measured(id, new Metric(threads * each, 0.1, "ops/ms"), new double[] {threads * each});
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
    void combinesBenchmarksOfSeveralClassesInNamedChart() {
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
                .as("by the differences between them")
                .containsExactly("log, safe", "rocksdb, safe", "log, memory");
        assertThat(groups.get(0).note()).isEqualTo("all with keys=10000");
        assertThat(groups.get(1).curves())
                .extracting(Curve::name)
                .as("by the differences from those of other charts")
                .containsExactly("raft, safe");
        assertThat(groups.get(1).note()).isEqualTo("with keys=10000");
        assertThat(groups.get(2).note()).isEmpty();
    }

    @Test
    void namesSingleCurveByPartsThatTitleOmits() {
        List<CurveGroup> alone =
                groups(List.of(ladder("Safe", "put", Optional.of("Stores: put"), store("raft", "safe"))));
        List<CurveGroup> titled = groups(List.of(
                ladder("Safe", "put", Optional.of("Stores, nodes=1: put"), Map.of("backend", "a", "nodes", "1")),
                ladder("Safe", "put", Optional.of("Stores, nodes=3: put"), Map.of("backend", "b", "nodes", "3"))));

        assertThat(alone.get(0).curves()).extracting(Curve::name).containsExactly("raft, safe, keys=10000");
        assertThat(alone.get(0).note()).isEmpty();
        assertThat(titled)
                .flatExtracting(CurveGroup::curves)
                .extracting(Curve::name)
                .containsExactly("a", "b");
    }

    @Test
    void comparesCurvesAtLargestCommonWorkerCount() {
        Optional<String> chart = Optional.of("Stores: put");
        List<CaseResult> shorter =
                ladder("Safe", "put", chart, store("log", "safe")).subList(0, 2);
        List<CaseResult> other = ladder("Safe", "put", chart, store("raft", "safe"));

        assertThat(groups(List.of(shorter, other)).get(0).sentence())
                .contains("Stores: put, 2 workers: log 2,000 ops/s, raft 2,000 ops/s (one fork each).");
        assertThat(groups(List.of(other)).get(0).sentence())
                .as("nothing to compare")
                .isEmpty();
        assertThat(groups(List.of(
                                ladder("A", "put", Optional.empty(), Map.of()),
                                ladder("A", "get", Optional.empty(), Map.of())))
                        .get(0)
                        .sentence())
                .as("a chart of a class")
                .isEmpty();
        assertThat(SuiteSentence.of(
                        Samples.run(
                                Stream.of(shorter, other).flatMap(List::stream).toList()),
                        Optional.empty()))
                .containsKey("org.example.Safe");
    }

    @Test
    void beginsMarkdownOfCurvesWithRates() {
        Optional<String> chart = Optional.of("Stores: put");
        List<CaseResult> cases = new ArrayList<>(ladder("Safe", "put", chart, store("log", "safe")));
        cases.addAll(ladder("Safe", "put", chart, store("raft", "safe")));

        assertThat(MarkdownReport.render(Samples.run(cases), Optional.empty())).startsWith("""
                        ## Safe: Stores: put, 4 workers: log 4,000 ops/s, raft 4,000 ops/s (one fork each)

                        | Stores: put | ops/s, 1 worker | ops/s, 2 workers | ops/s, 4 workers |
                        | --- | --: | --: | --: |
                        | log | 1,000 | 2,000 | 4,000 |
                        | raft | 1,000 | 2,000 | 4,000 |
                        """);
    }

    @Test
    void addsParameterNameToNumbersAndMethodIfItDiffers() {
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
    void omitsCurvesOfSharedChartsFromOrdinaryTable() {
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
