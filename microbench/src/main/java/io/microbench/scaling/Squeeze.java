// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Climbs a ladder of worker counts until more workers bring nothing.
 *
 * <p>It measures nothing: whoever does asks for the {@link #next} rung and hands in what was {@link #measured}. A pass brings a gain
 * when its rate is higher than that of the last gain by more than noise ({@link Rung#isWithinNoiseOf}); so small gains that add up
 * count as one when their sum is beyond noise. After as many passes in a row without a gain as there is patience, whatever
 * the distance between rungs, the climb ends. The best rung is reported however the climb ended, and every rung is kept.
 *
 * <p>This is erlperf's squeeze but for the noise, for patience (there it counts workers, so that a single bad pass ends a climb in
 * larger steps), and for the result of a climb that reaches the top (there it is the last rung).
 */
public final class Squeeze {

    /** Passes in a row without a gain that are waited for unless something else is asked for. */
    public static final int PATIENCE = 3;

    private static final int LEAST_TOP = 8;
    private static final int TOP_PER_PROCESSOR = 4;

    private final List<Integer> ladder;
    private final int patience;
    private final List<Rung> rungs = new ArrayList<>();
    private Optional<Rung> lastGain = Optional.empty();
    private int withoutGain;
    private Optional<Squeezed.End> end = Optional.empty();
    private String failure = "";

    /**
     * Begins a climb.
     *
     * @param ladder the worker counts, rising
     * @param patience passes in a row without a gain after which it ends, at least 1
     * @throws IllegalArgumentException if there is no rung, one is not above the one before, or patience is less than 1; the message
     *     names what it is and what is accepted
     */
    public Squeeze(List<Integer> ladder, int patience) {
        if (ladder.isEmpty() || !List.copyOf(new TreeSet<>(ladder)).equals(ladder)) {
            throw new IllegalArgumentException("The ladder of a squeeze is " + ladder
                    + ": it has 1 rung or more, each higher than the one before");
        }
        if (patience < 1) {
            throw new IllegalArgumentException("The patience of a squeeze is " + patience + ": at least 1 pass");
        }
        this.ladder = List.copyOf(ladder);
        this.patience = patience;
    }

    /** Returns the highest rung unless something else is asked for: four times the number of processors, and at least 8. */
    public static int defaultTop() {
        return Math.max(LEAST_TOP, TOP_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    /**
     * Climbs with a function that measures.
     *
     * @param measure takes the number of workers; empty where it could not measure them, which ends the climb
     */
    public static Squeezed climb(List<Integer> ladder, int patience, IntFunction<Optional<Rung>> measure) {
        Squeeze squeeze = new Squeeze(ladder, patience);
        OptionalInt next = squeeze.next();
        while (next.isPresent()) {
            measure.apply(next.getAsInt())
                    .ifPresentOrElse(squeeze::measured, () -> squeeze.failed("it could not be measured"));
            next = squeeze.next();
        }
        return squeeze.outcome();
    }

    /** Returns the number of workers to measure next; empty once the climb has ended. */
    public OptionalInt next() {
        return end.isPresent() ? OptionalInt.empty() : OptionalInt.of(ladder.get(rungs.size()));
    }

    /**
     * Takes the rung that was asked for, and decides whether to climb on.
     *
     * @throws IllegalArgumentException if another one was asked for, or none
     */
    public void measured(Rung rung) {
        if (next().isEmpty() || next().getAsInt() != rung.workers()) {
            throw new IllegalArgumentException(
                    "A rung of " + Counted.of(rung.workers(), "worker") + " was measured; asked for was " + next());
        }
        rungs.add(rung);
        boolean gain = lastGain.map(last -> rung.rate() > last.rate() && !rung.isWithinNoiseOf(last))
                .orElse(true);
        withoutGain = gain ? 0 : withoutGain + 1;
        lastGain = gain ? Optional.of(rung) : lastGain;
        if (withoutGain >= patience) {
            end = Optional.of(Squeezed.End.PATIENCE);
        } else if (rungs.size() == ladder.size()) {
            end = Optional.of(Squeezed.End.TOP);
        }
    }

    /** Ends the climb because the next rung could not be measured; does nothing if it has ended. */
    public void failed(String why) {
        if (end.isEmpty()) {
            failure = why;
            end = Optional.of(Squeezed.End.FAILED);
        }
    }

    /** Ends the climb because somebody asked for it; does nothing if it has ended. */
    public void stop() {
        end = end.or(() -> Optional.of(Squeezed.End.STOPPED));
    }

    /** Returns what is known so far; a climb that has not ended counts as stopped. */
    public Squeezed outcome() {
        return new Squeezed(rungs, end.orElse(Squeezed.End.STOPPED), why());
    }

    private String why() {
        return switch (end.orElse(Squeezed.End.STOPPED)) {
            case TOP -> "the highest rung is measured";
            case PATIENCE ->
                (patience == 1 ? "a pass" : patience + " passes in a row") + " (with "
                        + rungs.subList(rungs.size() - patience, rungs.size()).stream()
                                .map(rung -> Integer.toString(rung.workers()))
                                .collect(Collectors.joining(", "))
                        + " workers) brought no gain larger than noise";
            case STOPPED -> "it was stopped";
            case FAILED -> Counted.of(ladder.get(rungs.size()), "worker") + " failed: " + failure;
        };
    }
}
