// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.Column.LongColumn;
import io.microbench.result.IterationResult.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns iterations into columns, one by one. */
final class IterationColumns {

    private record Secondary(String label, String unit, Column.Builder score, Column.Builder error) {}

    private final long[] end;
    private final Column.Builder number = new Column.Builder();
    private final Column.Builder score = new Column.Builder();
    private final Column.Builder samples = new Column.Builder();
    private final Map<String, Column.Builder> percentiles = new LinkedHashMap<>();
    private final Map<List<String>, Secondary> secondary = new LinkedHashMap<>();
    private final List<Column.Builder> signs = new ArrayList<>();
    private boolean watched;
    private int warmup;
    private int size;

    private IterationColumns(int most) {
        end = new long[most];
        for (int i = 0; i < 9; i++) {
            signs.add(new Column.Builder());
        }
    }

    static Iterations of(List<IterationResult> iterations, Instant start) {
        IterationColumns columns = new IterationColumns(iterations.size());
        iterations.forEach(iteration -> columns.add(iteration, start));
        return columns.build(start);
    }

    private void add(IterationResult iteration, Instant start) {
        if (iteration.phase() == Phase.WARMUP) {
            if (warmup < size) {
                throw new IllegalArgumentException("a warm-up iteration follows a measured one, at " + (size + 1));
            }
            warmup++;
        }
        end[size] = Iterations.distance(start, iteration.end());
        number.add(iteration.number());
        score.add(iteration.score());
        samples.add((double) iteration.samples());
        iteration.percentiles().forEach((percentile, value) -> {
            Column.Builder column = percentiles.computeIfAbsent(percentile, p -> new Column.Builder());
            column.pad(size);
            column.add(value);
        });
        iteration.secondary().forEach((label, metric) -> {
            Secondary columns = secondary.computeIfAbsent(
                    List.of(label, metric.unit()),
                    key -> new Secondary(label, metric.unit(), new Column.Builder(), new Column.Builder()));
            columns.score.pad(size);
            columns.error.pad(size);
            columns.score.add(metric.score());
            columns.error.add(metric.error());
        });
        iteration.signs().ifPresentOrElse(this::add, () -> signs.forEach(Column.Builder::addAbsent));
        size++;
    }

    private void add(IterationSigns seen) {
        watched = true;
        double[] values = {
            seen.seconds(),
            seen.starvation(),
            seen.compiling(),
            seen.collecting(),
            seen.stolen(),
            seen.throttled(),
            seen.starved() ? 1 : 0
        };
        for (int i = 0; i < values.length; i++) {
            signs.get(i).add(values[i]);
        }
        Column.Builder stops = signs.get(values.length);
        Column.Builder stopped = signs.get(values.length + 1);
        seen.stops()
                .ifPresentOrElse(
                        each -> {
                            stops.add((double) each.count());
                            stopped.add(each.seconds());
                        },
                        () -> {
                            stops.addAbsent();
                            stopped.addAbsent();
                        });
    }

    private Iterations build(Instant start) {
        Map<String, Column> known = new LinkedHashMap<>();
        percentiles.forEach((percentile, column) -> known.put(percentile, padded(column)));
        List<Iterations.Secondary> metrics = secondary.values().stream()
                .map(s -> new Iterations.Secondary(s.label, s.unit, padded(s.score), padded(s.error)))
                .toList();
        List<Column> seen = signs.stream().map(Column.Builder::build).toList();
        return new Iterations(
                start,
                warmup,
                LongColumn.of(end, size),
                number.build(),
                score.build(),
                samples.build(),
                known,
                metrics,
                watched
                        ? Optional.of(new Iterations.Signs(
                                seen.get(0),
                                seen.get(1),
                                seen.get(2),
                                seen.get(3),
                                seen.get(4),
                                seen.get(5),
                                seen.get(6),
                                seen.get(7),
                                seen.get(8)))
                        : Optional.empty());
    }

    private Column padded(Column.Builder column) {
        column.pad(size);
        return column.build();
    }
}
