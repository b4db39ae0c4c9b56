// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.MultipleTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures how long it takes to judge 600 cases of 10 forks per side with 3,000 points each, from the points to the
 * verdicts, and how much memory that takes in addition to the points.
 *
 * <p>{@code main} ends with exit code 1 if it takes 5 s or more; run it with {@code -Xmx1g}.
 */
final class JudgingTime {

    private static final int CASES = 600;
    private static final int FORKS = 10;
    private static final int POINTS = 3000;
    private static final double SECONDS = 5;

    private JudgingTime() {}

    public static void main(String[] arguments) {
        SplittableRandom random = new SplittableRandom(1);
        List<double[][][]> cases = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            cases.add(new ForkModel(random.split()).sides(FORKS, POINTS, i % 10 == 0 ? 1.05 : 1));
        }
        long start = System.nanoTime();
        List<CaseVerdict> verdicts = judge(cases);
        double seconds = (System.nanoTime() - start) / 1e9;
        long decided = verdicts.stream().filter(v -> v.verdict().decided()).count();
        System.out.printf(
                Locale.ROOT,
                "%d cases x 2 sides x %d forks x %,d points judged in %.2f s, %d decided; heap of at most %d MiB%n",
                CASES,
                FORKS,
                POINTS,
                seconds,
                decided,
                Runtime.getRuntime().maxMemory() >> 20);
        System.exit(seconds < SECONDS ? 0 : 1);
    }

    /** Judges as {@link Judge#compare} does, from points that are not wrapped in records. */
    private static List<CaseVerdict> judge(List<double[][][]> cases) {
        ScoreUnit unit = ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op");
        JudgeSettings settings = JudgeSettings.DEFAULTS.among(cases.size());
        List<double[]> old = new ArrayList<>();
        List<double[]> now = new ArrayList<>();
        List<SpeedTest> tests = new ArrayList<>();
        for (double[][][] sides : cases) {
            old.add(ForkModel.values(sides[0]));
            now.add(ForkModel.values(sides[1]));
            int last = old.size() - 1;
            tests.add(SpeedTest.of(old.get(last), now.get(last), unit.higherIsBetter(), settings));
        }
        double[] adjusted =
                MultipleTests.holm(tests.stream().mapToDouble(SpeedTest::p).toArray());
        List<CaseVerdict> verdicts = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            verdicts.add(
                    Judge.verdict(Runs.id("m" + i), unit, old.get(i), now.get(i), tests.get(i), adjusted[i], settings));
        }
        return verdicts;
    }
}
