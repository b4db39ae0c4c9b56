// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.microbench.fork.Signs;
import io.microbench.fork.Signs.StopReason;
import io.microbench.forks.ForkOutput.AdaptiveFork;
import io.microbench.plan.PlannedCase;
import io.microbench.process.OutputTail;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.run.JmhFixtures;
import io.microbench.run.TestClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.ScalarResult;

class ForkOutputTest {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final OutputTail tail = new OutputTail();
    private final TestClock clock = new TestClock();
    private final SilenceLimit silence = new SilenceLimit(clock, Duration.ofMinutes(1));
    private static final Duration PLANNED = PlannedCase.FORK_START.plusMillis(60);

    private final Progress progress = new Progress(clock, PLANNED);
    private final BenchmarkParams params = JmhFixtures.params();
    private final ForkOutput output = output(Optional.empty());

    private ForkOutput output(Optional<List<String>> header) {
        return new ForkOutput(
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                tail,
                silence,
                Clock.fixed(NOW, ZoneOffset.UTC),
                progress,
                header,
                false);
    }

    private String console() {
        return printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    private void iterate() {
        output.startBenchmark(params);
        output.iteration(params, JmhFixtures.WARMUP, 1);
        output.iterationResult(params, JmhFixtures.WARMUP, 1, JmhFixtures.throughput(JmhFixtures.WARMUP, 10));
        for (int i = 1; i <= 2; i++) {
            output.iteration(params, JmhFixtures.MEASUREMENT, i);
            output.iterationResult(
                    params, JmhFixtures.MEASUREMENT, i, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 10 * i));
        }
    }

    @Test
    void keepsWarmUpAndMeasurement() {
        iterate();

        assertThat(output.iterations())
                .extracting(IterationResult::phase, IterationResult::number, IterationResult::score)
                .containsExactly(
                        tuple(Phase.WARMUP, 1, 20.0),
                        tuple(Phase.MEASUREMENT, 1, 20.0),
                        tuple(Phase.MEASUREMENT, 2, 40.0));
        assertThat(output.iterations()).allSatisfy(i -> assertThat(i.end()).isEqualTo(NOW));
        assertThat(output.wanted()).hasValue(2);
    }

    @Test
    void printsJmhLinesWithoutThoseOfCollector() {
        iterate();

        assertThat(console())
                .contains("# Warmup Iteration   1: ", "Iteration   2: ", "ops/ms", "hits")
                .doesNotContain("gc.alloc");
        assertThat(output.iterations().get(0).secondary()).containsKey("gc.alloc.rate.norm");
    }

    @Test
    void formatsJmhNumbersWithDotInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale turkish = new Locale("tr", "TR");
        Locale.setDefault(turkish);
        try {
            iterate();
            assertThat(Locale.getDefault(Locale.Category.FORMAT)).isEqualTo(turkish);
        } finally {
            Locale.setDefault(before);
        }

        assertThat(console()).contains("Iteration   2: 40.000 ops/ms").doesNotContain("40,000");
    }

    @Test
    void printsHeaderOfFirstForkOnly() {
        iterate();
        assertThat(console()).doesNotContain("# Benchmark: ");

        output(Optional.of(List.of("-Xmx64m", "-Dpassword=secret"))).startBenchmark(params);
        assertThat(console()).contains("# Benchmark: io.acme.Codec.encode", "# VM options: -Xmx64m -Dpassword=***\n");
    }

    @Test
    void reportsProgressToHeartbeat() {
        output.iteration(params, JmhFixtures.MEASUREMENT, 1);
        assertThat(silence.allowed()).isEqualTo(Duration.ofMillis(60_020));
        output.iterationResult(params, JmhFixtures.MEASUREMENT, 1, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1));
        assertThat(silence.allowed()).isEqualTo(Duration.ofMinutes(1));

        assertThat(progress.share()).isEqualTo(520 / 560.0);
    }

    @Test
    void dropsNoise() {
        output.println("# Run progress: 0.00% complete, ETA 00:00:20");
        output.println("# Fork: 1 of 1");
        output.println("# WARNING: JMH lock is ignored by user request, make sure no other JMH instances are running");
        output.println("");
        output.write("WARNING: A terminally deprecated method in sun.misc.Unsafe has been called\n"
                .getBytes(StandardCharsets.UTF_8));
        output.println("something worth reading");
        output.release();

        assertThat(console()).isEqualTo("something worth reading\n");
        assertThat(tail.lines()).containsExactly("something worth reading");
    }

    @Test
    void dropsLinesThatJmhRepeatsAfterFailure() {
        output.write("last words\n".getBytes(StandardCharsets.UTF_8));
        output.println("<forked VM failed with exit code 7>");
        output.println("<stdout last='20 lines'>");
        output.println("last words");
        output.println("</stdout>");
        output.println("<stderr last='20 lines'>");
        output.println("</stderr>");
        output.println("after");

        assertThat(tail.lines()).containsExactly("last words", "<forked VM failed with exit code 7>", "after");
    }

    /** Raw outputs arrive as byte arrays, each on another thread. */
    @Test
    void keepsLinesOfTwoThreadsApart() throws InterruptedException {
        Thread err = new Thread(() -> output.write("from err\nand ".getBytes(StandardCharsets.UTF_8)));
        output.write("from ".getBytes(StandardCharsets.UTF_8));
        err.start();
        err.join();
        output.write('o');
        output.print("ut");
        output.println("");
        output.finish();
        output.release();

        assertThat(tail.lines()).containsExactly("from err", "from out", "and");
        assertThat(console()).isEqualTo("from err\nfrom out\nand\n");
    }

    @Test
    void holdsBackLastLinesUntilForkBegins() {
        for (int i = 1; i <= OutputTail.MAX_LINES + 2; i++) {
            output.println("line " + i);
        }
        // The report of a failure would contain the other lines.
        assertThat(console()).isEqualTo("line 1\nline 2\n");
        assertThat(tail.lines()).hasSize(OutputTail.MAX_LINES).startsWith("line 3");

        output.iteration(params, JmhFixtures.WARMUP, 1);
        assertThat(console()).contains("line 2\nline 3\n", "line 42\n# Warmup Iteration   1: ");

        output.println("later");
        assertThat(console()).containsOnlyOnce("line 42\n").endsWith("later\n");
    }

    @Test
    void readsFailureFromOutputOfJmh() {
        output.println("chatter");
        output.println("<failure>");
        output.println("");
        output.println("java.lang.IllegalStateException: boom\n\tat a.B.c(B.java:1)\n");
        output.println("later text");

        assertThat(output.printedFailure().orElseThrow())
                .startsWith("java.lang.IllegalStateException: boom")
                .contains("B.java:1")
                .doesNotContain("later");
    }

    @Test
    void detectsIterationInterruptedByJmh() {
        output.iteration(params, JmhFixtures.MEASUREMENT, 1);
        output.print("(benchmark timed out, interrupted 2 times) ");
        assertThat(output.interrupted()).isTrue();

        output.iterationResult(params, JmhFixtures.MEASUREMENT, 1, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1));
        assertThat(output.interrupted()).isFalse();
    }

    @Test
    void shortensTimeLimitAfterOutOfMemoryInThread() {
        output.iteration(params, JmhFixtures.MEASUREMENT, 1);
        output.write(("Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread"
                        + " \"io.acme.Codec.encode-jmh-worker-1\"\n")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(silence.left()).isEqualTo(Duration.ofSeconds(2));
    }

    /** JMH prints its trace to the fork's error output if the fork is asked to exit before it is connected. */
    @Test
    void dropsHangupTraceOfJmh() {
        List<String> heard = new ArrayList<>();
        output.setListener(new ForkListener() {
            @Override
            public void printed(String line) {
                heard.add(line);
            }
        });
        output.write("""
                java.lang.IllegalStateException: <failure: VM prematurely exited before JMH had finished with it, explicit System.exit was called?>
                \tat org.openjdk.jmh.runner.ForkedMain.hangup(ForkedMain.java:113)
                \tat org.openjdk.jmh.runner.ForkedMain$HangupThread.run(ForkedMain.java:159)
                from the benchmark
                """.getBytes(StandardCharsets.UTF_8));

        assertThat(heard).containsExactly("from the benchmark");
        assertThat(tail.lines()).hasSize(4);
    }

    @Test
    void dropsLinesOfJmhAboutForkThatUserStopped() {
        output.iteration(params, JmhFixtures.MEASUREMENT, 1);
        output.silencedIf(() -> true);
        output.println("<failure: VM prematurely exited before JMH had finished with it>");
        output.write("from the benchmark\n".getBytes(StandardCharsets.UTF_8));
        output.println("<forked VM failed with exit code 137>");

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("from the benchmark")
                .doesNotContain("<");
        assertThat(output.exitCode()).hasValue(137);
    }

    @Test
    void allowsForkTimeToEndAfterLastIteration() {
        SilenceLimit shortTimeOut = new SilenceLimit(clock, Duration.ofSeconds(1));
        ForkOutput last = new ForkOutput(
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                tail,
                shortTimeOut,
                Clock.systemUTC(),
                progress,
                Optional.empty(),
                false);
        for (int i = 1; i <= 2; i++) {
            last.iterationResult(
                    params, JmhFixtures.MEASUREMENT, i, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1));
            assertThat(shortTimeOut.allowed()).isEqualTo(Duration.ofSeconds(i == 1 ? 1 : 20));
        }
        assertThat(TimeUnit.NANOSECONDS.toSeconds(shortTimeOut.left().toNanos()))
                .isEqualTo(21);
    }

    @Test
    void hidesIterationsAndReadsReasonOfForkThatEndsItself() {
        ForkOutput adaptive = new ForkOutput(
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                tail,
                silence,
                Clock.fixed(NOW, ZoneOffset.UTC),
                progress,
                Optional.empty(),
                true);
        adaptive.iteration(params, JmhFixtures.MEASUREMENT, 1);
        adaptive.iterationResult(
                params, JmhFixtures.MEASUREMENT, 1, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1));
        assertThat(adaptive.stop()).isEmpty();

        org.openjdk.jmh.results.IterationResult deciding = JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 1);
        deciding.addResult(new ScalarResult(Signs.STOP, 2, "", AggregationPolicy.AVG));
        deciding.addResult(new ScalarResult(Signs.FROM, 1, "", AggregationPolicy.AVG));
        adaptive.iterationResult(params, JmhFixtures.MEASUREMENT, 2, deciding);

        assertThat(adaptive.stop()).contains(new AdaptiveFork(StopReason.UNSTEADY, 1));
        assertThat(adaptive.iterations()).hasSize(2);
        assertThat(console()).isEmpty();
    }
}
