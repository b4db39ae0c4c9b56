// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.text.Counted;
import io.microbench.text.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Formats the fixtures that forks shared. */
final class FixtureRows {

    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;

    private FixtureRows() {}

    /** Returns a row for each fixture, by the cases that it was started for. */
    static Map<String, String> of(List<FixtureRun> fixtures) {
        Map<String, String> rows = new LinkedHashMap<>();
        int number = 1;
        for (FixtureRun fixture : fixtures) {
            String name = "Fixture " + number++;
            rows.put(name, end(fixture.fixture(), 1) + " for " + cases(fixture) + text(fixture));
            fixture.jvms().orElse(Map.of()).forEach((jvm, series) -> {
                StringJoiner text = new StringJoiner(", ");
                used(series, text);
                if (text.length() > 0) {
                    rows.put(name + ", " + jvm, text.toString());
                }
            });
        }
        return rows;
    }

    private static String cases(FixtureRun fixture) {
        int parameters = fixture.cases().indexOf(':');
        String benchmark = parameters < 0 ? fixture.cases() : fixture.cases().substring(0, parameters);
        return end(benchmark, 2) + fixture.cases().substring(benchmark.length());
    }

    /** Returns the last parts of a name with dots. */
    private static String end(String name, int parts) {
        int from = name.length();
        for (int i = 0; i < parts && from >= 0; i++) {
            from = name.lastIndexOf('.', from - 1);
        }
        return name.substring(from + 1);
    }

    private static String text(FixtureRun fixture) {
        StringJoiner text = new StringJoiner(", ", ", ", "").setEmptyValue("");
        fixture.node().ifPresent(node -> text.add("on node " + node));
        fixture.readySeconds().ifPresent(seconds -> text.add("ready after " + duration(seconds)));
        fixture.warmupFork()
                .ifPresent(fork -> text.add(
                        "warmed up for " + duration(fork.seconds()) + " with " + Counted.of(fork.threads(), "thread")));
        used(fixture.series(), text);
        fixture.problem().ifPresent(why -> text.add("PROBLEM: " + why));
        return text.toString();
    }

    private static void used(FixtureSeries series, StringJoiner text) {
        int last = series.seconds().size() - 1;
        if (last > 0) {
            double seconds = series.seconds().get(last) - series.seconds().get(0);
            double busy = series.cpuSeconds().get(last) - series.cpuSeconds().get(0);
            double collections =
                    series.collections().get(last) - series.collections().get(0);
            double collecting = series.collectionSeconds().get(last)
                    - series.collectionSeconds().get(0);
            text.add("watched for " + duration(seconds));
            text.add("used " + Math.round(busy / seconds * PERCENT) + "% of a processor");
            text.add("heap up to " + Quantity.MEMORY.format(Collections.max(series.heapBytes())));
            text.add(Counted.of((int) collections, "collection")
                    + (collections > 0 ? " in " + duration(collecting) : ""));
            text.add("up to " + Collections.max(series.threads()).intValue() + " threads");
        }
    }

    private static String duration(double seconds) {
        return Quantity.DURATION.format(seconds * NANOS);
    }
}
