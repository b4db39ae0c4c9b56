// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.IterationSigns.Stops;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The iterations of a fork, stored in columns with a few bytes per iteration. Each {@link IterationResult} is created on request.
 *
 * <p>Times are stored relative to the start of the fork, which is unknown while the fork is being read.
 */
final class Iterations extends AbstractList<IterationResult> implements RandomAccess {

    /**
     * The longest time from the start of a fork to the end of an iteration for which milliseconds in a double are exact to a nanosecond.
     */
    static final Duration FARTHEST = Duration.ofDays(20);

    record Secondary(String label, String unit, Column score, Column error) {}

    /**
     * The columns of the iterations.
     *
     * @param warmup the number of warm-up iterations, which come first
     * @param end when each ended, in nanoseconds from the start of the fork
     * @param signs a column for each sign; empty if they were not recorded
     */
    record Columns(
            int warmup,
            Column end,
            Column number,
            Column score,
            Column samples,
            Map<String, Column> percentiles,
            List<Secondary> secondary,
            Map<Sign, Column> signs) {

        Column of(Sign sign) {
            return Objects.requireNonNull(signs.get(sign));
        }
    }

    private final Optional<Instant> start;
    private final Columns columns;

    /** Creates iterations of a fork whose start time is not known yet. */
    Iterations(Columns columns) {
        this(Optional.empty(), columns);
    }

    private Iterations(Optional<Instant> start, Columns columns) {
        this.start = start;
        this.columns = columns;
    }

    /**
     * Stores iterations in columns.
     *
     * @throws IllegalArgumentException if a warm-up iteration follows a measured one, or one ended too far from the
     *     start
     */
    static Iterations of(List<IterationResult> iterations, Instant start) {
        boolean fits = iterations instanceof Iterations kept
                && kept.start.orElse(start).equals(start);
        return new Iterations(
                Optional.of(start), fits ? ((Iterations) iterations).columns : columns(iterations, start));
    }

    private static Columns columns(List<IterationResult> all, Instant start) {
        int warmup = 0;
        Map<String, Column> percentiles = new LinkedHashMap<>();
        Map<List<String>, Secondary> secondary = new LinkedHashMap<>();
        Map<Sign, Column> signs = new EnumMap<>(Sign.class);
        for (int i = 0; i < all.size(); i++) {
            IterationResult each = all.get(i);
            if (each.phase() == Phase.WARMUP && warmup++ < i) {
                throw new IllegalArgumentException("a warm-up iteration follows a measured one, at " + (i + 1));
            }
            each.percentiles()
                    .keySet()
                    .forEach(name -> percentiles.computeIfAbsent(
                            name,
                            first -> column(
                                    all, iteration -> iteration.percentiles().getOrDefault(name, Column.ABSENT))));
            each.secondary()
                    .forEach((label, metric) -> secondary.computeIfAbsent(
                            List.of(label, metric.unit()), first -> secondary(all, label, metric.unit())));
            if (each.signs().isPresent() && signs.isEmpty()) {
                for (Sign sign : Sign.values()) {
                    signs.put(sign, column(all, iteration -> iteration
                            .signs()
                            .map(sign::of)
                            .orElse(Column.ABSENT)));
                }
            }
        }
        return new Columns(
                warmup,
                column(all, iteration -> distance(start, iteration.end())),
                column(all, IterationResult::number),
                column(all, IterationResult::score),
                column(all, IterationResult::samples),
                Collections.unmodifiableMap(percentiles),
                List.copyOf(secondary.values()),
                Collections.unmodifiableMap(signs));
    }

    private static Secondary secondary(List<IterationResult> all, String label, String unit) {
        Metric none = new Metric(Column.ABSENT, Column.ABSENT, unit);
        Function<IterationResult, Metric> metric = iteration -> {
            Metric found = iteration.secondary().getOrDefault(label, none);
            return found.unit().equals(unit) ? found : none;
        };
        return new Secondary(
                label,
                unit,
                column(all, iteration -> metric.apply(iteration).score()),
                column(all, iteration -> metric.apply(iteration).error()));
    }

    static Column column(List<IterationResult> all, ToDoubleFunction<IterationResult> value) {
        return Column.of(all.stream().mapToDouble(value).toArray());
    }

    private static long distance(Instant from, Instant to) {
        Duration distance = Duration.between(from, to);
        if (distance.abs().compareTo(FARTHEST) > 0) {
            throw new IllegalArgumentException("an iteration ended at " + to + ", more than " + FARTHEST.toDays()
                    + " days from the start of its fork, " + from);
        }
        return distance.toNanos();
    }

    Columns columns() {
        return columns;
    }

    @Override
    public int size() {
        return columns.score.size();
    }

    @Override
    public IterationResult get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(index);
        }
        Map<String, Double> known = new LinkedHashMap<>();
        columns.percentiles.forEach((percentile, column) -> {
            if (column.has(index)) {
                known.put(percentile, column.get(index));
            }
        });
        Map<String, Metric> metrics = new TreeMap<>();
        for (Secondary each : columns.secondary) {
            if (each.score().has(index)) {
                metrics.put(
                        each.label(),
                        new Metric(each.score().get(index), each.error().get(index), each.unit()));
            }
        }
        return new IterationResult(
                index < columns.warmup ? Phase.WARMUP : Phase.MEASUREMENT,
                (int) columns.number.get(index),
                start.orElse(Instant.EPOCH).plusNanos((long) columns.end.get(index)),
                score(index),
                (long) columns.samples.get(index),
                known,
                metrics,
                signs(index));
    }

    private Optional<IterationSigns> signs(int index) {
        if (!hasSigns(index)) {
            return Optional.empty();
        }
        return Optional.of(new IterationSigns(
                sign(index, Sign.SECONDS),
                sign(index, Sign.STARVATION),
                sign(index, Sign.COMPILING),
                sign(index, Sign.COLLECTING),
                sign(index, Sign.STOLEN),
                sign(index, Sign.THROTTLED),
                starved(index),
                columns.of(Sign.STOPS).has(index)
                        ? Optional.of(new Stops((long) sign(index, Sign.STOPS), sign(index, Sign.STOPPED)))
                        : Optional.empty()));
    }

    boolean starved(int index) {
        return sign(index, Sign.STARVED) > 0;
    }

    /** Returns a sign of an iteration; NaN if unknown. */
    double sign(int index, Sign sign) {
        return hasSigns(index) ? columns.of(sign).get(index) : Double.NaN;
    }

    private boolean hasSigns(int index) {
        return !columns.signs.isEmpty() && columns.of(Sign.SECONDS).has(index);
    }

    double score(int index) {
        return columns.score.get(index);
    }

    int warmup() {
        return columns.warmup;
    }

    /** Returns the number of an iteration within its phase, from 1. */
    static int counted(int index, int warmup) {
        return index < warmup ? index + 1 : index - warmup + 1;
    }
}
