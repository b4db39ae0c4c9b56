// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import io.microbench.forks.ForkReport;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases.HostCase;
import io.microbench.result.ForkResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures forks of one case in pairs, alternately with and without a class archive, on the current JDK.
 *
 * <p>The start of a fork is the time from when the host begins to start it until its first iteration. The score of a
 * fork is that of its best iteration, which was least disturbed. Run by {@code measure-fork-start}, which builds
 * everything.
 *
 * <pre>java -cp JAR MeasureForkStart.java CLASS_PATH CASE PAIRS</pre>
 */
public final class MeasureForkStart {

    private static final int WARMUPS = 5;
    private static final int ITERATIONS = 15;
    private static final int MILLIS = 50;

    private MeasureForkStart() {}

    /** The start time and score of a fork. */
    private record Fork(double startMillis, double score, boolean moreIsBetter, String archive) {

        static Fork of(ForkResult result, boolean moreIsBetter) {
            result.failure().ifPresent(failure -> {
                throw new IllegalStateException(failure.message());
            });
            double first =
                    Duration.between(result.start(), result.iterations().get(0).end())
                                    .toNanos()
                            / 1e6;
            double[] scores = Arrays.stream(result.measuredScores()).sorted().toArray();
            return new Fork(
                    first - MILLIS,
                    scores[moreIsBetter ? scores.length - 1 : 0],
                    moreIsBetter,
                    result.echo().getOrDefault("jvm.archive", "unknown"));
        }
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            System.err.println("usage: MeasureForkStart CLASS_PATH CASE PAIRS");
            System.exit(2);
        }
        measure(List.of(args[0].split(System.getProperty("path.separator"))), args[1], Integer.parseInt(args[2]));
    }

    private static void measure(List<String> classPath, String cases, int pairs) throws IOException {
        Path folder = Files.createTempDirectory("measure-fork-start");
        try (ForkServerClient with = host(classPath, cases, true);
                ForkServerClient without = host(classPath, cases, false)) {
            HostCase one = with.list(Map.of()).cases().get(0);
            without.list(Map.of());
            List<Fork> archived = new ArrayList<>();
            List<Fork> plain = new ArrayList<>();
            // The first pair creates the archive and is not counted. A B, B A, ...: a drift of the machine favours
            // neither.
            for (int pair = 0; pair <= pairs; pair++) {
                boolean first = pair % 2 == 0;
                for (boolean archive : new boolean[] {first, !first}) {
                    ForkReport report = run(archive ? with : without, one, pair + 1, folder);
                    Fork fork = Fork.of(report.fork(), one.plan().mode().equals("thrpt"));
                    if (pair > 0) {
                        (archive ? archived : plain).add(fork);
                    }
                }
            }
            report(archived, plain);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(f -> f.toFile().delete());
            }
        }
    }

    private static ForkServerClient host(List<String> classPath, String cases, boolean archive) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "microbench.cases",
                cases,
                // Touching the heap takes longer than everything else, and a different time in each fork.
                "microbench.jvmArgs",
                "-XX:-AlwaysPreTouch",
                "warmupIterations",
                String.valueOf(WARMUPS),
                "measureIterations",
                String.valueOf(ITERATIONS),
                "microbench.warmupTime",
                MILLIS + "ms",
                "microbench.measurementTime",
                MILLIS + "ms",
                "microbench.forkArchive",
                String.valueOf(archive)));
        return ForkServerClient.start(
                new ForkServerClient.Launch(
                        archive ? "with" : "without", classPath, Path.of("").toAbsolutePath(), properties),
                line -> {});
    }

    private static ForkReport run(ForkServerClient host, HostCase one, int number, Path folder) {
        return host.run(one.id(), one.plan(), number, folder);
    }

    private static void report(List<Fork> archived, List<Fork> plain) {
        double[] with = archived.stream().mapToDouble(Fork::startMillis).toArray();
        double[] without = plain.stream().mapToDouble(Fork::startMillis).toArray();
        double[] saved = new double[with.length];
        double[] ratio = new double[with.length];
        for (int i = 0; i < with.length; i++) {
            saved[i] = without[i] - with[i];
            ratio[i] = archived.get(i).score() / plain.get(i).score();
        }
        long used =
                archived.stream().filter(fork -> fork.archive().equals("used")).count();
        System.out.printf(
                Locale.ROOT, "JDK %s: %d pairs, archive used in %d forks%n", Runtime.version(), with.length, used);
        System.out.printf(
                Locale.ROOT, "  start without: median %4.0f ms, least %4.0f ms%n", median(without), least(without));
        System.out.printf(Locale.ROOT, "  start with:    median %4.0f ms, least %4.0f ms%n", median(with), least(with));
        System.out.printf(Locale.ROOT, "  saved:         median %4.0f ms of pairs%n", median(saved));
        System.out.printf(
                Locale.ROOT,
                "  score with / without: median %.4f, middle half %.4f to %.4f%n",
                median(ratio),
                quantile(ratio, 0.25),
                quantile(ratio, 0.75));
        System.out.printf(
                Locale.ROOT, "  best score of all forks, with / without: %.4f%n", best(archived) / best(plain));
    }

    private static double best(List<Fork> forks) {
        Comparator<Fork> byScore = Comparator.comparingDouble(Fork::score);
        return forks.stream()
                .max(forks.get(0).moreIsBetter() ? byScore : byScore.reversed())
                .orElseThrow()
                .score();
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double median(double[] values) {
        return quantile(values, 0.5);
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
