// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;

/**
 * Measures how often the judge is wrong, and which changes it finds.
 *
 * <p>A suite is judged like two complete runs. If nothing has changed (A/A), a suite with at least one case reported as
 * faster or slower is a false alarm; the share of such suites may be at most the level. If the new side is slower by 3,
 * 5 or 10 %, the share of cases reported as slower is the power, and a case reported as the same is a miss.
 * {@code main} prints both for made-up suites, and for series from a folder if one is given; it ends with exit code 1
 * if there are more false alarms than the level allows.
 */
final class FalseVerdictRates {

    private static final int SUITES = 200;
    private static final int CASES = 50;
    private static final int MANY = 500;
    private static final int ITERATIONS = 10;
    private static final double[] CHANGES = {0.03, 0.05, 0.10};
    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private FalseVerdictRates() {}

    /**
     * The results of suites.
     *
     * @param suites the number of judged suites
     * @param alarmed the number of suites with a case reported as faster or slower
     * @param verdicts the number of cases with each verdict
     */
    record Rates(int suites, int alarmed, Map<Verdict, Integer> verdicts) {

        double falseAlarms() {
            return (double) alarmed / suites;
        }

        double share(Verdict verdict) {
            int all = verdicts.values().stream().mapToInt(Integer::intValue).sum();
            return (double) verdicts.getOrDefault(verdict, 0) / all;
        }
    }

    /**
     * Judges suites.
     *
     * @param make creates the cases of one suite, each as the iterations of the forks of both sides
     */
    static Rates judge(int suites, DoubleFunction<List<double[][][]>> make, double change) {
        int alarmed = 0;
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < suites; i++) {
            RunComparison comparison = compare(make.apply(1 + change));
            alarmed += comparison.count(Verdict.SLOWER) + comparison.count(Verdict.FASTER) > 0 ? 1 : 0;
            comparison.verdicts().forEach(v -> verdicts.merge(v.verdict(), 1, Integer::sum));
        }
        return new Rates(suites, alarmed, verdicts);
    }

    private static RunComparison compare(List<double[][][]> cases) {
        return Judge.compare("old", side(cases, 0), "new", side(cases, 1), SETTINGS);
    }

    private static RunRecord side(List<double[][][]> cases, int side) {
        List<CaseResult> results = new ArrayList<>();
        for (double[][][] sides : cases) {
            results.add(Runs.measured("m" + results.size(), sides[side]));
        }
        return Runs.run("r" + side, results.toArray(new CaseResult[0]));
    }

    /** Returns a generator of suites by {@link ForkModel}; the same seed creates the same suites. */
    static DoubleFunction<List<double[][][]>> modelled(long seed, int cases, int forks) {
        SplittableRandom random = new SplittableRandom(seed);
        return factor -> {
            List<double[][][]> suite = new ArrayList<>();
            for (int i = 0; i < cases; i++) {
                suite.add(new ForkModel(random.split()).sides(forks, ITERATIONS, factor));
            }
            return suite;
        };
    }

    /** Judges suites without changes, and with changes of all cases, prints one line, and returns the false alarms. */
    private static double print(String name, DoubleFunction<List<double[][][]>> make) {
        Rates same = judge(SUITES, make, 0);
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%-48s %4.1f %% of %d suites   A/A same %4.1f %%",
                name,
                100 * same.falseAlarms(),
                same.suites(),
                100 * same.share(Verdict.SAME)));
        for (double change : CHANGES) {
            Rates slower = judge(SUITES / 10, make, change);
            line.append(String.format(
                    Locale.ROOT,
                    "   %2.0f %%: found %4.1f %%, missed %3.1f %%",
                    100 * change,
                    100 * slower.share(Verdict.SLOWER),
                    100 * (slower.share(Verdict.SAME) + slower.share(Verdict.FASTER))));
        }
        System.out.println(line);
        return same.falseAlarms();
    }

    public static void main(String[] arguments) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "False alarms in unchanged suites of %d cases, unless another number is given; at most %.0f %% are allowed.%n",
                CASES,
                100 * SETTINGS.level());
        double most = 0;
        for (int forks : new int[] {2, 3, 5, 8, 10, 20}) {
            most = Math.max(most, print("model, " + forks + " forks per side", modelled(forks, CASES, forks)));
        }
        for (int forks : new int[] {5, 10}) {
            String name = "model, " + MANY + " cases, " + forks + " forks per side";
            most = Math.max(most, print(name, modelled(forks, MANY, forks)));
        }
        if (arguments.length > 0) {
            StoredSeries series = StoredSeries.read(Path.of(arguments[0]));
            int[][] windows = {{0, 10}, {10, 60}, {500, 1000}, {2000, 3000}};
            for (int[] window : windows) {
                SplittableRandom random = new SplittableRandom(window[0]);
                String name = series.size() + " stored, 5 forks per side, points " + window[0] + " to " + window[1];
                most = Math.max(most, print(name, factor -> series.split(random, window[0], window[1], factor)));
            }
        }
        System.exit(most <= SETTINGS.level() ? 0 : 1);
    }
}
