// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetJobTest {

    private static final String STEPS = """
            public void inputs(java.util.Map<String, String> values) { note("inputs " + values); }
            public void init() { note("init"); }
            public void initWorker() { note("worker"); }
            public void done() { note("done"); }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void chooseFolder() {
        System.setProperty(SnippetProperties.FOLDER, folder.toString());
        MadeSnippet.Notes.ALL.clear();
    }

    @AfterEach
    void forgetFolder() {
        System.clearProperty(SnippetProperties.FOLDER);
    }

    /** Hands the class over like the host: the file appears atomically. */
    private void ready(String steps, String... inputs) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(
                SnippetProperties.CLASSES,
                MadeSnippet.compile(folder, "", steps).toString());
        for (int i = 0; i < inputs.length; i += 2) {
            properties.setProperty(SnippetProperties.INPUT + inputs[i], inputs[i + 1]);
        }
        Path part = folder.resolve("part");
        try (Writer writer = Files.newBufferedWriter(part)) {
            properties.store(writer, "");
        }
        Files.move(part, folder.resolve(SnippetProperties.READY));
    }

    private static SnippetJob start(int workers) {
        try {
            return SnippetJob.start(workers);
        } catch (Throwable e) {
            throw new CompletionException(e);
        }
    }

    private static CompletableFuture<SnippetCode> worker(SnippetJob job) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return job.worker();
                    } catch (Throwable e) {
                        throw new CompletionException(e);
                    }
                },
                SnippetJobTest::inThread);
    }

    private static void awaitNote(String note) throws InterruptedException {
        long start = System.nanoTime();
        while (!MadeSnippet.Notes.ALL.contains(note)) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(1));
            Thread.sleep(10);
        }
    }

    /** Runs a task in a new thread: the common pool may have a single thread, and workers wait for one another. */
    private static void inThread(Runnable task) {
        Thread thread = new Thread(task, "worker");
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    void setsInputsFirstAndCreatesInstancePerWorker() throws Exception {
        ready(STEPS, "size", "10", "text", "a=b c");
        SnippetJob job = start(2);
        assertThat(MadeSnippet.Notes.ALL).containsExactly("inputs {size=10, text=a=b c}", "init");

        CompletableFuture<SnippetCode> one = worker(job);
        CompletableFuture<SnippetCode> other = worker(job);

        assertThat(one.get(1, TimeUnit.MINUTES)).isNotSameAs(other.get(1, TimeUnit.MINUTES));
        assertThat(MadeSnippet.Notes.ALL).endsWith("init", "worker", "worker");
        job.done();
    }

    @Test
    void startsWorkersTogether() throws Exception {
        ready(STEPS);
        SnippetJob job = start(2);

        CompletableFuture<SnippetCode> first = worker(job);
        awaitNote("worker");
        assertThat(first).isNotDone();
        CompletableFuture<SnippetCode> second = worker(job);

        CompletableFuture.allOf(first, second).get(1, TimeUnit.MINUTES);
        job.done();
    }

    @Test
    void runsDoneOnce() throws IOException {
        ready(STEPS);
        SnippetJob job = start(1);

        job.done();
        job.done();

        assertThat(MadeSnippet.Notes.ALL).containsOnlyOnce("done");
    }

    @Test
    void ignoresFailureOfDone() throws IOException {
        ready("public void done() { note(\"done\"); throw new IllegalStateException(\"late\"); }");
        SnippetJob job = start(1);

        job.done();

        assertThat(MadeSnippet.Notes.ALL).containsExactly("done");
    }

    @Test
    void propagatesFailureOfInit() throws IOException {
        ready("public void init() { throw new IllegalStateException(\"no data.bin\"); }");

        assertThatThrownBy(() -> SnippetJob.start(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no data.bin");
    }

    @Test
    void waitsForClass() throws Exception {
        CompletableFuture<SnippetJob> early = CompletableFuture.supplyAsync(() -> start(1), SnippetJobTest::inThread);
        assertThat(early).isNotDone();

        ready(STEPS);

        early.get(1, TimeUnit.MINUTES).done();
        assertThat(MadeSnippet.Notes.ALL).isEqualTo(List.of("inputs {}", "init", "done"));
    }

    @Test
    void failsOutsideOfCommand() {
        System.setProperty(SnippetProperties.FOLDER, folder.resolve("gone").toString());

        assertThatThrownBy(() -> SnippetJob.start(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("This benchmark measures snippets: the microbench command runs it.");
    }
}
