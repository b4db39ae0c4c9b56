/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the harness with plain JMH: the same classes, the same fork arguments, in turn on one machine.
 *
 * <p>Prints the ratio of scores (harness over plain JMH) per case and its median, and the wall time that the harness takes
 * beyond plain JMH's. Run by {@code compare-with-jmh}, which builds what it needs.
 *
 * <pre>java CompareWithJmh.java BENCHMARKS_JAR CONSOLE_JAR CLASS INCLUDE_REGEX ROUNDS FORKS ITERATIONS TIME_MS [PARAM=VALUE]</pre>
 */
public final class CompareWithJmh {

    private static final Pattern CASE = Pattern.compile("\"benchmark\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern PARAMS = Pattern.compile("\"params\"\\s*:\\s*\\{([^}]*)\\}");
    private static final Pattern SCORE = Pattern.compile("\"primaryMetric\"\\s*:\\s*\\{\\s*\"score\"\\s*:\\s*([-+0-9.eE]+)");
    private static final Pattern JVM_ARGS = Pattern.compile("\"jvmArgs\"\\s*:\\s*\\[([^\\]]*)\\]");
    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final String jar;
    private final String consoleJar;
    private final String className;
    private final String include;
    private final String forks;
    private final String iterations;
    private final String millis;
    private final List<String> parameters;
    private final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private final Path folder;

    private CompareWithJmh(String[] args, Path folder) {
        this.jar = Path.of(args[0]).toAbsolutePath().toString();
        this.consoleJar = Path.of(args[1]).toAbsolutePath().toString();
        this.className = args[2];
        this.include = args[3];
        this.forks = args[5];
        this.iterations = args[6];
        this.millis = args[7];
        this.parameters = List.of(args).subList(8, args.length);
        this.folder = folder;
    }

    /** One measured round: scores by case, and the wall time of the whole command. */
    private record Round(Map<String, Double> scores, double seconds) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 8) {
            System.err.println("usage: CompareWithJmh BENCHMARKS_JAR CONSOLE_JAR CLASS INCLUDE ROUNDS FORKS ITERATIONS TIME_MS [PARAM=VALUE]");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("compare-with-jmh");
        try {
            new CompareWithJmh(args, folder).run(Integer.parseInt(args[4]));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(f -> f.toFile().delete());
            }
        }
    }

    private void run(int rounds) throws IOException, InterruptedException {
        List<Double> ratios = new ArrayList<>();
        List<Double> extra = new ArrayList<>();
        Map<String, List<Double>> byCase = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            // A B, B A, A B, ...: a machine that drifts favours neither.
            boolean harnessFirst = round % 2 == 1;
            Round first = harnessFirst ? harness() : plain();
            Round second = harnessFirst ? plain() : harness();
            Round harness = harnessFirst ? first : second;
            Round plain = harnessFirst ? second : first;
            harness.scores().forEach((name, score) -> {
                double ratio = score / plain.scores().get(name);
                ratios.add(ratio);
                byCase.computeIfAbsent(name, n -> new ArrayList<>()).add(ratio);
            });
            extra.add(harness.seconds() / plain.seconds() - 1);
            System.out.printf(Locale.ROOT, "round %d: harness %.1f s, plain JMH %.1f s, %+.1f %%%n",
                    round, harness.seconds(), plain.seconds(), extra.get(round - 1) * 100);
        }
        System.out.println();
        byCase.forEach((name, values) ->
                System.out.printf(Locale.ROOT, "%-90s  score ratio, median %.4f%n", name, median(values)));
        System.out.printf(Locale.ROOT, "%nscore harness / plain JMH: median %.4f over %d pairs (min %.4f, max %.4f)%n",
                median(ratios), ratios.size(), min(ratios), max(ratios));
        System.out.printf(Locale.ROOT, "wall time of the harness beyond plain JMH: median %+.1f %% over %d rounds%n",
                median(extra) * 100, extra.size());
    }

    private Round harness() throws IOException, InterruptedException {
        Path reports = Files.createTempDirectory(folder, "harness");
        List<String> command = new ArrayList<>(List.of(java));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-Dforks=" + forks, "-DwarmupIterations=" + iterations, "-DmeasureIterations=" + iterations,
                "-Dmicrobench.warmupTime=" + millis + "ms", "-Dmicrobench.measurementTime=" + millis + "ms",
                "-Dmicrobench.output=" + reports.resolve("runs"), "-DperfReportDir=" + reports,
                "-Dmicrobench.cases=*." + include + ":*"));
        for (String parameter : parameters) {
            command.add("-Dmicrobench.param." + parameter);
        }
        command.addAll(List.of("-cp", jar + System.getProperty("path.separator") + consoleJar,
                "org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner",
                "--select-class=" + className, "--include-classname=.*"));
        double seconds = time(command, reports.resolve("log"));
        return new Round(scores(Files.readString(reports.resolve(className + ".json"))), seconds);
    }

    private List<String> jvmArgs = List.of();

    private Round plain() throws IOException, InterruptedException {
        Path json = Files.createTempFile(folder, "plain", ".json");
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(List.of("-jar", jar, "^" + className.replace(".", "\\.") + "\\." + include.replace("*", ".*") + "$",
                "-f", forks, "-wi", iterations, "-i", iterations, "-w", millis + "ms", "-r", millis + "ms", "-prof", "gc",
                "-foe", "true", "-rf", "json", "-rff", json.toString()));
        for (String parameter : parameters) {
            command.addAll(List.of("-p", parameter));
        }
        command.addAll(List.of("-jvmArgs", String.join(" ", jvmArgs)));
        double seconds = time(command, json.resolveSibling(json.getFileName() + ".log"));
        return new Round(scores(Files.readString(json)), seconds);
    }

    private static double time(List<String> command, Path log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (code != 0) {
            System.err.println(Files.readString(log));
            throw new IllegalStateException("exit code " + code + " of " + command);
        }
        return seconds;
    }

    /** Reads scores by case out of JMH's JSON; the fork arguments are remembered for plain JMH. */
    private Map<String, Double> scores(String json) {
        Map<String, Double> scores = new TreeMap<>();
        String[] cases = json.split("\"jmhVersion\"");
        for (String text : Arrays.asList(cases).subList(1, cases.length)) {
            Matcher parameters = PARAMS.matcher(text);
            String name = find(CASE, text) + (parameters.find() ? " " + parameters.group(1).replaceAll("[\\s\"]", "") : "");
            scores.put(name, Double.parseDouble(find(SCORE, text)));
            if (jvmArgs.isEmpty()) {
                List<String> arguments = new ArrayList<>();
                Matcher argument = STRING.matcher(find(JVM_ARGS, text));
                while (argument.find()) {
                    arguments.add(argument.group(1));
                }
                jvmArgs = arguments;
            }
        }
        return scores;
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("No " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double min(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private static double max(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
