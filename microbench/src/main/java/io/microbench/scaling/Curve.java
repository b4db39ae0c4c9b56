// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.stats.ScalabilityFit;
import java.util.Comparator;
import java.util.List;

/**
 * The throughput of one benchmark, snippet or backend by its number of workers.
 *
 * @param name what distinguishes it from other curves of a report, such as {@code put:map=striped}
 * @param rungs by ascending number of workers, each number once; at least two
 */
public record Curve(String name, List<Rung> rungs) {

    public Curve {
        rungs = rungs.stream().sorted(Comparator.comparingInt(Rung::workers)).toList();
        if (rungs.size() < 2) {
            throw new IllegalArgumentException(
                    "The curve " + name + " has " + rungs.size() + " rungs: expected at least 2");
        }
    }

    /** Returns the same curve with another name. */
    public Curve named(String other) {
        return new Curve(other, rungs);
    }

    /** Returns the rung with the highest rate; of equal ones, that with the fewest workers. */
    public Rung best() {
        return best(rungs);
    }

    /** Returns the rung with the fewest workers whose rate is within noise of the best: more bring no clear gain. */
    public Rung knee() {
        return knee(rungs);
    }

    /** Returns the fit of the Universal Scalability Law: contention, coherence and the predicted peak, or why there is none. */
    public ScalabilityFit fit() {
        return ScalabilityFit.of(
                rungs.stream().mapToDouble(Rung::workers).toArray(),
                rungs.stream().mapToDouble(Rung::rate).toArray());
    }

    static Rung best(List<Rung> rungs) {
        Rung best = rungs.get(0);
        for (Rung rung : rungs) {
            best = rung.rate() > best.rate() ? rung : best;
        }
        return best;
    }

    static Rung knee(List<Rung> rungs) {
        Rung best = best(rungs);
        return rungs.stream()
                .filter(rung -> rung.isWithinNoiseOf(best))
                .min(Comparator.comparingInt(Rung::workers))
                .orElse(best);
    }
}
