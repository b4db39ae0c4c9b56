// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.scaling.Curve;
import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Meaningless;
import io.microbench.stats.ScalabilityFit.Peak;
import io.microbench.text.Numbers;
import java.util.Optional;

/** Formats the fit of the Universal Scalability Law (USL) to a curve. */
final class FitFormat {

    private static final String LAW = "Universal Scalability Law: ";

    private FitFormat() {}

    /**
     * Returns contention, coherence, the quality of the fit and the predicted peak, or the reason why there is no fit; empty if the curve
     * has too few rungs for a fit.
     */
    static Optional<String> of(Curve curve) {
        return curve.rungs().size() < ScalabilityFit.LEAST_RUNGS ? Optional.empty() : Optional.of(of(curve.fit()));
    }

    private static String of(ScalabilityFit fit) {
        if (fit instanceof Meaningless meaningless) {
            return LAW + "no fit; " + meaningless.reason();
        }
        Fitted fitted = (Fitted) fit;
        return LAW + "contention " + share(fitted.sigma()) + ", coherence " + share(fitted.kappa()) + ", error "
                + Numbers.percent(Math.rint(fitted.relativeError() * 1e4) / 1e4) + "; "
                + fitted.peak().map(FitFormat::peak).orElseGet(() -> endless(fitted));
    }

    private static String share(double share) {
        return share == 0 ? "0" : Numbers.score(share);
    }

    private static String workers(double workers) {
        return Numbers.plain(Math.rint(workers * 10) / 10);
    }

    private static String peak(Peak peak) {
        Optional<Interval> interval = peak.interval();
        return "predicted peak " + ReportColumn.rate(peak.rate()) + " ops/s with " + workers(peak.workers())
                + (workers(peak.workers()).equals("1") ? " worker" : " workers")
                + interval.map(i -> ", " + Numbers.level(i.confidence()) + " interval " + workers(i.low()) + " to "
                                + workers(i.high()))
                        .orElse("")
                + (peak.extrapolated() ? ", beyond the measured range" : "");
    }

    private static String endless(Fitted fitted) {
        return "no peak predicted"
                + (fitted.limit().isPresent()
                        ? ", limit " + ReportColumn.rate(fitted.limit().getAsDouble()) + " ops/s"
                        : "");
    }
}
