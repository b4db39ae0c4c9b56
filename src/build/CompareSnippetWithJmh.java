// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares snippets with the same code as methods of an ordinary JMH benchmark class, by alternating single forks.
 *
 * <p>Prints for each snippet the median time of both, their difference, and the paired ratios. Run by
 * {@code compare-snippet-with-jmh}, which builds what it needs.
 *
 * <pre>java CompareSnippetWithJmh.java COMMAND_FOLDER PROCESSOR_FOLDER PAIRS TIME_MS</pre>
 */
public final class CompareSnippetWithJmh {

    private static final Pattern SCORE =
            Pattern.compile("\"primaryMetric\"\\s*:\\s*\\{\\s*\"score\"\\s*:\\s*([-+0-9.eE]+)");

    /** A snippet with its worker init, and its twin: fields and method of a benchmark class. */
    private record Twin(String name, String code, String init, String fields, String method) {}

    private static final List<Twin> TWINS = List.of(
            new Twin("empty", "{}", "", "", "public void empty() {}"),
            new Twin("field", "x", "double x = 2", "double x = 2;", "public double field() { return x; }"),
            new Twin("cbrt", "Math.cbrt(x)", "double x = 2", "", "public double cbrt() { return Math.cbrt(x); }"),
            new Twin(
                    "random",
                    "ThreadLocalRandom.current().nextInt()",
                    "",
                    "",
                    "public int random() { return java.util.concurrent.ThreadLocalRandom.current().nextInt(); }"),
            new Twin(
                    "get",
                    "map.get(key)",
                    "var map = new HashMap<Integer, String>(); map.put(77, \"a\"); Integer key = 77;",
                    "java.util.HashMap<Integer, String> map = new java.util.HashMap<>(java.util.Map.of(77, \"a\"));"
                            + " Integer key = 77;",
                    "public String get() { return map.get(key); }"));

    private final Path home;
    private final Path folder;
    private final String processors;
    private final String libraries;
    private final String millis;
    private final String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private CompareSnippetWithJmh(String[] args, Path folder) throws IOException {
        this.home = Path.of(args[0]).toAbsolutePath();
        this.folder = folder;
        this.libraries = jars(home.resolve("lib"));
        this.processors = jars(Path.of(args[1])) + File.pathSeparator + libraries;
        this.millis = args[3];
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 4) {
            System.err.println("usage: CompareSnippetWithJmh COMMAND_FOLDER PROCESSOR_FOLDER PAIRS TIME_MS");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("compare-snippet-with-jmh");
        try {
            new CompareSnippetWithJmh(args, folder).run(Integer.parseInt(args[2]));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(f -> f.toFile().delete());
            }
        }
    }

    private static String jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return String.join(
                    File.pathSeparator,
                    files.map(f -> f.toAbsolutePath().toString())
                            .filter(f -> f.endsWith(".jar"))
                            .sorted()
                            .toList());
        }
    }

    private void run(int pairs) throws IOException, InterruptedException {
        compile();
        System.out.printf(
                Locale.ROOT,
                "%-8s %12s %12s %10s   %s%n",
                "code",
                "snippet",
                "@Benchmark",
                "difference",
                "paired ratios");
        for (Twin twin : TWINS) {
            List<Double> snippets = new ArrayList<>();
            List<Double> ordinary = new ArrayList<>();
            List<String> ratios = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                boolean swapped = pair % 2 == 1;
                if (swapped) {
                    ordinary.add(ordinary(twin));
                }
                snippets.add(snippet(twin));
                if (!swapped) {
                    ordinary.add(ordinary(twin));
                }
                ratios.add(String.format(Locale.ROOT, "%.3f", snippets.get(pair) / ordinary.get(pair)));
            }
            double one = median(snippets);
            double other = median(ordinary);
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %9.3f ns %9.3f ns %+7.3f ns   %s%s%n",
                    twin.name(),
                    one,
                    other,
                    one - other,
                    String.join(" ", ratios),
                    Math.abs(one - other) <= Math.max(0.3, other / 100) ? "" : "   DIFFERENT");
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private void compile() throws IOException, InterruptedException {
        StringBuilder source = new StringBuilder("package twins;\n@org.openjdk.jmh.annotations.State("
                + "org.openjdk.jmh.annotations.Scope.Thread)\npublic class Twins {\n");
        for (Twin twin : TWINS) {
            source.append(twin.fields()).append('\n');
            source.append("@org.openjdk.jmh.annotations.Benchmark\n")
                    .append(twin.method())
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("Twins.java"), source.append("}\n"));
        String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        start(List.of(javac, "-d", folder.toString(), "-cp", libraries, "-processorpath", processors, file.toString()));
    }

    private double snippet(Twin twin) throws IOException, InterruptedException {
        Path result = folder.resolve("snippet.json");
        start(List.of(
                home.resolve("bin").resolve("microbench").toString(),
                twin.code(),
                "--init-worker",
                twin.init(),
                "--samples",
                "3",
                "--forks",
                "1",
                "--warmup",
                "2",
                "--sample-duration",
                millis + "ms",
                "--format",
                "jmh-json",
                "--output",
                result.toString()));
        return 1e9 / score(result);
    }

    private double ordinary(Twin twin) throws IOException, InterruptedException {
        Path result = folder.resolve("ordinary.json");
        start(List.of(
                java,
                "-cp",
                folder + File.pathSeparator + libraries,
                "-Djmh.ignoreLock=true",
                "org.openjdk.jmh.Main",
                "^twins\\.Twins\\." + twin.name() + "$",
                "-f",
                "1",
                "-wi",
                "2",
                "-i",
                "3",
                "-bm",
                "thrpt",
                "-tu",
                "s",
                "-t",
                "1",
                "-w",
                millis + "ms",
                "-r",
                millis + "ms",
                "-rf",
                "json",
                "-rff",
                result.toString()));
        return 1e9 / score(result);
    }

    private static double score(Path result) throws IOException {
        Matcher matcher = SCORE.matcher(Files.readString(result));
        if (!matcher.find()) {
            throw new IOException("no score in " + result);
        }
        return Double.parseDouble(matcher.group(1));
    }

    private void start(List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed:\n" + Files.readString(log));
        }
    }
}
