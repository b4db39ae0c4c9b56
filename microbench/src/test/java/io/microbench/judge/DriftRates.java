// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Counts how often two stored runs of equal builds, measured one after the other on a machine that drifts, have a false
 * verdict, and which changes two such runs detect on a quiet machine.
 *
 * <p>The logarithm of the time of the fixed CPU task is drawn in half steps: a calibration, a fork, a calibration, a
 * fork, case after case, then the same for the candidate. It affects calibrations and forks, fully or partly, in
 * addition to their own noise. {@code main} ends with exit code 1 if more pairs of runs than the level allows have a
 * false verdict although the path affects the calibration at least as much as the benchmarks.
 */
final class DriftRates {

    private static final int[] FORKS = {5, 10};
    private static final int[] CASES = {1, 20};
    private static final int PAIRS = 2_000;
    private static final int CHANGED = 500;
    private static final double[] CHANGES = {0.03, 0.05, 0.10};

    /** The spreads of the median benchmark of {@link ForkModel}, and of steady ones. */
    private static final double[] SPREADS = {0.018, 0.005};

    private DriftRates() {}

    /** Draws the path of a machine: the logarithm of the time of the fixed CPU task at each half step. */
    interface Machine {

        double[] path(SplittableRandom random, int halfSteps);
    }

    /**
     * How runs are measured.
     *
     * @param calibrated whether they have calibrations
     * @param calibration share of the path that affects calibrations
     * @param benchmark share of the path that affects forks
     * @param calibrationNoise spread of calibrations on a quiet machine
     * @param forkNoise spread of forks on a quiet machine
     */
    record Measuring(
            boolean calibrated, double calibration, double benchmark, double calibrationNoise, double forkNoise) {

        /** The path affects calibrations and benchmarks alike. */
        static final Measuring ALIKE = new Measuring(true, 1, 1, 0.005, 0.01);

        static final Measuring UNCALIBRATED = new Measuring(false, 1, 1, 0, 0.01);
    }

    static Machine quiet() {
        return (random, halfSteps) -> new double[halfSteps];
    }

    /** Returns a machine with a correlation of successive forks. */
    static Machine autoregressive(double correlation, double spread) {
        double half = Math.sqrt(correlation);
        return (random, halfSteps) -> {
            double[] path = new double[halfSteps];
            double state = random.nextGaussian();
            for (int i = 0; i < halfSteps; i++) {
                path[i] = spread * state;
                state = half * state + Math.sqrt(1 - correlation) * random.nextGaussian();
            }
            return path;
        };
    }

    /** Returns a machine that is slower by a factor in one of two states, which last for a mean number of forks. */
    static Machine twoStates(double factor, int forks) {
        return (random, halfSteps) -> {
            double[] path = new double[halfSteps];
            boolean slow = random.nextBoolean();
            for (int i = 0; i < halfSteps; i++) {
                path[i] = slow ? Math.log(factor) : 0;
                slow ^= random.nextDouble() < 0.5 / forks;
            }
            return path;
        };
    }

    static Machine slowDrift(double perFork) {
        return (random, halfSteps) -> {
            double[] path = new double[halfSteps];
            for (int i = 0; i < halfSteps; i++) {
                path[i] = i * Math.log1p(perFork) / 2;
            }
            return path;
        };
    }

    static Map<String, Machine> drifting() {
        Map<String, Machine> machines = new LinkedHashMap<>();
        machines.put("AR(1) 0.5, spread 5 %", autoregressive(0.5, 0.05));
        machines.put("AR(1) 0.9, spread 5 %", autoregressive(0.9, 0.05));
        machines.put("two states, 8 %, 10 forks", twoStates(1.08, 10));
        machines.put("drift, 0.5 % a fork", slowDrift(0.005));
        return machines;
    }

    /** Two runs: the value of each fork for each side and case, and the calibration before it. */
    private record Drawn(double[][][] values, double[][][] work) {

        static Drawn of(
                SplittableRandom random, Machine machine, Measuring measuring, int cases, int forks, double factor) {
            double[] path = machine.path(random, 4 * cases * forks);
            Drawn drawn = new Drawn(new double[2][cases][forks], new double[2][cases][forks]);
            for (int i = 0; i < 2 * cases * forks; i++) {
                int side = i / (cases * forks);
                int number = i / forks % cases;
                drawn.work[side][number][i % forks] = 0.01
                        * Math.exp(measuring.calibration * path[2 * i]
                                + measuring.calibrationNoise * random.nextGaussian());
                drawn.values[side][number][i % forks] = (side == 0 ? 100 : 100 * factor)
                        * Math.exp(measuring.benchmark * path[2 * i + 1] + measuring.forkNoise * random.nextGaussian());
            }
            return drawn;
        }

        private RunRecord run(int side, boolean calibrated) {
            List<CalibrationRound> rounds = new ArrayList<>();
            List<CaseResult> cases = new ArrayList<>();
            for (double[] values : values[side]) {
                List<ForkResult> forks = new ArrayList<>();
                for (double value : values) {
                    Instant time = MadeRecords.START.plusSeconds(20L * rounds.size());
                    rounds.add(new CalibrationRound(time, work[side][cases.size()][forks.size()], 0.01));
                    forks.add(Runs.fork(forks.size() + 1, value, Optional.empty(), Runs.Facts.USUAL).toBuilder()
                            .start(time.plusSeconds(1))
                            .end(time.plusSeconds(19))
                            .build());
                }
                cases.add(
                        Runs.result(Runs.id("m" + cases.size()), Runs.plan("avgt", values.length, 3), "ns/op", forks));
            }
            RunRecord run = Runs.run("r" + side, cases.toArray(new CaseResult[0]));
            return calibrated
                    ? run.withCalibration(new Calibration(new ClockCheck(20, 20), Optional.empty(), rounds))
                    : run;
        }

        /** Returns whether a case is called faster or slower. */
        boolean claimed(boolean calibrated) {
            // The calibration never causes a verdict, so records are needed only if the forks alone would cause one.
            boolean seen = IntStream.range(0, values[0].length).anyMatch(i -> {
                SpeedTest test = SpeedTest.of(values[0][i], values[1][i], false, JudgeSettings.DEFAULTS);
                return test.p() <= JudgeSettings.LEVEL;
            });
            if (!seen) {
                return false;
            }
            RunComparison comparison =
                    Judge.compare("old", run(0, calibrated), "new", run(1, calibrated), JudgeSettings.DEFAULTS);
            return comparison.count(Verdict.SLOWER) + comparison.count(Verdict.FASTER) > 0;
        }
    }

    /** Returns the share of pairs of runs in which any case is called faster or slower. The result is deterministic. */
    static double claims(int pairs, Machine machine, Measuring measuring, int cases, int forks, double factor) {
        SplittableRandom random = new SplittableRandom(forks);
        int claims = 0;
        for (int i = 0; i < pairs; i++) {
            claims += Drawn.of(random, machine, measuring, cases, forks, factor).claimed(measuring.calibrated) ? 1 : 0;
        }
        return (double) claims / pairs;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, " | %.2f", 100 * share);
    }

    private static double falseVerdicts(int pairs, String how, Measuring measuring) {
        double most = 0;
        for (Map.Entry<String, Machine> machine : drifting().entrySet()) {
            StringBuilder line = new StringBuilder("| " + machine.getKey() + " | " + how);
            for (int cases : CASES) {
                for (int forks : FORKS) {
                    double share = claims(pairs / cases, machine.getValue(), measuring, cases, forks, 1);
                    line.append(percent(share));
                    most = Math.max(most, share);
                }
            }
            System.out.println(line + " |");
        }
        return most;
    }

    private static void found(String how, boolean calibrated, double calibrationNoise) {
        for (double spread : SPREADS) {
            Measuring measuring = new Measuring(calibrated, 1, 1, calibrationNoise, spread);
            for (int forks : FORKS) {
                StringBuilder line =
                        new StringBuilder(String.format(Locale.ROOT, "| %.1f %% | %s | %d", 100 * spread, how, forks));
                for (double change : CHANGES) {
                    line.append(percent(claims(CHANGED, quiet(), measuring, 1, forks, 1 + change)));
                }
                System.out.println(line + " |");
            }
        }
    }

    public static void main(String[] arguments) {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : PAIRS;
        System.out.println("Two consecutive runs of equal builds: any false verdict, in %.");
        System.out.println("| machine | calibration | 1 case, 5 forks per side | 10 | 20 cases, 5 | 10 |");
        System.out.println("|---|---|---:|---:|---:|---:|");
        double most = falseVerdicts(pairs, "affected like the benchmark", Measuring.ALIKE);
        most = Math.max(most, falseVerdicts(pairs, "the same, noise 2 %", new Measuring(true, 1, 1, 0.02, 0.01)));
        most = Math.max(most, falseVerdicts(pairs, "affected twice as much", new Measuring(true, 1, 0.5, 0.005, 0.01)));
        falseVerdicts(pairs, "not affected", new Measuring(true, 0, 1, 0.005, 0.01));
        falseVerdicts(pairs, "none", Measuring.UNCALIBRATED);
        System.out.println("Two runs of one case on a quiet machine: share of changed cases found, in %.");
        System.out.println("| spread of forks | calibration | forks per side | 3 % | 5 % | 10 % |");
        System.out.println("|---|---|---:|---:|---:|---:|");
        found("none", false, 0);
        for (double noise : new double[] {0.002, 0.005, 0.01, 0.02}) {
            found(String.format(Locale.ROOT, "noise %.1f %%", 100 * noise), true, noise);
        }
        System.exit(most <= JudgeSettings.LEVEL ? 0 : 1);
    }
}
