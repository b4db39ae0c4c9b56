// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.forks.ForkReport;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostCases.HostCase;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.snippet.Answer;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetException;
import io.microbench.snippet.SnippetListener;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.SnippetRun;
import io.microbench.stats.ForkEstimate;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The subject of a watch, which has a new version whenever its files change.
 *
 * <p>A version that cannot be measured is reported by a {@link io.microbench.text.PreflightException}, a {@link
 * io.microbench.snippet.SnippetException} or an {@link java.io.UncheckedIOException}.
 */
interface Subject {

    List<String> files();

    /** Prepares to measure the current version, in a folder that is used by this version only. */
    Version start(Path folder);

    /** The content of the files at one time; for one thread, except {@link #close}. */
    interface Version extends AutoCloseable {

        /** Checks, before any fork, whether the version can be measured; returns what it is called. */
        String prepare();

        /** Runs one fork, numbered from 1; if it fails, the result says so. */
        Measured fork(int number);

        /** Stops the busy fork, from any thread, and starts no other. */
        @Override
        void close();
    }

    /**
     * The result of a fork.
     *
     * @param value {@link io.microbench.result.ForkResult#value}
     */
    record Measured(double value, String unit, Optional<String> failure) {

        static Measured failed(String why) {
            return new Measured(0, "", Optional.of(why.replaceFirst("\\.$", "")));
        }
    }

    /**
     * A case of a suite, measured by a host with its class path.
     *
     * @param launch class path and settings; the setting {@code microbench.cases} must choose a single case
     * @param output receives the output of JMH and the forks
     */
    record CaseSubject(ForkServerClient.Launch launch, Consumer<String> output) implements Subject {

        /** Settings for short forks, so that a change is seen soon. */
        private static final Map<String, String> SHORT_FORKS = Map.of(
                "forks", "1",
                "warmupIterations", "5",
                "microbench.warmupTime", "100ms",
                "measureIterations", "10",
                "microbench.measurementTime", "50ms");

        @Override
        public List<String> files() {
            return launch.classPath();
        }

        @Override
        public Version start(Path folder) {
            return new HostVersion(launch.name(), ForkServerClient.start(launch, output), folder);
        }

        private static final class HostVersion implements Version {

            private final String name;
            private final ForkServerClient host;
            private final Path folder;
            private Optional<HostCase> only = Optional.empty();

            HostVersion(String name, ForkServerClient host, Path folder) {
                this.name = name;
                this.host = host;
                this.folder = folder;
            }

            @Override
            public String prepare() {
                HostCase found = only(host.list(SHORT_FORKS));
                only = Optional.of(found);
                return found.id().text() + " in " + name;
            }

            @Override
            public Measured fork(int number) {
                HostCase one = only.orElseThrow();
                ForkReport report = host.run(one.id(), one.plan(), number, folder);
                ForkResult fork = report.fork();
                if (fork.value().isPresent()) {
                    String unit = report.score().map(Metric::unit).orElse("");
                    return new Measured(fork.value().getAsDouble(), unit, Optional.empty());
                }
                return Measured.failed(fork.failure()
                        .map(Failure::message)
                        .orElse("the fork delivered no finite score, so it is ignored"));
            }

            @Override
            public void close() {
                host.close();
            }
        }

        private static HostCase only(HostCases found) {
            if (found.cases().size() == 1) {
                return found.cases().get(0);
            }
            if (found.cases().isEmpty()) {
                throw new PreflightException(
                        found.nothing().isEmpty()
                                ? "There is no benchmark to watch: no META-INF/BenchmarkList on the class path names a class which"
                                        + " can be loaded."
                                : found.nothing());
            }
            throw new PreflightException("One case can be watched, and "
                    + found.cases().size() + " are chosen: "
                    + found.cases().stream().limit(5).map(c -> c.id().text()).collect(Collectors.joining("; "))
                    + (found.cases().size() > 5 ? "; ..." : "") + ". Say which, as in '*Codec.encode:size=1024'.");
        }
    }

    /**
     * A snippet that is compiled again whenever its file or a class on its class path changes.
     *
     * <p>Each fork is a separate run; the compiled snippet is cached in between.
     */
    static final class SnippetSubject implements Subject {

        private static final double NANOS = 1e9;

        private final Question question;
        private final Consumer<String> notes;
        private final Consumer<String> output;
        private final Set<String> warned = new HashSet<>();

        /** Takes a question with one snippet, in one variant and with one value of each input. */
        SnippetSubject(Question asked, Consumer<String> notes, Consumer<String> output) {
            if (asked.snippets().size() != 1
                    || asked.variants().size() > 1
                    || asked.inputs().values().stream().anyMatch(values -> values.size() != 1)) {
                throw new SnippetException(
                        "One snippet can be watched, in one variant and with one value of each input.");
            }
            Sampling much = asked.sampling();
            this.question = asked.with(new Sampling(
                    much.samples(),
                    much.duration(),
                    much.loop(),
                    much.warmup(),
                    1,
                    OptionalDouble.empty(),
                    much.budget()));
            this.notes = notes;
            this.output = output;
        }

        @Override
        public List<String> files() {
            List<String> files = new ArrayList<>();
            question.classPath().forEach(entry -> files.add(entry.toString()));
            snippet().file().ifPresent(file -> files.add(file.toString()));
            return files;
        }

        private Snippet snippet() {
            return question.snippets().get(0);
        }

        @Override
        public Version start(Path folder) {
            return new CompiledVersion(question.withCache(folder));
        }

        private final class CompiledVersion implements Version {

            private final Question asked;
            private Optional<SnippetRun> busy = Optional.empty();
            private boolean closed;

            CompiledVersion(Question asked) {
                this.asked = asked;
            }

            @Override
            public String prepare() {
                SnippetRun.compile(asked);
                return snippet().name();
            }

            @Override
            public Measured fork(int number) {
                try (SnippetRun run = SnippetRun.open(asked, SnippetListener.printing(output))) {
                    begun(Optional.of(run));
                    return measured(run.measure());
                } finally {
                    begun(Optional.empty());
                }
            }

            private void begun(Optional<SnippetRun> run) {
                boolean late;
                synchronized (this) {
                    busy = run;
                    late = closed;
                }
                if (late) {
                    run.ifPresent(SnippetRun::stop);
                }
            }

            private Measured measured(Answer answer) {
                if (!answer.stopped()) {
                    answer.warnings().forEach(warning -> warn("WARNING: " + warning));
                }
                SnippetResult result = answer.snippets().get(0);
                return answer.failures().values().stream()
                        .findFirst()
                        .map(failure -> Measured.failed(failure.message()))
                        .orElseGet(
                                () -> result.isMeasured() ? rate(result) : Measured.failed("It delivered no number"));
            }

            private Measured rate(SnippetResult result) {
                double nanos = result.nanos(ForkEstimate.forkValue(result.samples()));
                return new Measured(result.workers() * NANOS / nanos, "ops/s", Optional.empty());
            }

            /** Reports a warning once: each fork repeats it with other numbers. */
            private void warn(String text) {
                if (warned.add(text.replaceAll("[0-9]+", "0"))) {
                    notes.accept(text);
                }
            }

            @Override
            public void close() {
                Optional<SnippetRun> running;
                synchronized (this) {
                    closed = true;
                    running = busy;
                }
                running.ifPresent(SnippetRun::stop);
            }
        }
    }
}
