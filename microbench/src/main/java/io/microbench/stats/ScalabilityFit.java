// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The fit of the Universal Scalability Law to throughput that was measured with several worker counts.
 *
 * <p>With N workers the throughput is lambda N / (1 + sigma (N - 1) + kappa N (N - 1)): lambda is the throughput of one
 * worker, sigma the cost of waiting for other workers (contention), and kappa the cost of consistency between them
 * (coherence), which makes throughput fall again. See N. J. Gunther, "A Simple Capacity Model of Massively Parallel
 * Transaction Systems" (CMG 1993), and "Guerrilla Capacity Planning" (Springer 2007), chapters 4 to 6; the peak is his
 * formula 4.33.
 */
public sealed interface ScalabilityFit {

    /** Minimum number of measured rungs. The law has three parameters, so it fits any measurement with fewer rungs. */
    int LEAST_RUNGS = 4;

    /** The largest relative error of a fit that describes the measurement: 10 %. */
    double MOST_ERROR = 0.1;

    /**
     * A peak that is predicted beyond this multiple of the last measured number of workers cannot be distinguished from
     * no peak.
     */
    double FARTHEST_PEAK = 10;

    /**
     * The law fits.
     *
     * @param lambda throughput of one worker by the law, in the unit of the rates
     * @param sigma contention, 0 or more
     * @param kappa coherence, 0 or more
     * @param determination R squared: the share of the variance of the rates that the law explains, up to 1; 1 if the
     *     rates do not vary and the law matches them
     * @param relativeError root mean square error of the rates, as a share of their mean
     * @param peak the number of workers with the highest throughput; empty if the law predicts unlimited growth, or a
     *     peak too far away to be distinguished from it
     */
    record Fitted(
            double lambda, double sigma, double kappa, double determination, double relativeError, Optional<Peak> peak)
            implements ScalabilityFit {

        /** Returns the throughput that the law predicts for a number of workers. */
        public double rate(double workers) {
            return lambda * workers / (1 + sigma * (workers - 1) + kappa * workers * (workers - 1));
        }

        /** Returns the limit of the throughput with more and more workers; empty if the throughput falls again, or is linear. */
        public OptionalDouble limit() {
            return kappa == 0 && sigma > 0 ? OptionalDouble.of(lambda / sigma) : OptionalDouble.empty();
        }
    }

    /**
     * The law does not describe the measurement.
     *
     * @param reason the reason, as a sentence without its full stop
     */
    record Meaningless(String reason) implements ScalabilityFit {}

    /**
     * The predicted peak.
     *
     * @param workers number of workers at the peak, 1 or more
     * @param rate the throughput at the peak, in the unit of the rates
     * @param extrapolated whether the peak is beyond the largest measured number of workers
     * @param interval the 95 % interval of the number of workers; empty if the peak is at one worker
     */
    record Peak(double workers, double rate, boolean extrapolated, Optional<Interval> interval) {}

    /**
     * Fits the law by least squares, with sigma and kappa of 0 or more.
     *
     * @param workers distinct numbers of workers, each at least 1, in any order
     * @param rates total throughput of all workers for each number, in any unit
     */
    static ScalabilityFit of(double[] workers, double[] rates) {
        if (workers.length < LEAST_RUNGS) {
            return new Meaningless(String.format(
                    Locale.ROOT,
                    "%d rung%s: the law has 3 parameters and needs at least %d",
                    workers.length,
                    workers.length == 1 ? "" : "s",
                    LEAST_RUNGS));
        }
        if (!Arrays.stream(rates).allMatch(rate -> rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            return new Meaningless("a rate is 0 or not finite");
        }
        Fitted fitted = LeastSquaresUsl.fit(workers, rates).fitted();
        if (fitted.relativeError() > MOST_ERROR) {
            return new Meaningless(String.format(
                    Locale.ROOT,
                    "the curve that fits best misses the rates by %.0f%% of their mean (root mean square; expected at"
                            + " most %.0f%%)",
                    100 * fitted.relativeError(),
                    100 * MOST_ERROR));
        }
        return fitted;
    }
}
