// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a squeeze.
 *
 * @param rungs all measured rungs, in ascending order; none if the first one failed
 * @param end why it ended
 * @param why the same as a part of a sentence
 */
public record Squeezed(List<Rung> rungs, End end, String why) {

    /** More digits are noise, and rates of single forks are not exact to the last digit of a double. */
    private static final MathContext DIGITS = new MathContext(5);

    /** Why a climb ended. */
    public enum End {
        /** All rungs have been measured, and the last ones may have brought a gain. */
        TOP,
        /** Enough passes in a row brought no gain. */
        PATIENCE,
        /** It was stopped. */
        STOPPED,
        /** A rung could not be measured. */
        FAILED
    }

    public Squeezed {
        rungs = List.copyOf(rungs);
    }

    /** Returns the rung with the highest rate; of equal ones, that with the fewest workers; empty without a rung. */
    public Optional<Rung> best() {
        return rungs.isEmpty() ? Optional.empty() : Optional.of(Curve.best(rungs));
    }

    /** Returns the rung with the fewest workers whose rate is within noise of the best; empty without a rung. */
    public Optional<Rung> knee() {
        return rungs.isEmpty() ? Optional.empty() : Optional.of(Curve.knee(rungs));
    }

    /** Returns the result and why the climb ended: {@code best with 4 workers at 1,234 ops/s; 3 passes in a row ...}. */
    public String text() {
        String found = best().map(best -> "best with " + text(best)
                        + knee().filter(knee -> knee.workers() < best.workers())
                                .map(knee -> ", within noise of it already with " + text(knee))
                                .orElse(""))
                .orElse("no rung was measured");
        return found + "; " + why;
    }

    private static String text(Rung rung) {
        double rate = new BigDecimal(rung.rate()).round(DIGITS).doubleValue();
        return Counted.of(rung.workers(), "worker") + " at " + Numbers.scaled(rate) + " ops/s";
    }
}
