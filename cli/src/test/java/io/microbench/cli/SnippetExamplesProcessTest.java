// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs common examples of the command, one after another. */
@Tag("any-jdk")
class SnippetExamplesProcessTest {

    private static final String BASIC = "Snippet +\\|\\| +ips +Time";

    /**
     * The column of allocated bytes. Whether they differ from JMH's own allocations depends on the calls in a sample.
     */
    private static final String BYTES = "( +B/op)?";

    @TempDir
    Path folder;

    private static Outcome measure(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--jvm-arg", "-XX:TieredStopAtLevel=1"));
        return CommandProcess.runHere(all.toArray(String[]::new));
    }

    private static String header(Outcome outcome) {
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.out().lines().findFirst().orElseThrow();
    }

    private static double percent(String cell) {
        return Double.parseDouble(cell.replaceAll("[^\\d.]", ""));
    }

    /** Parses {@code 1.23 M}. */
    private static double count(String cell) {
        String[] words = cell.split(" ", -1);
        double unit =
                switch (words.length == 1 ? "" : words[1]) {
                    case "k" -> 1e3;
                    case "M" -> 1e6;
                    case "G" -> 1e9;
                    default -> 1;
                };
        return Double.parseDouble(words[0]) * unit;
    }

    @Tag("processes")
    @Test
    void measuresOneSnippet() throws Exception {
        Outcome outcome = CommandProcess.run(folder, "ThreadLocalRandom.current().nextInt()");

        assertThat(header(outcome)).matches(BASIC);
        assertThat(outcome.out().lines()).hasSize(2);
        List<String> row = outcome.row("ThreadLocalRandom.current().nextInt()");
        assertThat(row.get(0)).isEqualTo("1");
        assertThat(1e9 / count(row.get(1)) / outcome.nanos("ThreadLocalRandom.current().nextInt()", 2))
                .isBetween(0.98, 1.02);
        assertThat(outcome.lines()).isEmpty();
    }

    @Test
    void printsRatesOfFourWorkers() throws Exception {
        Outcome outcome =
                measure("ThreadLocalRandom.current().nextInt()", "-c", "4", "-s", "1", "-d", "20ms", "-w", "1");

        assertThat(header(outcome)).matches("Snippet +\\|\\| +ips +ips/\\|\\| +Time");
        List<String> row = outcome.row("ThreadLocalRandom.current().nextInt()");
        assertThat(row.get(0)).isEqualTo("4");
        assertThat(count(row.get(1)) / count(row.get(2))).isBetween(3.9, 4.1);
    }

    @Test
    void printsStatisticsOfTenSamples() throws Exception {
        Outcome outcome = measure(
                "ThreadLocalRandom.current().nextInt()",
                "random.nextInt()",
                "--init",
                "",
                "--init",
                "var random = new java.security.SecureRandom()",
                "--samples",
                "10",
                "--warmup",
                "1",
                "-d",
                "20ms",
                "--forks",
                "1");

        assertThat(header(outcome))
                .matches("Snippet +\\|\\| +Samples +Avg/s +StdDev +Median/s +P99/s +Iteration" + BYTES + " +Rel");
        List<String> best = outcome.row("ThreadLocalRandom.current().nextInt()");
        assertThat(best).hasSizeBetween(8, 9).endsWith("100%");
        assertThat(best.get(1)).isEqualTo("10");
        List<String> other = outcome.row("random.nextInt()");
        assertThat(percent(other.get(other.size() - 1))).isLessThan(100);
    }

    @Test
    void passesStateFromCallToCall() throws Exception {
        Outcome outcome = measure(
                "last * 0x5851F42D4C957F2DL + increment",
                "ThreadLocalRandom.current().nextLong()",
                "--accumulate",
                "42L",
                "--init-worker",
                "long increment = 11; if (ThreadLocalRandom.current() == null) throw new Error();",
                "-s",
                "1",
                "-d",
                "20ms",
                "-w",
                "1",
                "--verbose");

        assertThat(header(outcome)).matches(BASIC + " +Rel");
        assertThat(outcome.out().lines()).hasSize(3);
        String all = String.join("\n", outcome.lines());
        String second = all.substring(all.indexOf(">> ThreadLocalRandom.current().nextLong()"));
        assertThat(second).doesNotContain("increment", "last");
    }

    @Test
    void startsAndStopsAServer() throws Exception {
        Outcome outcome = measure(
                "server.submit(() -> 1).get()",
                "--init",
                "var server = Executors.newSingleThreadExecutor()",
                "--done",
                "server.shutdown(); System.out.println(server.awaitTermination(2, TimeUnit.MINUTES));",
                "-s",
                "1",
                "-d",
                "20ms",
                "-w",
                "1");

        assertThat(header(outcome)).matches(BASIC + BYTES);
        assertThat(outcome.lines()).containsExactly("true");
    }

    @Test
    @Tag("processes")
    void distinguishesSnippetsByTheirInit() throws Exception {
        Outcome outcome = measure(
                "Thread.sleep(ms)",
                "--init-worker",
                "int ms = 1",
                "  Thread.sleep(ms)",
                "--init-worker",
                "int ms = 200",
                "-s",
                "5",
                "-d",
                "30ms",
                "-w",
                "1",
                "--forks",
                "1");

        assertThat(header(outcome)).matches(BASIC + " +Rel");
        assertThat(outcome.out().lines().skip(1))
                .satisfiesExactly(line -> assertThat(line).startsWith("Thread.sleep(ms)  "), line -> assertThat(line)
                        .startsWith("Thread.sleep(ms) #2"));
        // Equal snippets would have 100 %, even if sleeping threads wake up late.
        assertThat(percent(outcome.row("Thread.sleep(ms) #2").get(3))).isLessThan(50);
    }

    @Test
    @Tag("processes")
    void runsSnippetsInSeparateProcesses() throws Exception {
        String alone = "if (System.setProperty(\"seen\", \"\") != null) throw new IllegalStateException(\"seen\");"
                + " System.out.println(\"pid \" + ProcessHandle.current().pid());";
        Outcome outcome =
                measure("--init", alone, "1 + 1", "2 + 2", "-s", "2", "-d", "20ms", "-w", "1", "--forks", "2");

        assertThat(header(outcome)).matches(BASIC + " +Rel");
        assertThat(outcome.lines().stream().filter(line -> !line.startsWith("# ")))
                .hasSize(4)
                .doesNotHaveDuplicates()
                .allMatch(line -> line.startsWith("pid "));
    }

    @Test
    @Tag("processes")
    void timesTheSameNumberOfCallsWithLoop() throws Exception {
        Outcome outcome = measure("java.lang.Math::random", "Math.random()", "-l", "10K", "-s", "20", "--forks", "2");

        assertThat(header(outcome))
                .matches("Snippet +\\|\\| +Samples +Avg/10K +StdDev +Median/10K +P99/10K +Iteration +Rel");
        List<String> row = outcome.row("java.lang.Math::random");
        assertThat(row.subList(0, 2)).containsExactly("1", "20");
        assertThat(row.get(2)).matches("[\\d.]+ (µs|ms)");
        assertThat(outcome.nanos("Math.random()", 4) / outcome.nanos("Math.random()", 6))
                .isBetween(5e3, 2e4);
    }

    @Test
    @Tag("processes")
    void printsRatesPerSecond() throws Exception {
        Outcome shorter = measure("Thread.sleep(1)", "-d", "20ms", "-s", "10", "-w", "1", "--forks", "1");
        Outcome longer = measure("Thread.sleep(1)", "-d", "400ms", "-s", "10", "-w", "1", "--forks", "1");

        assertThat(header(shorter)).isEqualTo(header(longer));
        assertThat(shorter.row("Thread.sleep(1)").get(1)).isEqualTo("10");
        // Counts of a sample would be one to twenty.
        assertThat(count(shorter.row("Thread.sleep(1)").get(4))
                        / count(longer.row("Thread.sleep(1)").get(4)))
                .isBetween(0.2, 5.0);
    }

    @Tag("processes")
    @Test
    void printsTheRequestedTable() throws Exception {
        Outcome basic = measure("1 + 1", "--format", "basic", "-d", "10ms", "-s", "10", "-w", "0", "--forks", "1");
        Outcome extended = measure("1 + 1", "--format", "extended", "-d", "10ms", "-s", "1", "-w", "0", "--forks", "1");

        assertThat(header(basic)).matches(BASIC + BYTES);
        assertThat(header(extended))
                .matches("Snippet +\\|\\| +Samples +Avg/s +StdDev +Median/s +P99/s +Iteration" + BYTES);
        assertThat(extended.row("1 + 1").get(3)).isEqualTo("n/a");
    }

    @Test
    @Tag("processes")
    void findsClassesInFoldersAndJars() throws Exception {
        CommandProcess.compile(
                folder.resolve("classes"),
                "acme.Args",
                "package acme; public class Args { public static int parse(String text) { return text.length(); } }");
        CommandProcess.compile(
                folder.resolve("other"),
                "lib.Text",
                "package lib; public class Text { public static String text() { return \"text\"; } }");
        Path jar = Files.createDirectories(folder.resolve("lib")).resolve("text.jar");
        ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "cf",
                        jar.toString(),
                        "-C",
                        folder.resolve("other").toString(),
                        ".");
        List<String> briefly = List.of("-s", "1", "-d", "10ms", "-w", "0");
        List<String> arguments = new ArrayList<>(List.of("acme.Args.parse(lib.Text.text())"));
        arguments.addAll(briefly);
        Outcome without = measure(arguments.toArray(String[]::new));
        arguments.addAll(List.of("-cp", "classes", "-cp", "lib/*", "--forks", "1"));
        Outcome with = CommandProcess.run(folder, arguments.toArray(String[]::new));

        assertThat(without.status()).isEqualTo(2);
        assertThat(without.err()).contains("package acme does not exist", "Add its jar or folder with --classpath");
        assertThat(header(with)).matches(BASIC + BYTES);
    }

    @Test
    @Tag("processes")
    void measuresFiftyWorkersOnOneKey() throws Exception {
        Outcome outcome = measure(
                "map.put(1, 2)",
                "--init",
                "var map = new ConcurrentHashMap<Integer, Integer>()",
                "-c",
                "50",
                "-d",
                "20ms",
                "-s",
                "10",
                "-w",
                "1",
                "--forks",
                "1",
                "--format",
                "basic");

        assertThat(header(outcome)).contains("ips/||");
        assertThat(outcome.row("map.put(1, 2)").get(0)).isEqualTo("50");
        // All workers ran at the same time: a call of each takes as long as fifty calls of a single worker.
        double rate = count(outcome.row("map.put(1, 2)").get(1));
        assertThat(outcome.nanos("map.put(1, 2)", 3) * rate / 1e9).isBetween(45.0, 55.0);
    }

    /** Checks that the width of the terminal reaches the report; other tests check the layouts. */
    @Test
    @Tag("processes")
    void usesTheWidthOfTheTerminal() throws Exception {
        int columns = 60;
        String snippet = "map.computeIfAbsent(key, k -> new ArrayList<>()).add(ThreadLocalRandom.current().nextInt())";
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of("-Dmicrobench-cli.terminal=true"),
                Map.of("COLUMNS", Integer.toString(columns), "NO_COLOR", "1"),
                "--init",
                "var map = new ConcurrentHashMap<Integer, List<Integer>>(); int key = 1;",
                snippet,
                "1 + 1",
                "--format",
                "full",
                "-s",
                "2",
                "-d",
                "10ms",
                "-w",
                "0",
                "--forks",
                "1")) {
            Outcome outcome = command.await();

            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.out().lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
            assertThat(outcome.out()).contains("map.com", "1 + 1", " Rel\n", " 100%\n");
        }
    }
}
