// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.Column.LongColumn;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.IterationSigns.Stops;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.TreeMap;

/**
 * The iterations of a fork, kept in columns of some bytes for each; an {@link IterationResult} is created when it is
 * requested.
 *
 * <p>Times are kept as distances from the start of the fork.
 */
final class Iterations extends AbstractList<IterationResult> implements RandomAccess {

    /**
     * How far from the start of its fork an iteration may end: what a double holds in milliseconds to the nanosecond.
     */
    static final Duration FARTHEST = Duration.ofDays(20);

    record Secondary(String label, String unit, Column score, Column error) {}

    /** The signs; absent if they were not recorded. */
    record Signs(
            Column seconds,
            Column starvation,
            Column compiling,
            Column collecting,
            Column stolen,
            Column throttled,
            Column starved,
            Column stops,
            Column stopped) {}

    private final Instant start;
    private final int warmup;
    private final LongColumn end;
    private final Column number;
    private final Column score;
    private final Column samples;
    private final Map<String, Column> percentiles;
    private final List<Secondary> secondary;
    private final Optional<Signs> signs;

    Iterations(
            Instant start,
            int warmup,
            LongColumn end,
            Column number,
            Column score,
            Column samples,
            Map<String, Column> percentiles,
            List<Secondary> secondary,
            Optional<Signs> signs) {
        this.start = start;
        this.warmup = warmup;
        this.end = end;
        this.number = number;
        this.score = score;
        this.samples = samples;
        this.percentiles = new LinkedHashMap<>(percentiles);
        this.secondary = List.copyOf(secondary);
        this.signs = signs;
    }

    /**
     * Stores iterations in columns.
     *
     * @param start when their fork was started
     * @throws IllegalArgumentException if a warm-up iteration follows a measured one, or one ended too far from the
     *     start
     */
    static Iterations of(List<IterationResult> iterations, Instant start) {
        if (iterations instanceof UnboundIterations read) {
            return read.startingAt(start);
        }
        return iterations instanceof Iterations kept ? kept.since(start) : IterationColumns.of(iterations, start);
    }

    private Iterations since(Instant other) {
        if (other.equals(start)) {
            return this;
        }
        return new Iterations(
                other, warmup, end.plus(distance(other, start)), number, score, samples, percentiles, secondary, signs);
    }

    /** Returns the same columns, read without knowing when the fork was started, for one that was started then. */
    Iterations startingAt(Instant known) {
        return new Iterations(known, warmup, end, number, score, samples, percentiles, secondary, signs);
    }

    static long distance(Instant from, Instant to) {
        Duration distance = Duration.between(from, to);
        if (distance.abs().compareTo(FARTHEST) > 0) {
            throw new IllegalArgumentException("an iteration ended at " + to + ", more than " + FARTHEST.toDays()
                    + " days from the start of its fork, " + from);
        }
        return distance.toNanos();
    }

    @Override
    public int size() {
        return score.size();
    }

    @Override
    public IterationResult get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(index);
        }
        Map<String, Double> known = new LinkedHashMap<>();
        percentiles.forEach((percentile, column) -> {
            if (column.has(index)) {
                known.put(percentile, column.get(index));
            }
        });
        Map<String, Metric> metrics = new TreeMap<>();
        for (Secondary each : secondary) {
            if (each.score().has(index)) {
                metrics.put(
                        each.label(),
                        new Metric(each.score().get(index), each.error().get(index), each.unit()));
            }
        }
        return new IterationResult(
                phase(index),
                (int) number.get(index),
                start.plusNanos(end.get(index)),
                score.get(index),
                (long) samples.get(index),
                known,
                metrics,
                signs(index));
    }

    private Optional<IterationSigns> signs(int index) {
        return signs.filter(s -> s.seconds().has(index))
                .map(s -> new IterationSigns(
                        s.seconds().get(index),
                        s.starvation().get(index),
                        s.compiling().get(index),
                        s.collecting().get(index),
                        s.stolen().get(index),
                        s.throttled().get(index),
                        s.starved().get(index) != 0,
                        s.stops().has(index)
                                ? Optional.of(new Stops(
                                        (long) s.stops().get(index), s.stopped().get(index)))
                                : Optional.empty()));
    }

    Phase phase(int index) {
        return index < warmup ? Phase.WARMUP : Phase.MEASUREMENT;
    }

    boolean starved(int index) {
        return signs.isPresent()
                && signs.get().seconds().has(index)
                && signs.get().starved().get(index) != 0;
    }

    /** Returns one of the signs of an iteration; NaN if it is unknown. */
    double sign(int index, Sign sign) {
        if (signs.isEmpty() || !signs.get().seconds().has(index)) {
            return Double.NaN;
        }
        Column column =
                switch (sign) {
                    case SECONDS -> signs.get().seconds();
                    case STARVATION -> signs.get().starvation();
                    case COLLECTING -> signs.get().collecting();
                    case STOLEN -> signs.get().stolen();
                    case THROTTLED -> signs.get().throttled();
                    case STOPPED -> signs.get().stopped();
                };
        return column.has(index) ? column.get(index) : Double.NaN;
    }

    double score(int index) {
        return score.get(index);
    }

    int warmup() {
        return warmup;
    }

    /** Returns when each ended, in nanoseconds from the start of the fork. */
    LongColumn end() {
        return end;
    }

    Column numbers() {
        return number;
    }

    Column scores() {
        return score;
    }

    Column samples() {
        return samples;
    }

    Map<String, Column> percentiles() {
        return percentiles;
    }

    List<Secondary> secondary() {
        return secondary;
    }

    Optional<Signs> signs() {
        return signs;
    }

    /** Returns the number that an iteration has where they are counted from 1 in each phase. */
    static int counted(int index, int warmup) {
        return index < warmup ? index + 1 : index - warmup + 1;
    }
}
