// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.microbench.report.CurveExport.CurveDocument;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CurveExportTest {

    private static final String TEXT = BrowserLibrary.resource("io/microbench/report/curves.schema.json");
    private static final JsonNode TREE = JsonMapper.shared().readTree(TEXT);
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(TEXT, InputFormat.JSON);
    private static final RunRecord RUN = Samples.run(MadeCurves.ladder(1, 2, 4));

    private static String json(RunRecord run) {
        return CurveExport.json(run);
    }

    private static List<Error> check(String json) {
        return SCHEMA.validate(json, InputFormat.JSON);
    }

    private static CaseResult oneFork(String method, int threads, double rate) {
        CaseId id = new CaseId(MadeCurves.MAPS, method, new TreeMap<>(), threads, Optional.empty());
        return Samples.measured(id, new Metric(rate, 1, "ops/ms"), new double[] {rate});
    }

    @Test
    void writesOneRowPerRung() {
        String rows = CurveExport.csv(
                Samples.run(List.of(oneFork("put", 1, 4), oneFork("put", 2, 5), oneFork("alone", 1, 1))));
        assertThat(rows).matches(Pattern.compile("""
                class,curve,workers,rate,low,high,rate_per_worker,efficiency,p50_ns,p90_ns,p99_ns,p99.9_ns,fitted,mark\r
                org.example.maps.MapBenchmark,put,1,(4000|3999.99)\\d*[.\\d]*,,,(4000|3999.99)[.\\d]*,1.0,,,,,,\r
                org.example.maps.MapBenchmark,put,2,5000[.\\d]*,,,2500[.\\d]*,0.625\\d*,,,,,,peak\r
                """));
        assertThat(CurveExport.csv(RUN).lines()).hasSize(7);
        assertThat(CurveExport.csv(RUN)).containsPattern(",put\\(map=striped\\),1,8999699.\\d+,\\d+.\\d+,\\d+.\\d+,");
    }

    @Test
    void writesFullNumbersAndIntervalsAsJson() {
        JsonNode json = JsonMapper.shared().readTree(json(RUN));
        assertThat(json.at("/run").asString()).isEqualTo(RUN.id());
        assertThat(json.at("/curves").size()).isEqualTo(2);
        JsonNode curve = json.at("/curves/1");
        assertThat(curve.at("/className").asString()).isEqualTo(MadeCurves.MAPS);
        assertThat(curve.at("/name").asString()).isEqualTo("put(map=synchronized)");
        assertThat(curve.at("/peak").asInt()).isEqualTo(4);
        assertThat(curve.at("/rungs/0/rate").asDouble()).isEqualTo(12e6, within(1000.0));
        assertThat(curve.at("/rungs/0/interval/low").asDouble()).isLessThan(12e6);
        assertThat(curve.at("/rungs/0/interval/confidence").asDouble()).isEqualTo(0.99);
        assertThat(curve.at("/rungs/1/efficiency").asDouble()).isEqualTo(0.5208, within(1e-4));
    }

    @Test
    void writesFitOrReasonForMissingFit() {
        String text = json(Samples.run(MadeCurves.ladder(1, 2, 4, 8, 16, 32, 64)));
        JsonNode curve = JsonMapper.shared().readTree(text).at("/curves/0");
        assertThat(curve.at("/fit/sigma").asDouble()).isEqualTo(0.02, within(1e-6));
        assertThat(curve.at("/fit/kappa").asDouble()).isEqualTo(0.0004, within(1e-8));
        // sqrt((1 - sigma) / kappa)
        assertThat(curve.at("/fit/peak/workers").asDouble()).isEqualTo(49.497, within(0.01));
        assertThat(curve.at("/noFit").asString()).isEmpty();
        assertThat(check(text)).isEmpty();
        assertThat(CurveExport.csv(Samples.run(MadeCurves.ladder(1, 2, 4, 8, 16)))
                        .lines()
                        .toList()
                        .get(5))
                .containsPattern(",1\\.03148423954\\d*E8,peak$");

        JsonNode few = JsonMapper.shared().readTree(json(RUN)).at("/curves/0");
        assertThat(few.get("fit").isNull()).isTrue();
        assertThat(few.get("noFit").asString()).startsWith("3 rungs: the law has 3 parameters");
    }

    @Test
    void conformsToSchema() {
        assertThat(check(json(RUN))).isEmpty();
        assertThat(check(json(Samples.run(List.of())))).isEmpty();
        assertThat(check(json(Samples.run(List.of(oneFork("put", 1, 4), oneFork("put", 2, 5))))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"schemaVersion\" : 1 | \"schemaVersion\" : 2 | /schemaVersion",
                "\"workers\" : 2 | \"workers\" : 0 | /curves/0/rungs/1/workers",
                "\"peak\" : 4 | \"peak\" : \"four\" | /curves/0/peak",
                "\"latency\" : { } | \"latency\" : {\"median\" : 3} | /curves/0/rungs/0/latency"
            })
    void rejectsInvalidValues(String from, String to, String place) {
        String right = json(RUN);
        String wrong = right.replaceFirst(Pattern.quote(from), to);
        assertThat(wrong).isNotEqualTo(right);
        assertThat(check(wrong))
                .extracting(e -> e.getInstanceLocation().toString())
                .contains(place);
    }

    @Test
    void describesEveryPart() {
        Map<String, Class<? extends Record>> records = Map.of(
                "/", CurveDocument.class,
                "/$defs/curve/", CurveDocument.Line.class,
                "/$defs/rung/", CurveDocument.Step.class,
                "/$defs/fit/", ScalabilityFit.Fitted.class,
                "/$defs/peak/", ScalabilityFit.Peak.class,
                "/$defs/interval/", Interval.class);
        records.forEach((place, type) -> {
            List<String> parts = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList();
            assertThat(TREE.at(place + "properties").propertyNames()).as(place).containsExactlyElementsOf(parts);
            assertThat(TREE.at(place + "required").valueStream().map(JsonNode::asString))
                    .as(place)
                    .containsExactlyElementsOf(parts);
        });
        assertThat(TREE.at("/properties/schemaVersion/const").asInt()).isEqualTo(CurveDocument.SCHEMA_VERSION);
    }
}
