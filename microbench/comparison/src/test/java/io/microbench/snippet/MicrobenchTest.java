// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.monitor.MonitorHistory;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.snippet.Comparison.Score;
import io.microbench.snippet.Microbench.InProcess;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MicrobenchTest {

    private static final Sampling BRIEFLY = new Sampling(
            2, Duration.ofMillis(20), 0, OptionalInt.of(1), 1, OptionalDouble.empty(), Duration.ofSeconds(60));

    @TempDir
    Path folder;

    @Test
    void measuresWorkInThisJvm() {
        AtomicLong counter = new AtomicLong();

        InProcess found = Microbench.inProcess(counter::incrementAndGet, Duration.ofMillis(150));

        assertThat(found.calls()).isPositive().isEqualTo(counter.get());
        assertThat(found.perSecond()).isEqualTo(1e9 / found.nanos());
        assertThat(found.median()).isPositive().isLessThanOrEqualTo(found.p99());
        assertThat(found.longest()).isGreaterThanOrEqualTo(found.median() * 0.99);
        assertThat(found.toString().lines()).hasSize(3).last().asString().startsWith("no fork and no isolation: ");
    }

    @Test
    void timesSlowCallsSingly() {
        InProcess found = Microbench.inProcess(
                () -> {
                    Thread.sleep(20);
                    return 1;
                },
                Duration.ofMillis(400));

        assertThat(found.calls()).isBetween(1L, 20L);
        assertThat(found.nanos()).isGreaterThan(20e6);
    }

    @Test
    void rejectsWorkThatFailsOrDoesNotReturn() {
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.inProcess(
                        () -> {
                            throw new IllegalStateException("boom");
                        },
                        Duration.ofMillis(100)))
                .withMessageStartingWith(
                        "Failed after 0 calls: java.lang.IllegalStateException: boom, at io.microbench.snippet.MicrobenchTest.");
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.inProcess(
                        () -> {
                            Thread.sleep(Long.MAX_VALUE);
                            return 1;
                        },
                        Duration.ofMillis(100)))
                .withMessageEndingWith("it did not return in time, and was interrupted.");
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.inProcess(() -> 1, Duration.ofMinutes(1)))
                .withMessage("Time to measure: 1 min. Expected at least 100 ms and at most 30 s.");
    }

    @Test
    void measuresStringsAndLambdasInForks() {
        // Milliseconds: long enough to be slower than creating an array even on a busy machine.
        int longer = 200;
        Comparison all = Microbench.compare(Microbench.question(
                        Snippet.of("Thread.sleep(ms)").initWorker("int ms = 1"),
                        Microbench.lambda("array", () -> new byte[1000]),
                        Microbench.lambda("action", () -> {
                            Thread.sleep(longer);
                        }),
                        Microbench.lambda("step", () -> 1L, (Long ms) -> {
                            Thread.sleep(ms);
                            return ms;
                        }),
                        Snippet.of("throw new IllegalStateException(\"boom\")").labelled("failing"))
                .with(BRIEFLY));

        assertThat(all.scores()).extracting(Score::name).containsExactly("Thread.sleep(ms)", "array", "action", "step");
        assertThat(all.score("Thread.sleep(ms)").nanos()).isGreaterThan(1e6);
        assertThat(all.score("step").nanos()).isGreaterThan(1e6);
        assertThat(all.score("action").nanos()).isGreaterThan(200e6);
        Score array = all.score("array");
        assertThat(array.relative()).isEqualTo(1);
        assertThat(array.even()).isTrue();
        assertThat(array.samples()).hasSize(2);
        assertThat(array.interval()).isPresent();
        assertThat(array.allocation()).isPresent();
        assertThat(array.allocation().getAsDouble()).isBetween(1000.0, 100_000.0);
        assertThat(all.score("action").relative()).isBetween(0.0, 0.01);
        assertThatIllegalStateException()
                .isThrownBy(() -> all.score("failing"))
                .withMessageContaining("\"failing\" was not measured")
                .withMessageContaining("boom");
    }

    @Tag("processes")
    @Test
    void excludesHooksFromTimeAndAllocation() {
        Comparison all = Microbench.compare(Microbench.question(
                        Snippet.of("Thread.sleep(given)").before("Thread.sleep(given * 200); int given2 = 1;"),
                        Snippet.of("new byte[100]").labelled("bare"))
                .withHooks("1", "")
                .with(BRIEFLY));

        assertThat(all.score("Thread.sleep(given)").nanos()).isBetween(1e6, 200e6);
        assertThat(all.score("Thread.sleep(given)").allocation()).isEmpty();
    }

    @Test
    void rejectsDifferentResults() {
        Question question =
                Microbench.question(Snippet.of("1 + 1"), Snippet.of("3")).withCheck(Check.SAME);

        assertThatExceptionOfType(CheckException.class)
                .isThrownBy(() -> Microbench.compare(question))
                .withMessageContaining("\"1 + 1\" returned 2 and \"3\" returned 3.");
    }

    @Tag("processes")
    @Test
    void returnsHistoryOfMonitor() {
        Sampling once = new Sampling(
                1, Duration.ofMillis(10), 0, OptionalInt.of(0), 1, OptionalDouble.empty(), Duration.ofSeconds(60));
        Path seen = folder.resolve("seen");
        Snippet untilSeen = Snippet.of("while (!Files.exists(seen)) Thread.sleep(10);")
                .initWorker("var seen = Path.of(\"" + seen.toString().replace('\\', '/') + "\")")
                .labelled("until it is seen");
        Instant before = Instant.now();
        List<String> lines = new CopyOnWriteArrayList<>();

        Comparison one = Microbench.monitored(Microbench.question(untilSeen).with(once), line -> {
            lines.add(line);
            if (lines.size() == 3) {
                create(seen);
            }
        });

        assertThat(one.history().get(before)).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.job()).isEqualTo("until it is seen");
            assertThat(sample.heap()).isPositive();
        });
        assertThat(one.history().get(before, before)).isEmpty();
        assertThat(lines).hasSizeGreaterThan(one.history().get(before).size());
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void rejectsLambdaWithUnserialisableCapture() {
        Object lock = new Object();

        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.lambda("hash", lock::hashCode))
                .withMessageContaining(
                        "\"hash\": the lambda captures an object of java.lang.Object, which is not Serializable")
                .withMessageContaining("initWorker");
    }

    @Test
    void compilesLambda() throws Exception {
        Question question = Microbench.question(Microbench.lambda("pi", () -> Math.PI));

        try (SnippetCompiler compiler = new SnippetCompiler(question)) {
            compiler.compile(question.snippets().get(0), folder);
        }

        assertThat(Files.exists(folder.resolve("MicrobenchSnippet.class"))).isTrue();
        assertThat(question.snippets().get(0).name()).isEqualTo("pi");
    }

    @Test
    void usesClassPathOfThisJvm() {
        Question question = Microbench.question(Snippet.of("1"));

        assertThat(question.classPath()).isNotEmpty().allMatch(Files::exists);
        assertThat(question.profilers()).containsExactly("gc");
        assertThat(question.with(BRIEFLY).sampling()).isEqualTo(BRIEFLY);
        assertThat(question.with(BRIEFLY).classPath()).isEqualTo(question.classPath());
    }

    @Test
    void comparesSnippetsWithSameInputs() {
        Comparison all = comparison(
                result("a", 10, 100, 101, 99),
                result("b", 10, 50, 51, 49),
                result("a", 20, 30, 31, 29),
                result("b", 20, 30, 33, 27));

        assertThat(all.scores())
                .extracting(Score::relative)
                .satisfiesExactly(
                        a -> assertThat(a).isEqualTo(1),
                        b -> assertThat(b).isBetween(0.49, 0.51),
                        a -> assertThat(a).isBetween(0.9, 1.0),
                        b -> assertThat(b).isBetween(0.9, 1.0));
        assertThat(all.scores()).extracting(Score::even).containsExactly(true, false, true, true);
        assertThat(all.score("b").rate()).isBetween(49.0, 51.0);
        assertThat(all.score("b").nanos()).isBetween(1.9e7, 2.1e7);
        assertThat(all.score("a").allocation()).hasValue(16);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> all.score("c"))
                .withMessage("There is no snippet \"c\"; expected one of [a, b]");
    }

    private static Comparison comparison(SnippetResult... results) {
        RunRecord run = MadeRecords.run("snippet", EnvironmentProbe.here());
        return new Comparison(
                new Answer(run, List.of(results), Map.of(), List.of(), Map.of(), false), new MonitorHistory());
    }

    private static SnippetResult result(String name, int n, double... rates) {
        SnippetCase one = new SnippetCase(
                Question.of(Snippet.of(name)),
                new Row(0, name, Question.Variant.HERE),
                Map.of("n", Integer.toString(n)));
        for (double rate : rates) {
            one.add(ForkResult.builder(one.forks() + 1)
                    .pid(1)
                    .jvm("java")
                    .jdkVersion("17")
                    .vm("vm")
                    .blackholeMode("")
                    .iterations(List.of(new IterationResult(
                            Phase.MEASUREMENT, 1, Instant.EPOCH, rate, 1, Map.of(), Map.of(), Optional.empty())))
                    .secondary(Map.of("gc.alloc.rate.norm", new Metric(16, Double.NaN, "B/op")))
                    .build());
        }
        return one.result();
    }
}
