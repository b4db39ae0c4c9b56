/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Snippets measured by the command in a process of its own; each measures as little as it can. */
class SnippetProcessTest {

    @TempDir
    Path folder;

    private Outcome measure(String... arguments) throws Exception {
        return CommandProcess.measure(folder, arguments);
    }

    @Test
    void comparesSnippetsOfEveryKindAndPutsTheFastestFirst() throws Exception {
        Files.writeString(
                folder.resolve("Work.java"), "class Work { static long run() { return System.nanoTime(); } }");
        Files.writeString(
                folder.resolve("statements.java"),
                "import java.util.zip.*;\nvar c = new CRC32();\nc.update(1);\nc.getValue()");

        Outcome outcome = measure(
                "ThreadLocalRandom.current().nextInt()",
                "int x = 3; return x * 2",
                "Thread.sleep(1)",
                "java.lang.Math::abs(int:-1)",
                "Work.java",
                "statements.java");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().findFirst().orElseThrow()).matches("Snippet +\\|\\| +QPS +Time +Rel");
        assertThat(outcome.nanos("Thread.sleep(1)", 2)).isGreaterThan(1.0e6);
        assertThat(outcome.nanos("Work.java", 2)).isBetween(1.0, 1e5);
        assertThat(outcome.nanos("java.lang.Math::abs(int:-1)", 2)).isBetween(0.05, 1e4);
        assertThat(outcome.out().lines().skip(6).findFirst().orElseThrow()).startsWith("Thread.sleep(1)");
    }

    @Test
    @Tag("processes")
    void workerValuesDifferAndPairByPosition() throws Exception {
        Outcome outcome = measure(
                "--init-all",
                "int base = 5",
                "--init",
                "int base = 1",
                "--init-worker-all",
                "int ms = base * 2",
                "--init-worker",
                "int ms = 5",
                "--init-worker",
                "int ms = 2",
                "--label",
                "five",
                "--label",
                "two",
                "if (ms != 5) throw new IllegalStateException(ms + \" for five\"); return ms;",
                "if (ms != 2) throw new IllegalStateException(ms + \" for two\"); return ms;",
                "if (ms != 10) throw new IllegalStateException(ms + \" for the last\"); return ms;");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().skip(1).map(line -> line.split(" +", 2)[0]))
                .containsExactlyInAnyOrder("two", "five", "if");
    }

    @Test
    void initComesOnceWorkersAllBeforeTheFirstCallAndDoneOnce() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "if (initialised.get() != 3) throw new IllegalStateException(); count.incrementAndGet();",
                "--init",
                "var initialised = new AtomicInteger(); var count = new AtomicLong(); System.out.println(\"init\");",
                "--init-worker",
                "Thread.sleep(50); System.out.println(\"worker \" + initialised.incrementAndGet());",
                "--done",
                "System.out.println(count.get() > 0 ? \"done\" : \"nothing\"); throw new Error(\"late\");",
                "-c",
                "3",
                "-s",
                "1",
                "-d",
                "20ms",
                "-w",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> lines = outcome.err().lines().toList();
        assertThat(lines.get(0)).isEqualTo("init");
        assertThat(lines.subList(1, 4)).containsExactlyInAnyOrder("worker 1", "worker 2", "worker 3");
        assertThat(lines.subList(4, 6)).containsExactly("done", "done failed: java.lang.Error: late");
        assertThat(outcome.err()).contains("WARNING: ", "--done failed: java.lang.Error: late");
        assertThat(outcome.out()).contains("QPS/||");
    }

    @Test
    void aLoopCallsExactlySoOftenAndTheAccumulatorCounts() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "all.set(last + 1); return last + 1",
                "--accumulate",
                "0",
                "--init",
                "var all = new AtomicInteger()",
                "--done",
                "System.out.println(\"calls \" + all)",
                "--loop",
                "1K",
                "--samples",
                "10",
                "--warmup",
                "2",
                "--forks",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.told()).containsExactly("calls 12000");
        assertThat(outcome.out().lines().findFirst().orElseThrow())
                .matches("Snippet +\\|\\| +Samples +Avg/1K +StdDev +Median/1K +P99/1K +Iteration");
        assertThat(outcome.row("all.set(last + 1); return last + 1").get(1)).isEqualTo("10");
    }

    @Test
    @Tag("processes")
    void slowCallsAreMeasuredWhole() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "long start = System.nanoTime(); Thread.sleep(300); own.add(System.nanoTime() - start); calls.add(1);",
                "--init",
                "var own = new LongAdder(); var calls = new LongAdder();",
                "--done",
                "System.out.println(own.sum() / calls.sum());",
                "--label",
                "slow",
                "-s",
                "1",
                "-d",
                "10ms",
                "-w",
                "0",
                "--forks",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        // Not the 10 ms of the sample, and no two calls: the time that the snippet itself took, rounded to three
        // digits.
        double own = Double.parseDouble(outcome.told().get(0));
        assertThat(own).isGreaterThanOrEqualTo(300e6);
        assertThat(outcome.nanos("slow", 2) / own).isBetween(0.99, 1.9);
    }

    @Test
    void inputsGetSectionsAndTheFullReportTheSystem() throws Exception {
        Outcome outcome = measure(
                "Arrays.hashCode(input)",
                "--init",
                "byte[] input = new byte[n]",
                "--param",
                "n=10,100000",
                "--report",
                "full");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("System information:", "CPU: ", "\nn = 10\nSnippet ", "\nn = 100000\nSnippet ");
    }

    @Test
    @Tag("processes")
    void aFailureEndsItsSnippetAloneAndDoneStillRuns() throws Exception {
        Outcome outcome = measure(
                "throw new IllegalStateException(\"boom\")",
                "System.exit(3)",
                "while (true) {}",
                "1 + 1",
                "--done-all",
                "System.out.println(\"cleaned\")",
                "--timeout",
                "5s");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("cleaned")
                .contains("\"throw new IllegalStateException(\"boom\")\" failed: java.lang.IllegalStateException: boom")
                .contains("\"System.exit(3)\" failed: it ended its JVM")
                .contains("\"while (true) {}\" failed: it did not come to an end within 5.0 s")
                .doesNotContain("\tat ");
        assertThat(outcome.nanos("1 + 1", 2)).isPositive();
    }

    @Test
    @Tag("processes")
    void whatItPrintsIsCutAndThreadsItLeavesAreNamed() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "System.out.println(line)",
                "new Thread(() -> { try { Thread.sleep(60_000); } catch (InterruptedException e) {} }).start();",
                "--init",
                "var line = \"x\".repeat(10_000)",
                "--loop",
                "2K",
                "--samples",
                "1",
                "--warmup",
                "0");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err().lines().filter(line -> line.startsWith("xxx"))).hasSize(20);
        assertThat(outcome.err())
                .contains("goes on printing; --verbose shows all of it.", "printed 2000 lines: ")
                .contains("started threads and left them running (2000 in the last fork seen)");
    }

    @Test
    @Tag("processes")
    void anInitThatPrintsAGigabyteFillsNoMemory() throws Exception {
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of("-Xmx64m"),
                "1 + 1",
                "--init",
                "var line = \"x\".repeat(100_000); for (int i = 0; i < 10_000; i++) System.out.println(line);",
                "-s",
                "1",
                "-d",
                "10ms",
                "-w",
                "0")) {
            Outcome outcome = command.await();

            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.err())
                    .contains("goes on printing", "printed 10000 lines")
                    .doesNotContain("OutOfMemoryError");
            assertThat(outcome.err().length()).isLessThan(2_500_000);
        }
    }

    @Test
    @Tag("processes")
    void aSleepTakesItsTime() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "Thread.sleep(100)",
                "-s",
                "10",
                "-d",
                "30ms",
                "-w",
                "1",
                "--forks",
                "1",
                "--format",
                "json",
                "--output",
                "run.json");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        ForkResult fork = RunReader.read(folder).cases().get(0).forks().get(0);
        double[] seconds =
                Arrays.stream(fork.measuredScores()).map(rate -> 1 / rate).toArray();
        // A busy machine lets everybody sleep longer, never shorter; each sample is one call, and all lie within the
        // fork.
        assertThat(Arrays.stream(seconds)).hasSize(10).allMatch(each -> each >= 0.1);
        assertThat(Arrays.stream(seconds).sum())
                .isLessThan(Duration.between(fork.start(), fork.end()).toMillis() / 1e3);
    }

    @Test
    void aPreviewFeatureAsksForItsOption() throws Exception {
        String snippet = Runtime.version().feature() < 21
                ? "Object o = 1; switch (o) { case Integer i -> 1; default -> 2; }"
                : "Object o = 1; o instanceof int i ? i : 0";

        Outcome outcome = measure(snippet);

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("does not compile", "disabled by default. Measure it with --enable-preview")
                .doesNotContain("\tat ");
    }

    @Test
    @Tag("processes")
    void snippetsAtTheSameTimeComeWithAWarning() throws Exception {
        Outcome outcome = measure("1 + 1", "2 + 2", "--parallel");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("WARNING: --parallel: the snippets ran at the same time and disturbed each other.");
        assertThat(outcome.nanos("1 + 1", 2)).isPositive();
        assertThat(outcome.nanos("2 + 2", 2)).isPositive();
    }

    @Test
    @Tag("processes")
    void forksAreAddedForPrecisionUntilTheBudgetIsSpent() throws Exception {
        long start = System.nanoTime();
        measure("Thread.sleep(1)", "-s", "1", "-d", "20ms", "-w", "1", "--forks", "1");
        // The whole command with one fork: on a busy machine that takes long, and so do the forks within the budget.
        long once = Duration.ofNanos(System.nanoTime() - start).toSeconds() + 1;
        Outcome outcome = sleep("--precision", "0.0001%", "--budget", 3 * once + "s");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(Integer.parseInt(outcome.row("Thread.sleep(1)").get(1))).isGreaterThan(1);
        assertThat(outcome.err()).contains("wider than --precision asked for when the --budget was spent");

        Outcome easy = sleep("--precision", "99%");
        assertThat(Integer.parseInt(easy.row("Thread.sleep(1)").get(1))).isGreaterThan(1);
        assertThat(easy.err()).doesNotContain("wider than --precision");
    }

    private Outcome sleep(String... options) throws Exception {
        Stream<String> all = Stream.of("Thread.sleep(1)", "-s", "1", "-d", "20ms", "-w", "1", "--report", "extended");
        return CommandProcess.run(folder, Stream.concat(all, Stream.of(options)).toArray(String[]::new));
    }

    @Test
    @Tag("processes")
    void theMonitorShowsTheForkOnceASecond() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "while (Files.readAllLines(monitor).size() < 3) Thread.sleep(10);",
                "--init",
                "var monitor = Path.of(\""
                        + folder.resolve("monitor.txt").toString().replace('\\', '/') + "\");",
                "--label",
                "until two lines are there",
                "-s",
                "1",
                "-d",
                "10ms",
                "-w",
                "0",
                "--forks",
                "1",
                "--monitor=monitor.txt");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> lines = Files.readAllLines(folder.resolve("monitor.txt"));
        assertThat(lines.get(0)).matches("Time +CPU% .* Ops/s  until two lines are there");
        assertThat(lines.subList(1, lines.size())).isNotEmpty().allMatch(line -> line.matches("\\d{4}-\\d\\d-.*"));

        Outcome both = measure("1 + 1", "2 + 2", "--monitor", "--parallel");
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err())
                .isEqualToIgnoringNewLines(
                        "microbench: --monitor and --parallel contradict each other: leave one of them out.");
    }

    @Test
    void mistakesArePointedAtInTheTextThatWasWritten() throws Exception {
        Outcome outcome = measure("Math.abs(1) +\n  Math.foo(2)");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .containsExactly(
                        "microbench: \"Math.abs(1) + Math.foo(2)\" does not compile",
                        "snippet 2:7: cannot find symbol: method foo(int) in class java.lang.Math",
                        "    Math.foo(2)",
                        "        ^");
    }

    @Test
    void savesABenchmarkAndShowsWhatWasGenerated() throws Exception {
        Outcome saved = measure(
                "map.get(key)",
                "--init",
                "var map = new HashMap<String, Integer>(); map.put(\"a\", n);",
                "--init-worker",
                "String key = \"a\"",
                "--param",
                "n=1,2",
                "--save-as",
                "MapBenchmark.java");

        assertThat(saved.status()).as(saved.err()).isZero();
        assertThat(Files.readString(folder.resolve("MapBenchmark.java")))
                .contains(
                        "package benchmarks;",
                        "public class MapBenchmark {",
                        "@Param({\"1\", \"2\"})",
                        "@Benchmark",
                        "blackhole.consume(map.get(key)");

        Path sources = Files.createDirectories(folder.resolve("src/test/java/com/acme"));
        Outcome inProject = measure("1 + 1", "--save-as", "src/test/java/com/acme/SumBenchmark.java");
        assertThat(inProject.status()).as(inProject.err()).isZero();
        assertThat(Files.readString(sources.resolve("SumBenchmark.java"))).startsWith("package com.acme;");

        Outcome shown = measure("1 + 1", "--verbose", "--timings", "--format", "csv", "--output", "result.csv");
        assertThat(shown.out()).isEmpty();
        assertThat(shown.err()).contains(">>>>>>>>>>>>>>> 1 + 1", "blackhole.consume(1 + 1", "<<<<<<<<<<<<<<<");
        assertThat(shown.err()).containsPattern("fork ready +\\d+ ms").containsPattern("first number +\\d+ ms");
        assertThat(Files.readString(folder.resolve("result.csv"))).contains("1 + 1");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtualThreadsAreRefusedWhereThereAreNone() throws Exception {
        Outcome outcome = measure("1 + 1", "--threads", "virtual");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("microbench: --threads virtual needs JDK 21 or newer; this is JDK ");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void workersAreVirtualThreads() throws Exception {
        Outcome outcome = measure(
                "if (!Thread.currentThread().isVirtual()) throw new IllegalStateException();", "--threads", "virtual");

        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void toldToGoItCleansUpPrintsAndLeavesNothingBehind() throws Exception {
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of("-Djava.io.tmpdir=" + folder),
                "ready.createNewFile();",
                "--init",
                "var ready = new File(\"ready\")",
                "--done",
                "new File(\"cleaned\").createNewFile();",
                "-s",
                "1",
                "-d",
                "60s",
                "-w",
                "0")) {
            List<ProcessHandle> all = command.awaitFork();
            CommandProcess.await("the first call", () -> existing("ready"));
            command.process().destroy();
            Outcome outcome = command.await();

            assertThat(outcome.out()).startsWith("Snippet ");
            assertThat(outcome.err()).contains("Stopped before it was done.");
            assertThat(existing("cleaned")).isPresent();
            awaitGone(all);
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left.filter(path -> path.getFileName().toString().startsWith("microbench-")))
                        .isEmpty();
            }
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no shell that ends forks there")
    void killedItLeavesNoProcess() throws Exception {
        try (CommandProcess command =
                CommandProcess.start(folder, List.of(), "1 + 1", "-s", "1", "-d", "60s", "-w", "1")) {
            List<ProcessHandle> all = command.awaitFork();
            Thread.sleep(200);
            command.process().destroyForcibly();

            awaitGone(all);
        }
    }

    private Optional<Path> existing(String name) {
        return Optional.of(folder.resolve(name)).filter(Files::exists);
    }

    private static void awaitGone(List<ProcessHandle> processes) throws InterruptedException {
        CommandProcess.await(
                "the end of all processes",
                () -> processes.stream().noneMatch(ProcessHandle::isAlive) ? Optional.of(true) : Optional.empty());
    }
}
