// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Peak;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits the Universal Scalability Law by nonlinear least squares.
 *
 * <p>It solves for a, b and c in N / (a + b (N - 1) + c N (N - 1)), which are 1, sigma and kappa divided by lambda. In these N divided
 * by the rate is linear, which gives the start; from there Levenberg and Marquardt's method minimises the squares of what the rates
 * are missed by. That b and c are not below 0 is kept by trying each with and without them: with so few parameters, the best of
 * the fits that keep the bounds is the bounded one.
 */
final class LeastSquaresUsl {

    private static final List<int[]> FREE =
            List.of(new int[] {0}, new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 1, 2});

    private static final int MOST_STEPS = 500;
    private static final double SMALLEST_GAIN = 1e-14;
    private static final double PEAK_CONFIDENCE = 0.95;

    private final double[] workers;
    private final double[] rates;
    /** Rates are fitted as shares of the highest, so that sizes do not depend on their unit. */
    private final double scale;

    private final int[] free;
    private double[] parameters;
    private double squares;

    private LeastSquaresUsl(double[] workers, double[] rates, double scale, int[] free) {
        this.workers = workers;
        this.rates = rates;
        this.scale = scale;
        this.free = free;
        this.parameters = start();
        this.squares = squares(parameters);
    }

    /** Returns the best fit whose parameters are in bounds. */
    static LeastSquaresUsl fit(double[] workers, double[] rates) {
        double scale = Arrays.stream(rates).max().orElseThrow();
        double[] shares = Arrays.stream(rates).map(rate -> rate / scale).toArray();
        LeastSquaresUsl best = null;
        for (int[] free : FREE) {
            LeastSquaresUsl one = new LeastSquaresUsl(workers, shares, scale, free);
            one.descend();
            // In the order of FREE the simpler one stays where the other is no better by more than rounding.
            if (one.isInBounds() && (best == null || one.squares < best.squares * (1 - 1e-9))) {
                best = one;
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

    /** Solves the linear form, weighted so that its squares are about those of the rates; a straight line if that fails. */
    private double[] start() {
        int size = free.length;
        double[][] normal = new double[size][size];
        double[] right = new double[size];
        for (int i = 0; i < workers.length; i++) {
            double weight = rates[i] * rates[i] / workers[i];
            double[] terms = terms(workers[i]);
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    normal[row][column] += weight * weight * terms[free[row]] * terms[free[column]];
                }
                right[row] += weight * weight * terms[free[row]] * workers[i] / rates[i];
            }
        }
        double[] linear = LinearSystem.solve(normal, right)
                .map(solution -> spread(solution))
                .orElseGet(() -> new double[3]);
        boolean usable = IntStream.range(0, workers.length).allMatch(i -> denominator(linear, workers[i]) > 0);
        return usable && linear[0] > 0 ? linear : new double[] {workers[0] / rates[0], 0, 0};
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

    private double squares(double[] at) {
        double sum = 0;
        for (int i = 0; i < workers.length; i++) {
            double denominator = denominator(at, workers[i]);
            if (!(denominator > 0)) {
                return Double.POSITIVE_INFINITY;
            }
            double missed = rates[i] - workers[i] / denominator;
            sum += missed * missed;
        }
        return sum;
    }

    private void descend() {
        double damping = 1e-3;
        for (int step = 0; step < MOST_STEPS && damping < 1e12; step++) {
            double[][] normal = curvature();
            for (int i = 0; i < normal.length; i++) {
                normal[i][i] *= 1 + damping;
            }
            Optional<double[]> move = LinearSystem.solve(normal, slope());
            double[] tried = parameters.clone();
            move.ifPresent(by -> {
                for (int i = 0; i < free.length; i++) {
                    tried[free[i]] += by[i];
                }
            });
            double found = squares(tried);
            if (move.isPresent() && found < squares) {
                boolean settled = squares - found <= SMALLEST_GAIN * squares;
                parameters = tried;
                squares = found;
                damping /= 10;
                if (settled) {
                    return;
                }
            } else {
                damping *= 10;
            }
        }
    }

    /** Returns the derivatives of the law with respect to the free parameters. */
    private double[] derivatives(double n) {
        double denominator = denominator(parameters, n);
        double[] terms = terms(n);
        return Arrays.stream(free)
                .mapToDouble(i -> -n * terms[i] / (denominator * denominator))
                .toArray();
    }

    private double[][] curvature() {
        double[][] sum = new double[free.length][free.length];
        for (double n : workers) {
            double[] slopes = derivatives(n);
            for (int row = 0; row < free.length; row++) {
                for (int column = 0; column < free.length; column++) {
                    sum[row][column] += slopes[row] * slopes[column];
                }
            }
        }
        return sum;
    }

    private double[] slope() {
        double[] sum = new double[free.length];
        for (int i = 0; i < workers.length; i++) {
            double missed = rates[i] - workers[i] / denominator(parameters, workers[i]);
            double[] slopes = derivatives(workers[i]);
            for (int row = 0; row < free.length; row++) {
                sum[row] += slopes[row] * missed;
            }
        }
        return sum;
    }

    /** Returns the law with these parameters, and how well it fits. */
    Fitted fitted() {
        double mean = Arrays.stream(rates).average().orElseThrow();
        double variation =
                Arrays.stream(rates).map(rate -> (rate - mean) * (rate - mean)).sum();
        double relativeError = Math.sqrt(squares / rates.length) / mean;
        // Rates that are all the same vary by nothing but rounding.
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
            // With contention of 1 or more every further worker costs more than it brings.
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
     * <p>Errors of measured rates are about the same share of each; with errors of the same size the interval would be too narrow. So
     * this is the sandwich estimate with errors in proportion to the rates, whose share is taken from what they are missed by.
     */
    private Optional<Interval> interval(double peak) {
        int spare = rates.length - free.length;
        double difference = parameters[0] - parameters[1];
        double[] all = {0.5 / difference, -0.5 / difference, -0.5 / parameters[2]};
        double[] gradient = Arrays.stream(free).mapToDouble(i -> all[i]).toArray();
        return LinearSystem.solve(curvature(), gradient).map(solved -> {
            double variance = 0;
            double share = 0;
            for (int i = 0; i < rates.length; i++) {
                double rate = workers[i] / denominator(parameters, workers[i]);
                double[] slopes = derivatives(workers[i]);
                double weight = IntStream.range(0, slopes.length)
                        .mapToDouble(j -> slopes[j] * solved[j])
                        .sum();
                variance += weight * weight * rate * rate;
                share += (rates[i] / rate - 1) * (rates[i] / rate - 1) / spare;
            }
            double reach = StudentT.central(spare, PEAK_CONFIDENCE) * Math.sqrt(variance * share);
            // Beyond these ends a number says no more than its end.
            double low = Math.max(1, peak * Math.exp(-reach));
            double high = Math.min(Double.MAX_VALUE, peak * Math.exp(reach));
            return new Interval(Math.min(low, peak), high, PEAK_CONFIDENCE);
        });
    }
}
