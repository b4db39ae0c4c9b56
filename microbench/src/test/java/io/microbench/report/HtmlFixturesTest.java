/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureSeries;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlFixturesTest {

    /** Returns a run with a fixture that was sampled at the given seconds, and was ready 4 seconds after its start. */
    static RunRecord run(double... seconds) {
        List<Double> at = DoubleStream.of(seconds).boxed().toList();
        List<Double> counts = at.stream().map(second -> second / 2).toList();
        List<Double> heap = at.stream().map(second -> second * 1048576).toList();
        FixtureSeries series = new FixtureSeries(at, counts, heap, counts, counts, at);
        FixtureRun fixture = new FixtureRun(
                "com.acme.Echo<b>Server",
                MadeCurves.MAPS + ".put:map=striped",
                Samples.START.plusSeconds(6),
                Optional.of(4.0),
                Map.of(),
                series,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
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
                Optional.of(List.of(fixture)),
                Optional.empty());
    }

    @Test
    void namesTheFixtureAndWhatItWasFor() {
        assertThat(new HtmlFixtures(run(1, 2)).sections())
                .contains("<h2>Fixture Echo&lt;b&gt;Server</h2>", "for " + MadeCurves.MAPS + ".put:map=striped;");
        assertThat(new HtmlFixtures(run(1)).sections()).isEmpty();
        assertThat(new HtmlFixtures(Samples.run(List.of())).sections()).isEmpty();
        assertThat(new HtmlFixtures(Samples.run(List.of())).data()).isEqualTo("[]");
    }

    /** A fork of the samples begins 10 seconds after the run for each fork before it, and takes 6. */
    @Test
    void countsSecondsOfSamplesAndForksFromTheSameMoment() {
        JsonNode watched = JsonMapper.shared()
                .readTree(new HtmlFixtures(run(1, 2.5, 9)).data())
                .get(0);
        assertThat(watched.at("/series/seconds").toString()).isEqualTo("[1.0,2.5,9.0]");
        List<String> forks = new ArrayList<>();
        watched.get("forks").forEach(fork -> forks.add(fork.toString()));
        assertThat(forks)
                .as("three forks of one thread and of two, none of the other map")
                .hasSize(6)
                .contains("{\"threads\":1,\"from\":0.0,\"to\":6.0}", "{\"threads\":2,\"from\":20.0,\"to\":26.0}");
    }

    @Test
    void carriesAPartOfALongSeries() {
        double[] seconds =
                DoubleStream.iterate(1, second -> second + 1).limit(3601).toArray();
        JsonNode series = JsonMapper.shared()
                .readTree(new HtmlFixtures(run(seconds)).data())
                .at("/0/series");
        assertThat(series.get("seconds").size()).isBetween(800, HtmlFixtures.MOST_SAMPLES);
        assertThat(series.get("threads").size()).isEqualTo(series.get("seconds").size());
        assertThat(series.at("/seconds/1").asDouble()).isEqualTo(5);
    }
}
