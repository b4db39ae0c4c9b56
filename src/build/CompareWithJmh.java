// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Compares the scores of the harness with those of plain JMH, by alternating single forks with the same JVM arguments,
 * class path, iterations and profiler.
 *
 * <p>A pair is one fork of each, in random order, with a folder on the class path whose name has a random length. That
 * length can change a score, because it changes where objects are in the heap: a benchmark of 3 ns was 8 % slower in all
 * forks with one length than with most others, but not with larger thread-local allocation buffers (see Mytkowicz et
 * al., "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009, for such effects).
 *
 * <p>For each case the mean of ln(harness / plain) over its pairs gets a two-sided 99 % interval of Student's t with
 * pairs - 1 degrees of freedom, shown as a ratio. A case is finished when that interval is within the precision around
 * 1, after at least {@value #FEWEST_PAIRS} pairs; the interval is checked after every pair, so its level is only
 * approximately that of a fixed number of pairs. Pairs during which the machine was busy are excluded by a fixed rule:
 * during one of the two forks, the hypervisor took more than {@link #MOST_STOLEN}, or other processes used more than
 * {@link #MOST_FOREIGN}, of the time of all processors.
 *
 * <p>Run by {@code compare-with-jmh}, which builds everything and describes the arguments.
 */
public final class CompareWithJmh {

    private static final int FEWEST_PAIRS = 10;
    private static final double CONFIDENCE = 0.99;
    private static final double MOST_STOLEN = 0.01;
    private static final double MOST_FOREIGN = 0.05;

    private static final int ITERATIONS = 5;
    private static final int LONGEST_NAME = 64;
    private static final Pattern SCORE = Pattern.compile("\"primaryMetric\"\\s*:\\s*\\{\\s*\"score\"\\s*:\\s*([-+0-9.eE]+)");
    private static final Pattern JVM_ARGS = Pattern.compile("\"jvmArgs\"\\s*:\\s*\\[([^\\]]*)\\]");
    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A case: a method, and its parameters as {@code name=value}. */
    private record Case(String name, String type, String method, List<String> parameters) {

        static Case parse(String text) {
            String[] parts = text.split(":", 2);
            int dot = parts[0].lastIndexOf('.');
            List<String> parameters = parts.length == 1 ? List.of() : List.of(parts[1].split(","));
            return new Case(text.substring(dot + 1), parts[0].substring(0, dot), parts[0].substring(dot + 1), parameters);
        }
    }

    /**
     * The result of a fork, and the load of the machine; shares in 0..1, the host's of one processor, others of all.
     */
    private record Fork(double score, double seconds, double stolen, double foreign, double hostAtFirst, double host) {

        boolean quiet() {
            return stolen <= MOST_STOLEN && foreign <= MOST_FOREIGN;
        }
    }

    private record Pair(Fork harness, Fork plain) {

        boolean quiet() {
            return harness.quiet() && plain.quiet();
        }

        double log() {
            return Math.log(harness.score() / plain.score());
        }
    }

    /** A ratio with its interval; NaN with fewer than two pairs. */
    private record Ratio(double ratio, double low, double high, int pairs) {

        static Ratio of(List<Pair> pairs) {
            int n = pairs.size();
            double mean = pairs.stream().mapToDouble(Pair::log).average().orElse(Double.NaN);
            if (n < 2) {
                return new Ratio(Math.exp(mean), Double.NaN, Double.NaN, n);
            }
            double squares = pairs.stream().mapToDouble(p -> (p.log() - mean) * (p.log() - mean)).sum();
            double t = new TDistribution(n - 1).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
            double half = t * Math.sqrt(squares / (n - 1) / n);
            return new Ratio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), n);
        }

        boolean within(double precision) {
            return pairs >= FEWEST_PAIRS && low >= 1 - precision && high <= 1 + precision;
        }

        String text() {
            return pairs == 0 ? "none" : String.format(Locale.ROOT, "%.4f [%.4f, %.4f]", ratio, low, high);
        }
    }

    private final String jars;
    private final Path folder;
    private final Duration budget;
    private final double precision;
    private final String millis;
    private final boolean anyLoad;
    private final Random random;
    private final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private final Map<Case, List<Pair>> pairs = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<Case, List<String>> jvmArgs = new HashMap<>();
    private final long start = System.nanoTime();
    private Path classes;
    private volatile Process running;
    private volatile boolean stopped;

    private CompareWithJmh(String[] args, Path folder) {
        this.folder = folder;
        this.classes = folder.resolve("classes");
        this.jars = absolute(args[0]) + File.pathSeparator + absolute(args[1]);
        this.budget = Duration.parse("PT" + args[3]);
        this.millis = args[4];
        this.precision = Double.parseDouble(args[5]);
        this.random = new Random(Long.parseLong(args[6]));
        this.anyLoad = args[7].equals("any-load");
        List.of(args).subList(8, args.length).forEach(text -> pairs.put(Case.parse(text), new ArrayList<>()));
    }

    private static String absolute(String path) {
        return Path.of(path).toAbsolutePath().toString();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 9) {
            System.err.println("usage: CompareWithJmh BENCHMARKS_JAR CONSOLE_JAR PROCESSOR_JAR:SOURCE BUDGET MILLIS PRECISION SEED"
                    + " quiet|any-load CLASS.METHOD[:NAME=VALUE,...] ...");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("compare-with-jmh");
        CompareWithJmh comparison = new CompareWithJmh(args, folder);
        Thread last = new Thread(comparison::stop);
        Runtime.getRuntime().addShutdownHook(last);
        String[] sources = args[2].split(File.pathSeparator);
        comparison.compile(sources[0], sources[1]);
        comparison.measure();
        // The hook always prints the table and cleans up.
        System.exit(0);
    }

    private void compile(String processor, String source) throws IOException {
        Files.createDirectory(classes);
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", jars, "-processorpath",
                processor + File.pathSeparator + jars, "-d", classes.toString(), source);
        if (code != 0) {
            throw new IllegalStateException(source + " does not compile");
        }
    }

    private void measure() throws IOException, InterruptedException {
        System.out.printf(Locale.ROOT, "single forks of %d + %d iterations of %s ms, alternating; at most %d minutes; until each 99 %%"
                + " interval is within 1 +- %s%n", ITERATIONS, ITERATIONS, millis, budget.toMinutes(), precision);
        for (int round = 1; !stopped; round++) {
            List<Case> open = pairs.keySet().stream().filter(c -> !ratio(c).within(precision)).collect(Collectors.toCollection(ArrayList::new));
            if (open.isEmpty()) {
                return;
            }
            Collections.shuffle(open, random);
            for (Case next : open) {
                if (elapsed().compareTo(budget) >= 0) {
                    return;
                }
                pair(next);
            }
            if (stopped) {
                return;
            }
            printTable("after round " + round + ", " + elapsed().toMinutes() + " min");
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void pair(Case what) throws IOException, InterruptedException {
        classes = Files.move(classes, folder.resolve("c".repeat(1 + random.nextInt(LONGEST_NAME))));
        boolean harnessFirst = jvmArgs.get(what) == null || random.nextBoolean();
        Fork first = fork(what, harnessFirst);
        Fork second = fork(what, !harnessFirst);
        if (stopped) {
            return;
        }
        Pair pair = harnessFirst ? new Pair(first, second) : new Pair(second, first);
        pairs.get(what).add(pair);
        System.out.printf(Locale.ROOT, "%-24s harness %-10.4g plain %-10.4g ratio %.4f  %s first; stolen %s, others %s, host %s against %s%n",
                what.name(), pair.harness().score(), pair.plain().score(), Math.exp(pair.log()), harnessFirst ? "harness" : "plain",
                percent(Math.max(first.stolen(), second.stolen())), percent(Math.max(first.foreign(), second.foreign())),
                percent(pair.harness().host()), percent(pair.plain().host()));
    }

    private Fork fork(Case what, boolean harness) throws IOException, InterruptedException {
        Path out = Files.createTempDirectory(folder, "fork");
        Path json = out.resolve(harness ? what.type() + ".json" : "plain.json");
        Machine before = Machine.look();
        HostTimes times = run(harness ? harness(what, out) : plain(what, json), out);
        Machine.Span span = Machine.look().since(before);
        if (stopped) {
            return new Fork(Double.NaN, 0, 0, 0, 0, 0);
        }
        String text = Files.readString(json);
        if (harness) {
            jvmArgs.computeIfAbsent(what, w -> strings(find(JVM_ARGS, text)));
        }
        delete(out);
        return new Fork(Double.parseDouble(find(SCORE, text)), span.seconds(), span.stolen(), span.foreign(), times.atFirst(), times.later());
    }

    /** Uses a separate folder for temporary files: JMH does not start while its lock in the common one is held. */
    private List<String> host() {
        return new ArrayList<>(List.of(java, "-Djava.io.tmpdir=" + folder));
    }

    private String classPath() {
        return classes + File.pathSeparator + jars;
    }

    private List<String> harness(Case what, Path out) {
        List<String> command = host();
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-Dforks=1", "-DwarmupIterations=" + ITERATIONS, "-DmeasureIterations=" + ITERATIONS,
                "-Dmicrobench.warmupTime=" + millis + "ms", "-Dmicrobench.measurementTime=" + millis + "ms",
                "-Dmicrobench.output=" + out.resolve("runs"), "-DperfReportDir=" + out,
                "-Dmicrobench.cases=*." + what.method() + ":*;*." + what.method()));
        what.parameters().forEach(parameter -> command.add("-Dmicrobench.param." + parameter));
        command.addAll(List.of("-cp", classPath(), "org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner",
                "--details=none", "--include-engine=microbench", "--select-class=" + what.type(), "--include-classname=.*"));
        return command;
    }

    private List<String> plain(Case what, Path json) {
        List<String> command = host();
        command.addAll(List.of("-cp", classPath(), "org.openjdk.jmh.Main",
                "^" + Pattern.quote(what.type() + "." + what.method()) + "$", "-f", "1", "-wi", "" + ITERATIONS, "-i", "" + ITERATIONS,
                "-w", millis + "ms", "-r", millis + "ms", "-prof", "gc", "-foe", "true", "-rf", "json", "-rff", json.toString()));
        what.parameters().forEach(parameter -> command.addAll(List.of("-p", parameter)));
        command.addAll(List.of("-jvmArgs", String.join(" ", jvmArgs.get(what))));
        return command;
    }

    /** Runs a host to its end; its processor time is read at the beginning and end of each iteration. */
    private HostTimes run(List<String> command, Path out) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).directory(out.toFile());
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        synchronized (this) {
            if (stopped) {
                return new HostTimes(0);
            }
            running = builder.start();
        }
        Process host = running;
        host.getOutputStream().close();
        HostTimes times = new HostTimes(host.pid());
        Deque<String> tail = new ArrayDeque<>();
        try (InputStream in = new BufferedInputStream(host.getInputStream())) {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == ':' || c == '\n') {
                    times.printed(line.toString(), c == '\n');
                }
                if (c == '\n') {
                    tail.addLast(line.toString());
                    if (tail.size() > 60) {
                        tail.removeFirst();
                    }
                    line.setLength(0);
                } else {
                    line.append((char) c);
                }
            }
        }
        int code = host.waitFor();
        if (code != 0 && !stopped) {
            throw new IllegalStateException("exit code " + code + " of " + command + "\n" + String.join("\n", tail));
        }
        return times;
    }

    private List<Pair> counted(Case what) {
        return List.copyOf(pairs.get(what)).stream().filter(pair -> anyLoad || pair.quiet()).toList();
    }

    private Ratio ratio(Case what) {
        return Ratio.of(counted(what));
    }

    private synchronized void printTable(String title) {
        System.out.printf("%n%s; harness / plain JMH%n", title);
        System.out.printf("%-24s %-26s %5s %8s   %-26s %-18s %s%n", "", "ratio, 99 % interval", "pairs", "left out", "with those left out",
                "host CPU at first", "later: harness, plain");
        for (Case what : pairs.keySet()) {
            List<Pair> all = List.copyOf(pairs.get(what));
            Ratio counted = ratio(what);
            System.out.printf("%-24s %-26s %5d %8d   %-26s %-18s %s%n", what.name(), counted.text(), counted.pairs(), all.size() - counted.pairs(),
                    Ratio.of(all).text(), both(all, Fork::hostAtFirst), both(all, Fork::host));
        }
        System.out.println();
    }

    private static String both(List<Pair> pairs, ToDoubleFunction<Fork> what) {
        return percent(median(pairs.stream().map(Pair::harness).mapToDouble(what).toArray())) + ", "
                + percent(median(pairs.stream().map(Pair::plain).mapToDouble(what).toArray()));
    }

    /** Stops the running process, prints the results so far and cleans up; only once. */
    private void stop() {
        synchronized (this) {
            stopped = true;
            if (running != null) {
                running.descendants().forEach(ProcessHandle::destroyForcibly);
                running.destroyForcibly();
            }
        }
        printTable("reached after " + elapsed().toSeconds() + " s");
        pairs.keySet().forEach(what -> System.out.println(what.name() + ": " + verdict(ratio(what))));
        List<Pair> all = pairs.values().stream().flatMap(List::stream).toList();
        System.out.printf(Locale.ROOT, "wall time of a command with one fork: harness %.2f s, plain JMH %.2f s (medians of %d)%n",
                median(all.stream().mapToDouble(p -> p.harness().seconds()).toArray()),
                median(all.stream().mapToDouble(p -> p.plain().seconds()).toArray()), all.size());
        delete(folder);
    }

    private String verdict(Ratio ratio) {
        if (ratio.within(precision)) {
            return "the same within " + percent(precision);
        }
        if (ratio.low() > 1 || ratio.high() < 1) {
            return "differs: 1 is outside of its interval";
        }
        return ratio.pairs() < FEWEST_PAIRS ? "too few quiet pairs to say" : "no significant difference, but not within " + percent(precision) + " either";
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Collections.reverseOrder()).forEach(f -> f.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            System.err.println(folder + " cannot be removed: " + e);
        }
    }

    private static List<String> strings(String list) {
        return STRING.matcher(list).results().map(found -> found.group(1)).toList();
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("No " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static double median(double[] values) {
        double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length == 0 ? Double.NaN : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "n/a" : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
