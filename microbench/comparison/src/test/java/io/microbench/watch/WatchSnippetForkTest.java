// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.forks.RunLock;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetException;
import io.microbench.watch.WatchLog.WatchedFork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a watched snippet with real forks. */
@Tag("processes")
@Timeout(1200)
class WatchSnippetForkTest {

    private static final Sampling BRIEFLY = new Sampling(
            3, Duration.ofMillis(10), 0, OptionalInt.of(1), 3, OptionalDouble.of(0.01), Duration.ofSeconds(60));

    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<String> printed = new CopyOnWriteArrayList<>();

    private RunLock lock = RunLock.none();

    /** JMH would fail if another run held its lock. */
    @BeforeEach
    void lock() {
        lock = RunLock.acquire(Duration.ofMinutes(3), line -> {});
    }

    @AfterEach
    void unlock() {
        lock.close();
    }

    private Watch open(Snippet snippet) {
        return Watch.ofSnippet(
                Question.of(snippet).withClassPath(List.of(folder)).with(BRIEFLY), said::add, printed::add);
    }

    private void await(Watch watch, int rounds) throws InterruptedException {
        await(() -> watch.rounds().size() >= rounds);
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as("%s", said).isLessThan(TimeUnit.SECONDS.toNanos(600));
            Thread.sleep(20);
        }
    }

    @Test
    void runsOneForkPerRoundAndWarnsOncePerVersion() throws Exception {
        try (Watch watch = open(Snippet.of("java.lang.Math::abs(int:1)").init("System.out.println(\"fork\")"))) {
            Thread runner = new Thread(watch::run);
            runner.start();
            await(watch, 2);
            Files.writeString(folder.resolve("Some.class"), "some");
            await(() -> watch.rounds().stream().anyMatch(round -> round.version() == 2));
            watch.stop();
            runner.join();

            assertThat(watch.rounds()).extracting(WatchedFork::version).contains(1, 2);
            assertThat(watch.rounds())
                    .allMatch(round -> round.value() > 0 && round.unit().equals("ops/s"));
            assertThat(printed)
                    .hasSizeGreaterThanOrEqualTo(watch.rounds().size())
                    .containsOnly("fork");
            assertThat(said.get(0)).startsWith("Watching java.lang.Math::abs(int:1). ");
            assertThat(watch.isRunning()).isFalse();
        }
    }

    @Test
    void reportsRateForSampleOfManyCalls() throws Exception {
        Question loop = Question.of(Snippet.of("Thread.sleep(1)"))
                .with(new Sampling(
                        1, Duration.ZERO, 10, OptionalInt.of(0), 1, OptionalDouble.empty(), Duration.ofSeconds(60)));
        try (Watch watch = Watch.ofSnippet(loop, said::add, printed::add)) {
            Thread runner = new Thread(watch::run);
            runner.start();
            await(watch, 1);
            watch.stop();
            runner.join();

            assertThat(watch.rounds().get(0).value()).isBetween(10.0, 1000.0);
        }
    }

    @Test
    void requiresOneSnippetThatCompiles() {
        Question two = Question.of(Snippet.of("1 + 1"), Snippet.of("2 + 2"));
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Watch.ofSnippet(two, said::add, printed::add))
                .withMessage("Only one snippet can be watched, in one variant and with one value of each input.");
        try (Watch watch = open(Snippet.of("Math.foo(1)"))) {
            assertThatExceptionOfType(SnippetException.class)
                    .isThrownBy(watch::run)
                    .withMessageContaining("snippet, line 1, column 5: cannot find symbol");
        }
        assertThat(said).isEmpty();
    }

    @Test
    void requiresOneValueOfEachInput() {
        Question inputs = Question.of(Snippet.of("n")).withInputs(Map.of("n", List.of("1", "2")));
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Watch.ofSnippet(inputs, said::add, printed::add))
                .withMessage("Only one snippet can be watched, in one variant and with one value of each input.");
    }
}
