// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.result.FixtureRun.WarmupFork;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlFixturesTest {

    /** Returns a run with a fixture that was sampled at the given seconds and was ready 4 seconds after its start. */
    static RunRecord run(double... seconds) {
        return run(1, Map.of(), seconds);
    }

    /**
     * Returns such a run with several fixtures. Each has the given other JVMs, with their heap as a multiple of its
     * own.
     */
    static RunRecord run(int fixtures, Map<String, Double> others, double... seconds) {
        List<Double> at = DoubleStream.of(seconds).boxed().toList();
        List<Double> counts = at.stream().map(second -> second / 2).toList();
        List<Double> heap = at.stream().map(second -> second * 1048576).toList();
        FixtureSeries series = new FixtureSeries(at, counts, heap, counts, counts, at, Optional.empty());
        Map<String, FixtureSeries> jvms = new TreeMap<>();
        others.forEach((name, times) -> {
            List<Double> more = heap.stream().map(bytes -> bytes * times).toList();
            jvms.put(name, new FixtureSeries(at, counts, more, counts, counts, at, Optional.empty()));
        });
        FixtureRun fixture = new FixtureRun(
                "com.acme.Echo<b>Server",
                MadeCurves.MAPS + ".put:map=striped",
                Samples.START.plusSeconds(6),
                Optional.of(4.0),
                Map.of(),
                series,
                Optional.empty(),
                jvms.isEmpty() ? Optional.empty() : Optional.of(jvms),
                Optional.empty(),
                Optional.of(new WarmupFork(200, 2, Samples.START.plusSeconds(10), Samples.START.plusSeconds(13))));
        RunRecord run = Samples.run(MadeCurves.ladder(1, 2));
        return new RunRecord(
                run.schemaVersion(),
                run.id(),
                run.start(),
                run.end(),
                run.environment(),
                run.settings(),
                run.cases(),
                run.calibration(),
                Optional.of(Collections.nCopies(fixtures, fixture)),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void namesFixtureAndItsCases() {
        assertThat(new HtmlFixtures(run(1, 2)).sections())
                .contains("<summary>Fixture Echo&lt;b&gt;Server for "
                        + Html.breakable(MadeCurves.MAPS + ".put:map=striped") + "</summary>");
        assertThat(new HtmlFixtures(run(1)).sections()).isEmpty();
        assertThat(new HtmlFixtures(Samples.run(List.of())).sections()).isEmpty();
        assertThat(new HtmlFixtures(Samples.run(List.of())).data()).isEqualTo("[]");
    }

    /** Each fork of the samples begins 10 seconds after the previous one and takes 6 seconds. */
    @Test
    void usesSameTimeOriginForSamplesAndForks() {
        JsonNode watched = JsonMapper.shared()
                .readTree(new HtmlFixtures(run(1, 2.5, 9)).data())
                .get(0);
        assertThat(watched.at("/jvms/0/series/seconds").toString()).isEqualTo("[1.0,2.5,9.0]");
        List<String> forks = new ArrayList<>();
        watched.get("forks").forEach(fork -> forks.add(fork.toString()));
        assertThat(forks)
                .as("the warm-up, three forks each of one and of two threads, no fork of the other map")
                .hasSize(7)
                .contains(
                        "{\"warmup\":true,\"threads\":200,\"from\":0.0,\"to\":3.0}",
                        "{\"warmup\":false,\"threads\":1,\"from\":0.0,\"to\":6.0}",
                        "{\"warmup\":false,\"threads\":2,\"from\":20.0,\"to\":26.0}");
    }

    @Test
    void embedsPartOfLongSeries() {
        double[] seconds =
                DoubleStream.iterate(1, second -> second + 1).limit(3601).toArray();
        JsonNode series = JsonMapper.shared()
                .readTree(new HtmlFixtures(run(seconds)).data())
                .at("/0/jvms/0/series");
        assertThat(series.get("seconds").size()).isBetween(800, HtmlFixtures.MOST_SAMPLES);
        assertThat(series.get("threads").size()).isEqualTo(series.get("seconds").size());
        assertThat(series.at("/seconds/1").asDouble()).isEqualTo(5);
    }

    @Test
    void drawsJvmsOfFixtureOnSameCharts() {
        HtmlFixtures fixtures = new HtmlFixtures(run(1, Map.of("node-1", 2.0, "node-2", 3.0), 1, 2));
        JsonNode watched = JsonMapper.shared().readTree(fixtures.data());
        assertThat(watched.size()).isEqualTo(1);
        assertThat(watched.at("/0/jvms").valueStream().map(jvm -> jvm.get("name")
                        .asString()))
                .containsExactly("node-1", "node-2", "Echo<b>Server");
        assertThat(fixtures.sections()).containsOnlyOnce("<details").contains("fixture\" open>");
    }

    /** Fifty families of cases, each measured for an hour on three nodes. */
    @Test
    void foldsManyFixturesWithoutGrowingPage() {
        double[] hour =
                DoubleStream.iterate(1.1, second -> second + 1.01).limit(3600).toArray();
        HtmlFixtures fixtures = new HtmlFixtures(run(50, Map.of("a", 1.0, "b", 1.1, "c", 1.2), hour));
        assertThat(fixtures.sections()).doesNotContain(" open>");
        assertThat(fixtures.data().length()).isBetween(200_000, 1_200_000);
    }
}
