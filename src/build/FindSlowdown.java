// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import io.microbench.compare.Build;
import io.microbench.compare.InterleavedComparison;
import io.microbench.compare.Limits;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * Injects slowdowns of known size into a stable benchmark and counts how many of them a comparison of two builds finds.
 *
 * <p>Prints the result of each trial with its seconds and forks, then the share of found slowdowns for each size; 0
 * compares a build with itself, in which nothing must be found. Run by {@code find-slowdown}, which builds everything.
 *
 * <pre>java FindSlowdown.java FOLDER PROCESSOR_PATH TRIALS BUDGET_SECONDS PERCENT...</pre>
 */
public final class FindSlowdown {

    private static final int WORK = 10_000;

    private static final String SOURCE = """
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            import org.openjdk.jmh.infra.Blackhole;

            @BenchmarkMode(Mode.AverageTime)
            @OutputTimeUnit(TimeUnit.NANOSECONDS)
            public class WorkBenchmark {
                @Benchmark
                public void work() {
                    Blackhole.consumeCPU(%d);
                }
            }
            """;

    private final Path folder;
    private final String processors;
    private final Duration budget;

    private FindSlowdown(Path folder, String processors, Duration budget) {
        this.folder = folder;
        this.processors = processors;
        this.budget = budget;
    }

    /** One comparison: the verdict on the one case, and how long it took. */
    private record Trial(CaseVerdict verdict, double seconds) {}

    /** Runs the trials; see the class. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]).toAbsolutePath();
        int trials = Integer.parseInt(args[2]);
        FindSlowdown finder = new FindSlowdown(folder, args[1], Duration.ofSeconds(Long.parseLong(args[3])));
        List<Double> percents = Arrays.stream(args).skip(4).map(Double::valueOf).toList();
        System.out.println("slower by   found       speed  interval               sees  forks  seconds");
        StringBuilder summary = new StringBuilder();
        for (double percent : percents) {
            int found = 0;
            double seconds = 0;
            for (int i = 0; i < trials; i++) {
                Trial trial = finder.trial(percent, i + 1);
                boolean hit = trial.verdict().verdict() == Verdict.SLOWER
                        || (percent == 0 && trial.verdict().verdict() == Verdict.FASTER);
                found += hit ? 1 : 0;
                seconds += trial.seconds();
                print(percent, trial);
            }
            summary.append(String.format(
                    Locale.ROOT,
                    "%.0f %%: found in %d of %d comparisons, %.0f s on average%n",
                    percent,
                    found,
                    trials,
                    seconds / trials));
        }
        System.out.print(summary);
    }

    private static void print(double percent, Trial trial) {
        CaseVerdict v = trial.verdict();
        System.out.printf(
                Locale.ROOT,
                "%7.0f %%   %-9s %+6.2f%%  [%+6.2f%%, %+6.2f%%]  %5.2f%%  %5d  %7.1f%n",
                percent,
                v.verdict(),
                (v.ratio() - 1) * 100,
                (v.low() - 1) * 100,
                (v.high() - 1) * 100,
                v.smallestChange() * 100,
                v.baselineForks() + v.candidateForks(),
                trial.seconds());
    }

    private Trial trial(double percent, int seed) throws IOException {
        long start = System.nanoTime();
        try (InterleavedComparison comparison = InterleavedComparison.open(
                build(WORK),
                build((int) Math.round(WORK * (1 + percent / 100))),
                new Limits(budget, 3, 100, Limits.DEFAULT.level(), Limits.DEFAULT.band()),
                Map.of(
                        "microbench.seed", Integer.toString(seed),
                        "microbench.output", folder.resolve("runs").toString()),
                false,
                List.of(),
                line -> {},
                line -> {})) {
            CaseVerdict verdict = comparison.run().comparison().verdicts().get(0);
            return new Trial(verdict, (System.nanoTime() - start) / 1e9);
        }
    }

    private Build build(int work) throws IOException {
        Path classes = folder.resolve("work-" + work);
        if (!Files.exists(classes)) {
            Files.createDirectories(classes);
            Path source = folder.resolve("WorkBenchmark.java");
            Files.writeString(source, "package work;\n" + SOURCE.formatted(work));
            int failed = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "-d", classes.toString(), "-processorpath", processors, "-cp", processors,
                            source.toString());
            if (failed != 0) {
                throw new IOException("the benchmark does not compile");
            }
        }
        return Build.ofClassPath(classes.toString(), folder);
    }
}
