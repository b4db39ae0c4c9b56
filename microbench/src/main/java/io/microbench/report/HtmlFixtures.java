/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureSeries;
import io.microbench.result.ForkResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The part of the page with what the JVMs of fixtures did meanwhile, against the seconds since each could be used.
 *
 * <p>{@code fixtures.js} draws the charts.
 */
final class HtmlFixtures {

    /** Samples of a fixture that a page carries; of a longer series it has every second one, or every third. */
    static final int MOST_SAMPLES = 1_000;

    private static final double NANOS = 1e9;

    private final RunRecord run;
    private final List<Jvm> watched;

    /** A JVM of a fixture: its own, whose name is empty, or another one that it started. */
    private record Jvm(FixtureRun fixture, String name, FixtureSeries series) {

        static Stream<Jvm> all(FixtureRun fixture) {
            return Stream.concat(
                    Stream.of(new Jvm(fixture, "", fixture.series())),
                    fixture.jvms().orElse(Map.of()).entrySet().stream()
                            .map(other -> new Jvm(fixture, other.getKey(), other.getValue())));
        }

        String text() {
            String type = fixture.fixture().substring(fixture.fixture().lastIndexOf('.') + 1);
            return name.isEmpty() ? type : type + ", " + name;
        }
    }

    HtmlFixtures(RunRecord run) {
        this.run = run;
        watched = run.fixtures().orElse(List.of()).stream()
                .flatMap(Jvm::all)
                .filter(jvm -> jvm.series().seconds().size() > 1)
                .toList();
    }

    /**
     * The data of the charts of a fixture.
     *
     * @param series what its JVM was like
     * @param forks which fork was measured when
     */
    record Watched(FixtureSeries series, List<Span> forks) {}

    /**
     * When a fork was measured.
     *
     * @param threads of its case
     * @param from seconds since the fixture could be used
     * @param to the same of its end
     */
    record Span(int threads, double from, double to) {}

    /** Returns a section for each fixture that was watched; empty without one. */
    String sections() {
        StringBuilder html = new StringBuilder();
        for (Jvm jvm : watched) {
            FixtureRun fixture = jvm.fixture();
            html.append("<section class=\"panel fixture\">\n<h2>Fixture ")
                    .append(Html.escape(jvm.text()))
                    .append("</h2>\n<p class=\"muted\">for ")
                    .append(Html.escape(fixture.cases()))
                    .append(Html.escape(
                            fixture.node().map(node -> " on node " + node).orElse("")))
                    .append("; every second fork is shaded</p>\n<div class=\"pair\"></div>\n</section>\n");
        }
        return html.toString();
    }

    /** Returns the data of the charts as JSON, in the order of the sections. */
    String data() {
        return RecordJson.line(watched.stream()
                .map(jvm -> new Watched(thinned(jvm.series()), forks(jvm.fixture())))
                .toList());
    }

    private static FixtureSeries thinned(FixtureSeries series) {
        int every = (series.seconds().size() + MOST_SAMPLES - 1) / MOST_SAMPLES;
        return new FixtureSeries(
                thinned(series.seconds(), every),
                thinned(series.cpuSeconds(), every),
                thinned(series.heapBytes(), every),
                thinned(series.collections(), every),
                thinned(series.collectionSeconds(), every),
                thinned(series.threads(), every));
    }

    private static List<Double> thinned(List<Double> values, int every) {
        return IntStream.iterate(0, i -> i < values.size(), i -> i + every)
                .mapToObj(values::get)
                .toList();
    }

    private List<Span> forks(FixtureRun fixture) {
        double ready = fixture.readySeconds().orElse(0.0);
        List<Span> spans = new ArrayList<>();
        run.cases().stream()
                .filter(result -> family(result.id()).equals(fixture.cases()))
                .forEach(result -> {
                    // The clock of another node is another one.
                    for (ForkResult fork : result.forks().stream()
                            .filter(its ->
                                    fixture.node().isEmpty() || its.node().equals(fixture.node()))
                            .toList()) {
                        spans.add(new Span(
                                result.id().threads(),
                                seconds(fixture.start(), fork.start()) - ready,
                                seconds(fixture.start(), fork.end()) - ready));
                    }
                });
        spans.sort(Comparator.comparingDouble(Span::from));
        return spans;
    }

    /** Returns the name that a record has for what a fixture was started for: a method with its parameters. */
    private static String family(CaseId id) {
        return id.parameters().entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(
                        ",", id.benchmark() + (id.parameters().isEmpty() ? "" : ":"), ""));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / NANOS;
    }
}
