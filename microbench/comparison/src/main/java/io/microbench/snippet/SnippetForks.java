// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.forks.ForkListener;
import io.microbench.forks.ForkReport;
import io.microbench.forks.LocalForks;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.fork.SnippetProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs single forks of snippets, each in its own folder.
 *
 * <p>A fork may be started before its snippet is compiled; it then waits for the class.
 */
final class SnippetForks implements AutoCloseable {

    /** How long a fork may take to clean up when the run is stopped. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final Path folder;
    private final SnippetEvents events;
    private final Question question;
    /** The class path of the forks for each set of libraries; each jar is read once. */
    private final Map<Map<String, Path>, List<String>> classPaths = new ConcurrentHashMap<>();

    private final CompletableFuture<Compilation> compiled;
    private final LocalForks forks;
    private final AtomicInteger started = new AtomicInteger();

    SnippetForks(Question question, Path folder, CompletableFuture<Compilation> compiled, SnippetEvents events) {
        this.question = question;
        this.folder = folder;
        this.compiled = compiled;
        this.events = events;
        this.forks = new LocalForks(folder, classPath(question.variants().get(0)), folder);
    }

    /**
     * Runs the next fork of a case, once its class exists.
     *
     * @return its result; empty if the snippets do not compile, or if it was stopped before its first sample
     */
    Optional<ForkResult> fork(SnippetCase snippetCase) {
        try {
            Path own = newFolder();
            CompletableFuture<Void> handed = compiled.thenAccept(ready -> {
                events.compiled(ready.first());
                SnippetCasePlans.handOver(own, classes(snippetCase, ready), snippetCase.inputs());
            });
            PlannedCase planned = snippetCase.next(own);
            ForkResult fork = run(snippetCase, planned, own, events.begins(snippetCase, own, planned.plan()))
                    .fork();
            if (handed.isCompletedExceptionally()) {
                return Optional.empty();
            }
            // Ctrl-C also reaches the fork, which may end before this JVM kills it.
            boolean over = isStopped();
            boolean stopped = over
                    || fork.failure()
                            .filter(f -> f.kind() == Failure.Kind.STOPPED)
                            .isPresent();
            ForkResult kept = kept(snippetCase, fork, over);
            return stopped && kept.value().isEmpty() ? Optional.empty() : Optional.of(kept);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs another fork of a case with a profiler; its scores are discarded.
     *
     * @param base the name of the profiler's files, without their extensions
     */
    ProfiledFork profile(SnippetCase snippetCase, ProfilerPlan profiler, Path base) {
        try {
            Path own = newFolder();
            SnippetCasePlans.handOver(own, classes(snippetCase, compiled.join()), snippetCase.inputs());
            ForkReport report = run(snippetCase, snippetCase.profiled(own, profiler, base), own, ForkListener.NONE);
            return ProfiledFork.read(profiler, base, report.fork().failure(), report.secondary(), report.texts());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path newFolder() throws IOException {
        return Files.createDirectories(folder.resolve("fork-" + started.incrementAndGet()));
    }

    /** Runs a fork until it is stopped, with as many threads as the maximum number of workers. */
    ForkResult live(SnippetCase snippetCase, Path own, int most) {
        SnippetCasePlans.handOver(own, classes(snippetCase, compiled.join()), snippetCase.inputs());
        PlannedCase planned = snippetCase.live(own, most);
        ForkResult fork = run(snippetCase, planned, own, events.begins(snippetCase, own, planned.plan()))
                .fork();
        return kept(snippetCase, fork, isStopped());
    }

    private ForkReport run(SnippetCase snippetCase, PlannedCase planned, Path own, ForkListener listener) {
        forks.use(classPath(snippetCase.variant()));
        return forks.run(planned, snippetCase.forks() + 1, String.valueOf(own.getFileName()), listener);
    }

    private List<String> classPath(Variant variant) {
        return classPaths.computeIfAbsent(variant.libraries(), libraries -> classPath(question, variant));
    }

    /** Returns the class path of the JVMs that run the snippets in a variant. */
    static List<String> classPath(Question question, Variant variant) {
        return LocalForks.classPath(
                SnippetProperties.class,
                question.classPath(variant).stream().map(Path::toString).toList());
    }

    private static Path classes(SnippetCase snippetCase, Compilation compiled) {
        return compiled.of(snippetCase.variant()).get(snippetCase.snippet()).classes();
    }

    /** Returns the fork to record. If the run was stopped, removes its failure: the samples so far are valid. */
    private ForkResult kept(SnippetCase snippetCase, ForkResult fork, boolean over) {
        return fork.toBuilder()
                .jvmArgs(snippetCase.recorded(fork.jvmArgs()))
                .failure(over ? Optional.empty() : fork.failure())
                .build();
    }

    boolean isStopped() {
        return forks.isStopped();
    }

    /** Stops the busy forks after their clean-up, and starts no more. */
    void stop() {
        forks.stop(PATIENCE);
    }

    /** Kills the busy forks, and starts no more. */
    void kill() {
        forks.stop(Duration.ZERO);
    }

    @Override
    public void close() {
        forks.close();
    }
}
