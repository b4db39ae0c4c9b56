// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.snippet.LiveJob.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveJobTest {

    private static final long MOST_NANOS = Duration.ofMinutes(1).toNanos();

    @TempDir
    Path folder;

    private static Reading await(LiveJob job, Predicate<Reading> wanted) throws InterruptedException {
        long start = System.nanoTime();
        Reading reading = job.read();
        while (!wanted.test(reading)) {
            assertThat(System.nanoTime() - start).as("%s", reading).isLessThan(MOST_NANOS);
            Thread.sleep(5);
            reading = job.read();
        }
        return reading;
    }

    @Test
    void raisesWorkersWithoutResettingCounter() throws Exception {
        Path done = folder.resolve("done");
        // Each call records its thread; threads above the requested number make no calls.
        Snippet snippet = new Snippet(
                "seen.add(Thread.currentThread().getName()); Thread.sleep(1); return seen.size()",
                "",
                "var seen = java.util.concurrent.ConcurrentHashMap.<String>newKeySet();"
                        + " System.setProperty(\"workers\", \"\")",
                "",
                "java.nio.file.Files.writeString(java.nio.file.Path.of(\"" + done + "\"), \"\" + seen.size())",
                "",
                "",
                "",
                "",
                "");
        Reading last;
        try (LiveJob job = Microbench.start(Question.of(snippet).withWorkers(2), 8)) {
            Reading two = await(job, reading -> reading.calls() > 50 && reading.workers() == 2);

            job.workers(4);
            Reading four = await(job, reading -> reading.workers() == 4);
            assertThat(four.calls()).isGreaterThanOrEqualTo(two.calls());
            last = await(job, reading -> reading.calls() > four.calls() + 400);
            assertThat(last.time()).isGreaterThan(two.time());
            assertThat(job.workers()).isEqualTo(4);
            assertThat(job.isRunning()).isTrue();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.workers(9))
                    .withMessage("workers = 9: this job was started for 1 to 8 workers");
            job.close();
            assertThat(job.isRunning()).isFalse();
            assertThat(job.failure()).isEmpty();
            assertThat(job.read().calls()).isGreaterThanOrEqualTo(last.calls());
        }
        assertThat(Files.readString(done)).isEqualTo("4");
    }

    @Test
    void reportsFailureOfSnippet() throws Exception {
        Snippet snippet = Snippet.of(
                        "if (n.incrementAndGet() > 20) throw new IllegalStateException(\"boom\"); return 1")
                .init("var n = new java.util.concurrent.atomic.AtomicInteger()");
        try (LiveJob job = Microbench.start(Question.of(snippet), 1)) {
            await(job, reading -> !job.isRunning());
            assertThat(job.failure()).hasValueSatisfying(why -> assertThat(why).contains("boom"));
        }
    }

    @Test
    void rejectsSnippetThatDoesNotCompile() {
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.start(Question.of(Snippet.of("nothing()")), 1))
                .withMessageContaining("does not compile");
    }

    @Test
    void requiresOneSnippetAndOneNumberOfWorkers() {
        Question one = Question.of(Snippet.of("1"));

        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.start(Question.of(Snippet.of("1"), Snippet.of("2")), 1))
                .withMessage("A live job runs one snippet with one value of each input.");
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.start(one.withWorkers(1, 2), 4))
                .withMessageStartingWith("A live job starts with one number of workers");
        assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> Microbench.start(one.withWorkers(5), 4))
                .withMessageEndingWith("[5], maximum 4.");
    }

    @Test
    void computesRateBetweenTwoReadings() {
        Reading first = new Reading(1000, Duration.ofSeconds(3), 2);
        Reading second = new Reading(5000, Duration.ofSeconds(5), 4);

        assertThat(second.rateSince(first)).isCloseTo(2000, Offset.offset(1e-9));
        assertThat(first.rateSince(first)).isNaN();
    }
}
