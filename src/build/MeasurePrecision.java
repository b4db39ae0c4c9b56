// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkEstimate.ForkRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints seconds, forks, and the width of the 95 % interval over forks of runs, and for two runs the share of cases
 * whose values agree within 3 %. Run by {@code measure-precision}, which creates the runs.
 *
 * <pre>java MeasurePrecision.java FOLDER [FOLDER]      each with the folder of one run in it</pre>
 */
public final class MeasurePrecision {

    private static final double AGREE = 0.03;

    private MeasurePrecision() {}

    public static void main(String[] args) throws IOException {
        List<RunRecord> runs = new ArrayList<>();
        for (String arg : args) {
            runs.add(read(Path.of(arg)));
        }
        for (int i = 0; i < args.length; i++) {
            print(Path.of(args[i]).getFileName().toString(), runs.get(i));
        }
        if (runs.size() == 2) {
            agree(runs.get(0), runs.get(1));
        }
    }

    private static RunRecord read(Path parent) throws IOException {
        try (Stream<Path> folders = Files.list(parent)) {
            return RunReader.read(
                    folders.filter(folder -> Files.exists(folder.resolve("run.json"))).findFirst().orElseThrow());
        }
    }

    private static double[] forkValues(CaseResult result) {
        return result.forks().stream()
                .filter(fork -> fork.failure().isEmpty())
                .map(ForkResult::measuredScores)
                .filter(scores -> scores.length > 0)
                .mapToDouble(ForkEstimate::forkValue)
                .toArray();
    }

    private static void print(String name, RunRecord run) {
        List<double[]> values = run.cases().stream().map(MeasurePrecision::forkValues).toList();
        double[] widths = values.stream().mapToDouble(ForkRule::halfWidth).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%-12s %5.0f s, %d cases, forks %d to %d, median half-width of the 95 %% interval over forks %s%n",
                name,
                Duration.between(run.start(), run.end().orElseThrow()).toMillis() / 1000.0,
                values.size(),
                values.stream().mapToInt(v -> v.length).min().orElse(0),
                values.stream().mapToInt(v -> v.length).max().orElse(0),
                percent(widths[widths.length / 2]));
        for (CaseResult result : run.cases()) {
            double[] forks = forkValues(result);
            System.out.printf(
                    Locale.ROOT,
                    "    %-45s %-8s %d forks, +-%s: %s%n",
                    result.id().method() + result.id().parameters(),
                    result.status(),
                    forks.length,
                    percent(ForkRule.halfWidth(forks)),
                    Arrays.stream(forks).mapToObj(v -> String.format(Locale.ROOT, "%.0f", v)).toList());
        }
    }

    private static void agree(RunRecord one, RunRecord other) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < one.cases().size(); i++) {
            double[] left = forkValues(one.cases().get(i));
            double[] right = forkValues(other.cases().get(i));
            if (left.length > 0 && right.length > 0) {
                ratios.add(ForkEstimate.of(right).value() / ForkEstimate.of(left).value());
            }
        }
        long close = ratios.stream().filter(ratio -> Math.abs(ratio - 1) <= AGREE).count();
        System.out.printf(
                Locale.ROOT,
                "second / first: %d of %d values within 3 %%; ratios %s%n",
                close,
                ratios.size(),
                ratios.stream().map(ratio -> String.format(Locale.ROOT, "%.3f", ratio)).toList());
    }

    private static String percent(double share) {
        return Double.isInfinite(share) ? "unknown" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
