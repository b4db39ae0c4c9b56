// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import java.util.List;

/**
 * A row of a table of a curve.
 *
 * @param fit fit of the Universal Scalability Law to the curve
 */
record CurveRow(Curve curve, Rung rung, ScalabilityFit fit) {

    static List<CurveRow> allOf(Curve curve) {
        ScalabilityFit fit = curve.fit();
        return curve.rungs().stream()
                .map(rung -> new CurveRow(curve, rung, fit))
                .toList();
    }

    /**
     * Returns the rate per worker as a share of that at the first rung: 1 where a curve rises in proportion to its workers. NaN if
     * nothing was completed at the first rung.
     */
    double efficiency() {
        double first = curve.rungs().get(0).ratePerWorker();
        return first > 0 ? rung.ratePerWorker() / first : Double.NaN;
    }

    /** Returns half of the rate's interval as a share of the rate; NaN without an interval. */
    double relativeError() {
        return rung.interval()
                .filter(interval -> rung.rate() > 0)
                .map(interval -> interval.halfWidth() / rung.rate())
                .orElse(Double.NaN);
    }

    /** Returns a percentile of the latency in nanoseconds; NaN if single operations were not timed. */
    double latency(double percentile) {
        return rung.latency().getOrDefault(percentile, Double.NaN);
    }

    /** Returns the rate that the law predicts for the rung's number of workers; NaN without a fit. */
    double fittedRate() {
        return fit instanceof Fitted fitted ? fitted.rate(rung.workers()) : Double.NaN;
    }

    /** Returns {@code peak} for the highest rate, {@code knee} for the first that is within noise of it, empty for the others. */
    String mark() {
        return rung.workers() == curve.best().workers()
                ? "peak"
                : rung.workers() == curve.knee().workers() ? "knee" : "";
    }
}
