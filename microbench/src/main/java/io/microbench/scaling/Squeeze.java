// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.scaling.Curve.Rung;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Searches a ladder of worker counts, in ascending order, for the count above which more workers bring no gain.
 *
 * <p>It measures nothing: the caller gets the {@link #next} rung and passes the result to {@link #measured}. A pass
 * brings a gain if its rate is higher than that of the last gain by more than noise ({@link Rung#isWithinNoiseOf}); so
 * small gains count when their sum exceeds noise. The search ends after {@code patience} passes in a row without a
 * gain, regardless of the distance between rungs. The best rung is always reported, and every rung is kept.
 *
 * <p>This is erlperf's squeeze except for the noise, for patience (which counts workers there, so that a single bad
 * pass ends a search in larger steps), and for the result of a search that reaches the highest rung (there it is the
 * last rung).
 */
public final class Squeeze {

    private final List<Integer> ladder;
    private final int patience;
    private final List<Rung> rungs = new ArrayList<>();
    private Optional<Rung> lastGain = Optional.empty();
    private int withoutGain;
    private Optional<Squeezed.End> end = Optional.empty();
    private String failure = "";

    /**
     * Starts a search.
     *
     * @param ladder the worker counts, at least one, in ascending order
     * @param patience passes in a row without a gain after which it ends, at least 1
     */
    public Squeeze(List<Integer> ladder, int patience) {
        this.ladder = List.copyOf(ladder);
        this.patience = patience;
    }

    /** Returns the number of workers to measure next; empty once the search has ended. */
    public OptionalInt next() {
        return end.isPresent() ? OptionalInt.empty() : OptionalInt.of(ladder.get(rungs.size()));
    }

    /** Adds the result of the requested rung, and decides whether to continue. */
    public void measured(Rung rung) {
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

    /** Ends the search because the next rung could not be measured; does nothing if it has ended. */
    public void failed(String why) {
        if (end.isEmpty()) {
            failure = why;
            end = Optional.of(Squeezed.End.FAILED);
        }
    }

    /** Ends the search on request; does nothing if it has ended. */
    public void stop() {
        end = end.or(() -> Optional.of(Squeezed.End.STOPPED));
    }

    /** Returns the outcome so far; a search that has not ended counts as stopped. */
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

    /**
     * The outcome of a squeeze.
     *
     * @param rungs all measured rungs, in ascending order; empty if the first rung failed
     * @param end the reason why it ended
     * @param why the same reason as part of a sentence
     */
    public record Squeezed(List<Rung> rungs, End end, String why) {

        /** More digits are noise, and rates of single forks are not exact to the last digit of a double. */
        private static final MathContext DIGITS = new MathContext(5);

        public enum End {
            /** All rungs have been measured, and the last ones may have increased the throughput. */
            TOP,
            /** Enough passes in a row brought no gain. */
            PATIENCE,
            STOPPED,
            /** A rung could not be measured. */
            FAILED
        }

        public Squeezed {
            rungs = List.copyOf(rungs);
        }

        /**
         * Returns the rung with the highest rate, or the one with the fewest workers if several have it; empty if there
         * is no rung.
         */
        public Optional<Rung> best() {
            return rungs.isEmpty() ? Optional.empty() : Optional.of(Curve.best(rungs));
        }

        /**
         * Returns the rung with the fewest workers whose rate is within noise of the best; empty if there is no rung.
         */
        public Optional<Rung> knee() {
            return rungs.isEmpty() ? Optional.empty() : Optional.of(Curve.knee(rungs));
        }

        /**
         * Returns the result and why the search ended: {@code best with 4 workers at 1,234 ops/s; 3 passes in a row
         * ...}.
         */
        public String text() {
            String found = best().map(best -> "best with " + text(best)
                            + knee().filter(knee -> knee.workers() < best.workers())
                                    .map(knee -> ", not significantly faster than with " + text(knee))
                                    .orElse(""))
                    .orElse("no rung was measured");
            return found + "; " + why;
        }

        private static String text(Rung rung) {
            double rate = new BigDecimal(rung.rate()).round(DIGITS).doubleValue();
            return Counted.of(rung.workers(), "worker") + " at " + Numbers.scaled(rate) + " ops/s";
        }
    }
}
