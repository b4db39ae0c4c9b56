// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import io.microbench.compare.Build;
import io.microbench.compare.InterleavedComparison;
import io.microbench.compare.Limits;
import io.microbench.judge.AnytimeJudge;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.stats.AnytimeRatio;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Interval;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Compares a build with itself by alternating forks and by forks side by side, in rounds of a few pairs of each, and
 * prints the precision of each way. Run by {@code compare-side-by-side}, which describes it.
 *
 * <pre>java CompareSideBySide.java FOLDER PATH SITTING PAIRS [JAR CASES]</pre>
 */
public final class CompareSideBySide {

    private static final int ROUND = 4;
    private static final int COMPARISONS = 300;
    private static final int MOST_PAIRS = 100;
    private static final double LEVEL = Limits.DEFAULT.level();
    private static final double BAND = Limits.DEFAULT.band();
    private static final double[] CHANGES = {0.03, 0.05, 0.10};
    private static final int LEAST_PAIRS = AnytimeJudge.leastPairs(LEVEL);

    /** The ways of running the two forks of a pair. */
    private enum Way {
        ALTERNATELY,
        SIDE_BY_SIDE
    }

    /** The results of a case in one way: the logarithms of pairs, and the seconds of each pair. */
    private record Pairs(List<Double> logarithms, List<Double> seconds) {
        Pairs() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        double[] values() {
            return logarithms.stream().mapToDouble(Double::doubleValue).toArray();
        }

        double secondsOfPair() {
            return Descriptive.median(
                    seconds.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** The verdict, empty if there was none, and the pairs until then. */
    private record Found(Optional<Boolean> slower, int pairs) {}

    private final Path folder;
    private final String path;
    private final Map<String, Map<Way, Pairs>> cases = new TreeMap<>();
    private volatile Optional<String> problem = Optional.empty();

    private CompareSideBySide(Path folder, String path) {
        this.folder = folder;
        this.path = path;
    }

    /** Measures and prints; see the class. */
    public static void main(String[] args) throws Exception {
        CompareSideBySide both = new CompareSideBySide(Path.of(args[0]).toAbsolutePath(), args[1]);
        String sitting = args[2];
        int pairs = Integer.parseInt(args[3]);
        Build build = args.length > 4 ? Build.ofClassPath(args[4], Path.of("").toAbsolutePath()) : both.kinds();
        String cases = args.length > 5 ? args[5] : "";
        if (sitting.equals("bias")) {
            both.bias(build, pairs);
            return;
        }
        Thread disturbance = new Thread(() -> both.disturb(sitting), "disturbance");
        disturbance.setDaemon(true);
        disturbance.start();
        both.measure(build, build, cases, pairs);
        disturbance.interrupt();
        disturbance.join();
        System.out.println("Sitting: " + sitting + ", " + pairs + " pairs of each case in each way, "
                + Runtime.getRuntime().availableProcessors() + " processors");
        both.print();
        both.problem.ifPresent(System.out::println);
        System.exit(both.problem.isPresent() ? 1 : 0);
    }

    /** Compares with a build that does more work. */
    private void bias(Build build, int pairs) throws IOException {
        for (String change : List.of("-Dkinds.more=10", "-Dkinds.memory=2", "-Dkinds.memory=8")) {
            cases.clear();
            measure(
                    build.measured("as it is", Map.of("microbench.jvmArgs", "-Dkinds.more=0")),
                    build.measured(change, Map.of("microbench.jvmArgs", change)),
                    change.contains("memory") ? "*.latency;*.bandwidth;*.allocation" : "",
                    pairs);
            System.out.printf(Locale.ROOT, "%nTime of a build with %s, from %d pairs in each way (99 %% interval):%n", change, pairs);
            cases.forEach((id, ways) -> System.out.printf(
                    Locale.ROOT,
                    "%-44s alternately %-26s side by side %s%n",
                    id,
                    change(ways.get(Way.ALTERNATELY)),
                    change(ways.get(Way.SIDE_BY_SIDE))));
        }
    }

    private static String change(Pairs pairs) {
        AnytimeRatio ratio = AnytimeRatio.ofLogarithms(pairs.values());
        return String.format(Locale.ROOT, "%+.1f %%", (ratio.ratio() - 1) * 100)
                + ratio.interval(1 - LEVEL)
                        .map(i -> String.format(Locale.ROOT, " (%+.1f to %+.1f)", (i.low() - 1) * 100, (i.high() - 1) * 100))
                        .orElse("");
    }

    private void measure(Build baseline, Build candidate, String chosen, int pairs) throws IOException {
        for (int round = 0; round < Math.max(1, pairs / ROUND); round++) {
            for (Way way : round % 2 == 0 ? List.of(Way.values()) : List.of(Way.SIDE_BY_SIDE, Way.ALTERNATELY)) {
                Map<String, String> settings = new TreeMap<>(Map.of(
                        "microbench.unchanged", "measure",
                        "microbench.seed", Integer.toString(round),
                        "microbench.output", folder.resolve("runs").toString()));
                if (!chosen.isEmpty()) {
                    settings.put("microbench.cases", chosen);
                }
                Limits limits = new Limits(Duration.ofDays(1), ROUND, ROUND, LEVEL, BAND);
                try (InterleavedComparison comparison = InterleavedComparison.open(
                        baseline,
                        candidate,
                        limits,
                        settings,
                        way == Way.SIDE_BY_SIDE,
                        List.of(),
                        line -> note(way, line),
                        line -> {})) {
                    comparison.run();
                    read(comparison.folder(), way);
                }
            }
        }
    }

    private static void note(Way way, String line) {
        System.err.println(way + " " + line);
    }

    private void read(Path comparison, Way way) {
        List<CaseResult> after = RunReader.read(comparison.resolve("new")).cases();
        for (CaseResult before : RunReader.read(comparison.resolve("old")).cases()) {
            CaseResult other = after.stream()
                    .filter(result -> result.id().equals(before.id()))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < Math.min(before.forks().size(), other.forks().size()); i++) {
                add(before.id().text(), way, before.forks().get(i), other.forks().get(i));
            }
        }
    }

    private void add(String id, Way way, ForkResult before, ForkResult after) {
        double[] a = before.measuredScores();
        double[] b = after.measuredScores();
        if (Math.min(a.length, b.length) < 2) {
            return;
        }
        double value = way == Way.SIDE_BY_SIDE
                ? ofSimultaneous(a, b)
                : Math.log(Descriptive.median(b) / Descriptive.median(a));
        Instant start = before.start().isBefore(after.start()) ? before.start() : after.start();
        Instant end = before.end().isAfter(after.end()) ? before.end() : after.end();
        Pairs pairs = cases.computeIfAbsent(id, none -> new TreeMap<>()).computeIfAbsent(way, none -> new Pairs());
        pairs.logarithms().add(value);
        pairs.seconds().add(Duration.between(start, end).toMillis() / 1e3);
    }

    /** The value of a pair in {@code compare}: the median of the means of two successive logarithms. */
    private static double ofSimultaneous(double[] a, double[] b) {
        double[] means = new double[Math.min(a.length, b.length) / 2];
        Arrays.setAll(means, i -> Math.log(b[2 * i] / a[2 * i] * b[2 * i + 1] / a[2 * i + 1]) / 2);
        return Descriptive.median(means);
    }

    private void print() {
        System.out.println("Standard deviation of the logarithm of a pair's ratio, seconds of a pair, and in " + COMPARISONS
                + " recombined comparisons of at most " + MOST_PAIRS + " pairs:");
        System.out.println("the share of false verdicts, and the median forks and seconds until a slowdown is found"
                + " (with the share that found it)");
        System.out.printf("%-44s %-13s %6s %6s %6s", "case", "way", "sd", "s", "false");
        for (double change : CHANGES) {
            System.out.printf(Locale.ROOT, "  %-22s", String.format(Locale.ROOT, "%.0f %%", change * 100));
        }
        System.out.println();
        Map<Way, int[]> wrong = new TreeMap<>();
        cases.forEach((id, ways) -> ways.forEach((way, pairs) -> {
            int errors = row(id, way, pairs);
            wrong.computeIfAbsent(way, none -> new int[2])[0] += errors;
            wrong.get(way)[1] += COMPARISONS;
        }));
        wrong.forEach((way, counts) -> System.out.printf(
                Locale.ROOT,
                "%s: %d of %d comparisons without a difference had a false verdict (%.2f %%; level %.0f %%)%n",
                way,
                counts[0],
                counts[1],
                100.0 * counts[0] / counts[1],
                LEVEL * 100));
    }

    private static int row(String id, Way way, Pairs pairs) {
        double[] values = pairs.values();
        double sd = Descriptive.standardDeviation(values).orElse(Double.NaN);
        SplittableRandom random = new SplittableRandom(33);
        int errors = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            errors += compare(values, 0, random).slower().isPresent() ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "%-44s %-13s %6.3f %6.1f %4.1f %%",
                id.substring(Math.max(0, id.length() - 44)),
                way,
                sd,
                pairs.secondsOfPair(),
                100.0 * errors / COMPARISONS);
        for (double change : CHANGES) {
            List<Integer> found = new ArrayList<>();
            for (int i = 0; i < COMPARISONS; i++) {
                Found one = compare(values, Math.log1p(change), random);
                one.slower().filter(slower -> slower).ifPresent(slower -> found.add(one.pairs()));
            }
            found.sort(null);
            String cost = found.isEmpty()
                    ? "not found"
                    : String.format(
                            Locale.ROOT,
                            "%d / %.0f s (%d %%)",
                            2 * found.get(found.size() / 2),
                            found.get(found.size() / 2) * pairs.secondsOfPair(),
                            100 * found.size() / COMPARISONS);
            System.out.printf("  %-22s", cost);
        }
        System.out.println();
        return errors;
    }

    /**
     * Recombines recorded pairs of equal builds: runs of {@value #ROUND} neighbours, to keep disturbances longer than a
     * pair, with the sides exchanged at random, so that the given difference is the only one.
     */
    private static Found compare(double[] values, double shift, SplittableRandom random) {
        double[] drawn = new double[MOST_PAIRS];
        int at = 0;
        double sign = 1;
        for (int n = 0; n < MOST_PAIRS; n++) {
            if (n % ROUND == 0) {
                at = random.nextInt(values.length);
                sign = random.nextBoolean() ? 1 : -1;
            }
            drawn[n] = shift + sign * values[(at + n % ROUND) % values.length];
            if (n + 1 >= Limits.DEFAULT.leastForks()) {
                Optional<Interval> interval =
                        AnytimeRatio.ofLogarithms(Arrays.copyOf(drawn, n + 1)).interval(1 - LEVEL);
                double low = interval.map(Interval::low).orElse(0.0);
                double high = interval.map(Interval::high).orElse(Double.POSITIVE_INFINITY);
                if ((low > 1 + BAND || high < 1 / (1 + BAND)) && n + 1 >= LEAST_PAIRS) {
                    return new Found(Optional.of(low > 1 + BAND), n + 1);
                }
                if (low >= 1 / (1 + BAND) && high <= 1 + BAND) {
                    return new Found(Optional.empty(), n + 1);
                }
            }
        }
        return new Found(Optional.empty(), MOST_PAIRS);
    }

    private void disturb(String sitting) {
        SplittableRandom random = new SplittableRandom(5);
        try {
            while (!sitting.equals("quiet") && !Thread.currentThread().isInterrupted()) {
                if (sitting.equals("build")) {
                    compileOnce();
                } else {
                    long end = System.nanoTime() + random.nextLong(500_000_000L, 6_000_000_000L);
                    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    Thread.sleep(random.nextLong(500, 6000));
                }
            }
        } catch (InterruptedException e) {
            // The measurement is over.
        } catch (IOException e) {
            problem = Optional.of("NOTHING RAN BESIDE THE MEASUREMENT: " + e.getMessage());
        }
    }

    private void compileOnce() throws IOException, InterruptedException {
        Path classes = folder.resolve("beside");
        Path sources = folder.resolve("sources");
        try (Stream<Path> files = Files.walk(Path.of("microbench/comparison/src/main/java"))) {
            Files.write(sources, files.map(Path::toString).filter(file -> file.endsWith(".java")).toList());
        }
        Process javac = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                        "-nowarn", "-proc:none", "-d", classes.toString(), "-cp", path, "@" + sources)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("javac.log").toFile())
                .start();
        try {
            if (javac.waitFor() != 0) {
                throw new IOException(Files.readString(folder.resolve("javac.log")));
            }
        } finally {
            javac.destroyForcibly();
        }
    }

    private Build kinds() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("kinds"));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), "-processorpath", path, "-cp", path,
                        "src/build/SideBySideKinds.java");
        if (failed != 0) {
            throw new IOException("src/build/SideBySideKinds.java does not compile");
        }
        return Build.ofClassPath(classes + File.pathSeparator, folder);
    }
}
