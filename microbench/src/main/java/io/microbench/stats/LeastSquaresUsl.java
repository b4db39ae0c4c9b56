// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Peak;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.vector.ModelFunction;
import org.apache.commons.math3.optim.nonlinear.vector.ModelFunctionJacobian;
import org.apache.commons.math3.optim.nonlinear.vector.Target;
import org.apache.commons.math3.optim.nonlinear.vector.Weight;
import org.apache.commons.math3.optim.nonlinear.vector.jacobian.LevenbergMarquardtOptimizer;

/**
 * Fits the Universal Scalability Law by nonlinear least squares.
 *
 * <p>It solves for a, b and c in N / (a + b (N - 1) + c N (N - 1)), which are 1, sigma and kappa divided by lambda. N divided by the rate
 * is linear in these, which gives the starting point. From there, the Levenberg-Marquardt method minimises the squared errors of the rates.
 * To keep b and c from becoming negative, fits with and without each of them are tried; the best of these within the bounds is the bounded
 * optimum.
 */
final class LeastSquaresUsl {

    private static final List<int[]> FREE =
            List.of(new int[] {0}, new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 1, 2});

    private static final int MOST_EVALUATIONS = 500;
    private static final double TOLERANCE = 1e-14;
    private static final double PEAK_CONFIDENCE = 0.95;

    private final double[] workers;
    private final double[] rates;
    /** The highest rate. Rates are divided by it, so that tolerances do not depend on their unit. */
    private final double scale;

    private final int[] free;
    private final double[] parameters;
    private final double squares;

    private LeastSquaresUsl(double[] workers, double[] rates, double scale, int[] free) {
        this.workers = workers;
        this.rates = rates;
        this.scale = scale;
        this.free = free;
        this.parameters = descend(start());
        double[] fitted = rates(parameters);
        this.squares = IntStream.range(0, rates.length)
                .mapToDouble(i -> (rates[i] - fitted[i]) * (rates[i] - fitted[i]))
                .sum();
    }

    /** Returns the best fit whose parameters are within bounds. */
    static LeastSquaresUsl fit(double[] workers, double[] rates) {
        double scale = Arrays.stream(rates).max().orElseThrow();
        double[] shares = Arrays.stream(rates).map(rate -> rate / scale).toArray();
        LeastSquaresUsl best = null;
        for (int[] free : FREE) {
            LeastSquaresUsl fit = new LeastSquaresUsl(workers, shares, scale, free);
            // FREE begins with the simplest fit, which is kept unless another is better by more than rounding errors.
            if (fit.isInBounds() && (best == null || fit.squares < best.squares * (1 - 1e-9))) {
                best = fit;
            }
        }
        if (best == null) {
            throw new IllegalStateException("a single parameter is always in bounds");
        }
        return best;
    }

    private boolean isInBounds() {
        return parameters[0] > 0 && parameters[1] >= 0 && parameters[2] >= 0;
    }

    /** Solves the linear form, weighted to approximate the squared errors of the rates; returns a straight line if that fails. */
    private double[] start() {
        double[][] rows = new double[workers.length][];
        for (int i = 0; i < rows.length; i++) {
            double[] terms = terms(workers[i]);
            double weight = rates[i] * rates[i] / workers[i];
            rows[i] = Arrays.stream(free)
                    .mapToDouble(term -> weight * terms[term])
                    .toArray();
        }
        DecompositionSolver solver = new QRDecomposition(new Array2DRowRealMatrix(rows, false)).getSolver();
        double[] linear = solver.isNonSingular()
                ? spread(solver.solve(new ArrayRealVector(rates, false)).toArray())
                : new double[3];
        boolean usable = Arrays.stream(rates(linear)).allMatch(rate -> rate > 0 && Double.isFinite(rate));
        return usable && linear[0] > 0 ? linear : new double[] {workers[0] / rates[0], 0, 0};
    }

    // The deprecated class is used because its successor requires commons-math3 3.3; a suite with an older JMH has 3.2.
    @SuppressWarnings("deprecation")
    private double[] descend(double[] start) {
        double[] weights = new double[rates.length];
        Arrays.fill(weights, 1);
        try {
            return spread(new LevenbergMarquardtOptimizer(TOLERANCE, TOLERANCE, TOLERANCE)
                    .optimize(
                            new MaxEval(MOST_EVALUATIONS),
                            new Target(rates),
                            new Weight(weights),
                            new InitialGuess(Arrays.stream(free)
                                    .mapToDouble(parameter -> start[parameter])
                                    .toArray()),
                            new ModelFunction(values -> rates(spread(values))),
                            new ModelFunctionJacobian(values -> derivatives(spread(values))))
                    .getPoint());
        } catch (MathIllegalStateException e) {
            // The starting point is also a fit, but not the best one.
            return start;
        }
    }

    private double[] spread(double[] ofFree) {
        double[] all = new double[3];
        for (int i = 0; i < free.length; i++) {
            all[free[i]] = ofFree[i];
        }
        return all;
    }

    private static double[] terms(double n) {
        return new double[] {1, n - 1, n * (n - 1)};
    }

    private static double denominator(double[] parameters, double n) {
        double[] terms = terms(n);
        return parameters[0] * terms[0] + parameters[1] * terms[1] + parameters[2] * terms[2];
    }

    /** Returns the rates predicted by the law; infinite if it is undefined. */
    private double[] rates(double[] at) {
        return Arrays.stream(workers)
                .map(n -> denominator(at, n) > 0 ? n / denominator(at, n) : Double.POSITIVE_INFINITY)
                .toArray();
    }

    /** Returns the derivatives of each rate with respect to the free parameters. */
    private double[][] derivatives(double[] at) {
        double[][] slopes = new double[workers.length][];
        for (int i = 0; i < slopes.length; i++) {
            double[] terms = terms(workers[i]);
            double denominator = denominator(at, workers[i]);
            double slope = -workers[i] / (denominator * denominator);
            slopes[i] =
                    Arrays.stream(free).mapToDouble(term -> slope * terms[term]).toArray();
        }
        return slopes;
    }

    /** Returns the law with these parameters, and how well it fits. */
    Fitted fitted() {
        double mean = Arrays.stream(rates).average().orElseThrow();
        double variation =
                Arrays.stream(rates).map(rate -> (rate - mean) * (rate - mean)).sum();
        double relativeError = Math.sqrt(squares / rates.length) / mean;
        // Equal rates differ only by rounding.
        double determination = variation > 1e-20 ? 1 - squares / variation : squares > 1e-20 ? 0 : 1;
        Fitted flat = new Fitted(
                scale / parameters[0],
                parameters[1] / parameters[0],
                parameters[2] / parameters[0],
                determination,
                relativeError,
                Optional.empty());
        return new Fitted(flat.lambda(), flat.sigma(), flat.kappa(), determination, relativeError, peak(flat));
    }

    private Optional<Peak> peak(Fitted fitted) {
        double last = Arrays.stream(workers).max().orElseThrow();
        if (parameters[2] == 0) {
            // With contention of 1 or more, every further worker reduces the throughput.
            return parameters[1] > parameters[0]
                    ? Optional.of(new Peak(1, fitted.lambda(), false, Optional.empty()))
                    : Optional.empty();
        }
        double squared = (parameters[0] - parameters[1]) / parameters[2];
        if (squared <= 1) {
            return Optional.of(new Peak(1, fitted.lambda(), false, Optional.empty()));
        }
        double at = Math.sqrt(squared);
        return at > ScalabilityFit.FARTHEST_PEAK * last
                ? Optional.empty()
                : Optional.of(new Peak(at, fitted.rate(at), at > last, interval(at)));
    }

    /**
     * Propagates the errors of the rates to the logarithm of the peak, which is (ln(a - b) - ln(c)) / 2.
     *
     * <p>Errors of measured rates are about proportional to them; with errors of the same size the interval would be too narrow. So this is
     * the sandwich estimate with errors proportional to the rates, whose factor is estimated from the residuals.
     */
    private Optional<Interval> interval(double peak) {
        int spare = rates.length - free.length;
        double difference = parameters[0] - parameters[1];
        double[] all = {0.5 / difference, -0.5 / difference, -0.5 / parameters[2]};
        double[] gradient = Arrays.stream(free).mapToDouble(i -> all[i]).toArray();
        RealMatrix slopes = new Array2DRowRealMatrix(derivatives(parameters), false);
        DecompositionSolver solver =
                new LUDecomposition(slopes.transpose().multiply(slopes), Double.MIN_NORMAL).getSolver();
        if (!solver.isNonSingular()) {
            return Optional.empty();
        }
        double[] weights = slopes.operate(solver.solve(new ArrayRealVector(gradient, false)))
                .toArray();
        double[] fitted = rates(parameters);
        double variance = 0;
        double share = 0;
        for (int i = 0; i < rates.length; i++) {
            variance += weights[i] * weights[i] * fitted[i] * fitted[i];
            share += (rates[i] / fitted[i] - 1) * (rates[i] / fitted[i] - 1) / spare;
        }
        double reach = StudentT.central(spare, PEAK_CONFIDENCE) * Math.sqrt(variance * share);
        if (!Double.isFinite(reach)) {
            return Optional.empty();
        }
        // A value beyond these limits has no more information than the limit.
        double low = Math.max(1, peak * Math.exp(-reach));
        double high = Math.min(Double.MAX_VALUE, peak * Math.exp(reach));
        return Optional.of(new Interval(Math.min(low, peak), high, PEAK_CONFIDENCE));
    }
}
