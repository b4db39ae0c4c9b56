// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Measures snippets with the command in a separate process, as briefly as possible. */
@Tag("any-jdk")
class SnippetProcessTest {

    @TempDir
    Path folder;

    private static Outcome measure(String... arguments) {
        return CommandProcess.measureHere(arguments);
    }

    @Test
    void comparesSnippetsOfEveryKind() throws Exception {
        Files.writeString(
                folder.resolve("Work.java"), "class Work { static long run() { return System.nanoTime(); } }");
        Files.writeString(
                folder.resolve("statements.java"),
                "import java.util.zip.*;\nvar c = new CRC32();\nc.update(1);\nc.getValue()");

        Outcome outcome = CommandProcess.measure(
                folder,
                "ThreadLocalRandom.current().nextInt()",
                "int x = 3; return x * 2",
                "Thread.sleep(1)",
                "java.lang.Math::abs(int:-1)",
                "Work.java",
                "statements.java");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().findFirst().orElseThrow()).matches("Snippet +\\|\\| +ips +Time( +B/op)? +Rel");
        assertThat(outcome.nanos("Thread.sleep(1)", 2)).isGreaterThan(1.0e6);
        assertThat(outcome.nanos("Work.java", 2)).isBetween(1.0, 1e6);
        assertThat(outcome.nanos("java.lang.Math::abs(int:-1)", 2)).isBetween(0.05, 1e6);
        assertThat(outcome.out().lines().skip(6).findFirst().orElseThrow()).startsWith("Thread.sleep(1)");
    }

    @Tag("processes")
    @Test
    void comparesStandardInputForEachValueOfARange() throws Exception {
        Outcome outcome = CommandProcess.measurePiped(
                folder,
                "int half = n / 2;\nhalf + 1\n",
                "Thread.sleep(n)",
                "-",
                "--label",
                "sleep",
                "--baseline",
                "sleep",
                "--param",
                "n=2..20*10");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("n = 2\nSnippet ").contains("\nn = 20\nSnippet ");
        assertThat(outcome.row("sleep")).endsWith("100%");
        assertThat(outcome.row("(standard input)"))
                .last()
                .extracting(rel -> Long.parseLong(rel.replace("%", "").replace("≈ ", "")))
                .satisfies(rel -> assertThat(rel).isGreaterThan(100));
    }

    @Test
    @Tag("processes")
    void assignsWorkerPartsByPosition() throws Exception {
        Outcome outcome = measure(
                "--init",
                "int base = 5",
                "--init-worker",
                "int ms = base * 2",
                "--init-worker",
                "int ms = 5",
                "--init-worker",
                "int ms = 2",
                "--label",
                "ten",
                "--label",
                "five",
                "--label",
                "two",
                "if (ms != 10) throw new IllegalStateException(ms + \" for ten\"); return ms;",
                "if (ms != 5) throw new IllegalStateException(ms + \" for five\"); return ms;",
                "if (ms != 2) throw new IllegalStateException(ms + \" for two\"); return ms;",
                "if (ms != 10) throw new IllegalStateException(ms + \" for the last\"); return ms;");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().skip(1).map(line -> line.split(" +", 2)[0]))
                .containsExactlyInAnyOrder("ten", "two", "five", "if");
    }

    @Test
    void runsInitWorkersAndDoneInOrder() throws Exception {
        Outcome outcome = CommandProcess.runHere(
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
        assertThat(outcome.err()).contains("WARNING: ", "its done code failed: java.lang.Error: late");
        assertThat(outcome.out()).contains("ips/||");
    }

    @Test
    void loopCallsExactlyTheGivenNumber() throws Exception {
        Outcome outcome = CommandProcess.runHere(
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
        assertThat(outcome.lines()).containsExactly("calls 12000");
        assertThat(outcome.out().lines().findFirst().orElseThrow())
                .matches("Snippet +\\|\\| +Samples +Avg/1K +StdDev +Median/1K +P99/1K +Iteration");
        assertThat(outcome.row("all.set(last + 1); return last + 1").get(1)).isEqualTo("10");
    }

    @Test
    @Tag("processes")
    void measuresSlowCallsCompletely() throws Exception {
        Outcome outcome = CommandProcess.runHere(
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
        // The time of one call of the snippet, rounded to three digits, not the 10 ms of the sample.
        double own = Double.parseDouble(outcome.lines().get(0));
        assertThat(own).isGreaterThanOrEqualTo(300e6);
        assertThat(outcome.nanos("slow", 2) / own).isBetween(0.99, 1.9);
    }

    @Test
    @Tag("processes")
    void computesOnlyReturnedValues() throws Exception {
        String chain = "double sum = x; " + "sum = sum / 3 + 1; ".repeat(20);
        Outcome outcome = CommandProcess.runHere(
                "--init-worker",
                "double x = System.nanoTime()",
                chain + "return sum",
                chain + "double unused = sum;",
                "--label",
                "returned",
                "--label",
                "dropped",
                "-s",
                "1",
                "-d",
                "100ms",
                "-w",
                "5",
                "--forks",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        // Each division waits for the previous one.
        assertThat(outcome.nanos("returned", 2)).isGreaterThan(20);
        assertThat(outcome.nanos("dropped", 2)).isLessThan(outcome.nanos("returned", 2) / 2);
    }

    @Test
    @Tag("processes")
    void measuresTheTimeOfASleep() throws Exception {
        Outcome outcome = CommandProcess.runHere(
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
                folder.resolve("run.json").toString());

        assertThat(outcome.status()).as(outcome.err()).isZero();
        ForkResult fork = RunReader.read(folder).cases().get(0).forks().get(0);
        double[] seconds =
                Arrays.stream(fork.measuredScores()).map(rate -> 1 / rate).toArray();
        // On a busy machine a sleep takes longer, never shorter; each sample is one call, and all lie within the fork.
        assertThat(Arrays.stream(seconds)).hasSize(10).allMatch(each -> each >= 0.1);
        assertThat(Arrays.stream(seconds).sum())
                .isLessThan(Duration.between(fork.start(), fork.end()).toMillis() / 1e3);
    }

    @Test
    @Tag("processes")
    void warnsAboutSimultaneousSnippets() throws Exception {
        Outcome outcome = measure("1 + 1", "2 + 2", "--order=parallel");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("WARNING: The snippets ran at the same time and disturbed each other.");
        assertThat(outcome.nanos("1 + 1", 2)).isPositive();
        assertThat(outcome.nanos("2 + 2", 2)).isPositive();
    }

    @Test
    @Tag("processes")
    void addsForksForPrecisionWithinTheBudget() throws Exception {
        long start = System.nanoTime();
        measure("Thread.sleep(1)", "-s", "1", "-d", "20ms", "-w", "1", "--forks", "1");
        // The time of the command with one fork, which depends on the load of the machine.
        long once = Duration.ofNanos(System.nanoTime() - start).toSeconds() + 1;
        Outcome outcome = sleep("--precision", "0.0001%", "--budget", 8 * once + "s");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(Integer.parseInt(outcome.row("Thread.sleep(1)").get(1))).isGreaterThan(1);
        assertThat(outcome.err()).contains("still wider than the requested precision when the time budget was spent");
    }

    private static Outcome sleep(String... options) {
        Stream<String> all = Stream.of("Thread.sleep(1)", "-s", "1", "-d", "20ms", "-w", "1", "--format", "extended");
        return CommandProcess.runHere(Stream.concat(all, Stream.of(options)).toArray(String[]::new));
    }

    @Test
    @Tag("jdk")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void usesVirtualThreads() throws Exception {
        Outcome outcome = measure(
                "if (!Thread.currentThread().isVirtual()) throw new IllegalStateException();", "--threads", "virtual");

        assertThat(outcome.status()).as(outcome.err()).isZero();
    }
}
