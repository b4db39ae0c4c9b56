// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.result.ForkResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The section of the page with the activity of the fixtures' JVMs, in seconds since each fixture was ready.
 *
 * <p>{@code fixtures.js} draws the charts.
 */
final class HtmlFixtures {

    /** Maximum number of samples of a JVM in a page; a longer series is reduced to every second or third sample. */
    static final int MOST_SAMPLES = 1_000;

    /** Maximum number of samples of all JVMs in a page, about a megabyte; beyond that, each JVM still has a minimum number. */
    static final int MOST_OF_ALL = 15_000;

    private static final int FEWEST_SAMPLES = 30;

    /** Maximum number of fixtures whose charts are initially expanded. */
    private static final int OPEN = 2;

    /** Significant digits of the numbers; charts show fewer. */
    private static final int DIGITS = 8;

    private static final double NANOS = 1e9;

    private final RunRecord run;
    private final List<FixtureRun> watched;

    HtmlFixtures(RunRecord run) {
        this.run = run;
        watched = run.fixtures().orElse(List.of()).stream()
                .filter(fixture -> !jvms(fixture).isEmpty())
                .toList();
    }

    record Watched(List<Jvm> jvms, List<Span> forks) {}

    record Jvm(String name, FixtureSeries series) {}

    /** The period in which a fork was measured, or warmed up the fixture. */
    record Span(boolean warmup, int threads, double from, double to) {}

    private static List<Jvm> jvms(FixtureRun fixture) {
        return Stream.concat(
                        fixture.jvms().orElse(Map.of()).entrySet().stream()
                                .map(other -> new Jvm(other.getKey(), other.getValue())),
                        Stream.of(new Jvm(type(fixture), fixture.series())))
                .filter(jvm -> jvm.series().seconds().size() > 1)
                .toList();
    }

    static String type(FixtureRun fixture) {
        return fixture.fixture().substring(fixture.fixture().lastIndexOf('.') + 1);
    }

    String sections() {
        StringBuilder html = new StringBuilder();
        for (FixtureRun fixture : watched) {
            html.append("<details class=\"panel fixture\"" + (watched.size() <= OPEN ? " open" : "")
                    + "><summary>Fixture " + Html.breakable(type(fixture)) + " for " + Html.breakable(fixture.cases())
                    + Html.escape(fixture.node().map(node -> " on node " + node).orElse(""))
                    + "</summary>\n<p class=\"muted\">Seconds since it was ready; every second fork is"
                    + " shaded</p>\n<div class=\"pair\"></div>\n</details>\n");
        }
        return html.toString();
    }

    /** Returns the data of the charts as JSON, in the order of the sections. */
    String data() {
        int count = watched.stream().mapToInt(fixture -> jvms(fixture).size()).sum();
        int most = Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, MOST_OF_ALL / Math.max(1, count)));
        return RecordJson.line(watched.stream()
                .map(fixture -> new Watched(
                        jvms(fixture).stream()
                                .map(jvm -> new Jvm(jvm.name(), thinned(jvm.series(), most)))
                                .toList(),
                        forks(fixture)))
                .toList());
    }

    private static FixtureSeries thinned(FixtureSeries series, int most) {
        int every = (series.seconds().size() + most - 1) / most;
        return new FixtureSeries(
                thinned(series.seconds(), every),
                thinned(series.cpuSeconds(), every),
                thinned(series.heapBytes(), every),
                thinned(series.collections(), every),
                thinned(series.collectionSeconds(), every),
                thinned(series.threads(), every),
                series.more().map(more -> {
                    Map<String, List<Double>> thinned = new TreeMap<>();
                    more.forEach((name, values) -> thinned.put(name, thinned(values, every)));
                    return thinned;
                }));
    }

    private static List<Double> thinned(List<Double> values, int every) {
        return IntStream.iterate(0, i -> i < values.size(), i -> i + every)
                .mapToObj(index -> Html.rounded(values.get(index), DIGITS))
                .toList();
    }

    private List<Span> forks(FixtureRun fixture) {
        List<Span> spans = new ArrayList<>();
        fixture.warmupFork()
                .ifPresent(fork -> spans.add(span(fixture, true, fork.threads(), fork.start(), fork.end())));
        run.cases().stream()
                .filter(result -> family(result.id()).equals(fixture.cases()))
                .forEach(result -> {
                    // Clocks of different nodes cannot be compared.
                    for (ForkResult fork : result.forks().stream()
                            .filter(its ->
                                    fixture.node().isEmpty() || its.node().equals(fixture.node()))
                            .toList()) {
                        spans.add(span(fixture, false, result.id().threads(), fork.start(), fork.end()));
                    }
                });
        spans.sort(Comparator.comparingDouble(Span::from));
        return spans;
    }

    private static Span span(FixtureRun fixture, boolean warmup, int threads, Instant start, Instant end) {
        double ready = fixture.readySeconds().orElse(0.0);
        return new Span(
                warmup, threads, seconds(fixture.start(), start) - ready, seconds(fixture.start(), end) - ready);
    }

    /** Returns the name by which a record identifies the cases of a fixture: the method with its parameters. */
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
