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
import io.microbench.snippet.SnippetException;
import io.microbench.snippet.SnippetListener;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.SnippetRun;
import io.microbench.stats.ForkEstimate;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A version of the watched files. Not thread-safe, except for {@link #close}.
 *
 * <p>A version that cannot be measured is reported by a {@link io.microbench.text.PreflightException}, a
 * {@link io.microbench.snippet.SnippetException} or an {@link java.io.UncheckedIOException}.
 */
interface WatchedVersion extends AutoCloseable {

    /** Checks that the version can be measured, before the first fork; returns its name. */
    String prepare();

    /** Runs one fork, numbered from 1; the result contains its failure, if any. */
    Measured fork(int number);

    /** Stops the running fork, and starts no further forks. Thread-safe. */
    @Override
    void close();

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

    /** A case of a suite, measured by a host with its class path; the settings must choose a single case. */
    final class CaseVersion implements WatchedVersion {

        /** Settings for short forks, which show a change quickly. */
        private static final Map<String, String> SHORT_FORKS = Map.of(
                "forks", "1",
                "warmupIterations", "5",
                "microbench.warmupTime", "100ms",
                "measureIterations", "10",
                "microbench.measurementTime", "50ms");

        private final String name;
        private final ForkServerClient host;
        private final Path folder;
        private Optional<HostCase> only = Optional.empty();

        CaseVersion(ForkServerClient.Launch launch, Consumer<String> output, Path folder) {
            this.name = launch.name();
            this.host = ForkServerClient.start(launch, output);
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
            HostCase hostCase = only.orElseThrow();
            ForkReport report = host.run(hostCase.id(), hostCase.plan(), number, folder);
            ForkResult fork = report.fork();
            if (fork.value().isPresent()) {
                String unit = report.score().map(Metric::unit).orElse("");
                return new Measured(fork.value().getAsDouble(), unit, Optional.empty());
            }
            return Measured.failed(
                    fork.failure().map(Failure::message).orElse("the fork has no finite score and is ignored"));
        }

        @Override
        public void close() {
            host.close();
        }

        private static HostCase only(HostCases found) {
            if (found.cases().size() == 1) {
                return found.cases().get(0);
            }
            if (found.cases().isEmpty()) {
                throw new PreflightException(
                        found.nothing().isEmpty()
                                ? "There is no benchmark to watch: no class on the class path that can be loaded has"
                                        + " @Benchmark methods."
                                : found.nothing());
            }
            throw new PreflightException("Only one case can be watched, but "
                    + found.cases().size() + " are selected: "
                    + found.cases().stream().limit(5).map(c -> c.id().text()).collect(Collectors.joining("; "))
                    + (found.cases().size() > 5 ? "; ..." : "")
                    + ". Select one case, for example '*Codec.encode:size=1024'.");
        }
    }

    /** A snippet, compiled into the folder of the version; each fork is a separate run. */
    final class SnippetVersion implements WatchedVersion {

        private static final double NANOS = 1e9;

        private final Question question;
        private final Consumer<String> warnings;
        private final Consumer<String> output;
        private Optional<SnippetRun> busy = Optional.empty();
        private boolean closed;

        /** Creates a version for a question returned by {@link #single}. */
        SnippetVersion(Question question, Consumer<String> warnings, Consumer<String> output, Path folder) {
            this.question = question.withCache(folder);
            this.warnings = warnings;
            this.output = output;
        }

        /** Returns the question with one fork; it must have one snippet, one variant and one value of each input. */
        static Question single(Question given) {
            if (given.snippets().size() != 1
                    || given.variants().size() > 1
                    || given.inputs().values().stream().anyMatch(values -> values.size() != 1)) {
                throw new SnippetException(
                        "Only one snippet can be watched, in one variant and with one value of each input.");
            }
            Sampling much = given.sampling();
            return given.with(new Sampling(
                    much.samples(),
                    much.duration(),
                    much.loop(),
                    much.warmup(),
                    1,
                    OptionalDouble.empty(),
                    much.budget()));
        }

        /** Returns the class path of the snippet, and its file, if any. */
        static List<String> files(Question question) {
            return Stream.concat(question.classPath().stream(), question.snippets().get(0).file().stream())
                    .map(Path::toString)
                    .toList();
        }

        @Override
        public String prepare() {
            SnippetRun.compile(question);
            return question.snippets().get(0).name();
        }

        @Override
        public Measured fork(int number) {
            try (SnippetRun run = SnippetRun.open(question, SnippetListener.printing(output))) {
                synchronized (this) {
                    busy = Optional.of(run);
                    if (closed) {
                        run.stop();
                    }
                }
                return measured(run.measure());
            }
        }

        private Measured measured(Answer answer) {
            if (!answer.stopped()) {
                answer.warnings().forEach(warnings);
            }
            SnippetResult result = answer.snippets().get(0);
            return answer.failures().values().stream()
                    .findFirst()
                    .map(failure -> Measured.failed(failure.message()))
                    .orElseGet(() -> result.isMeasured() ? rate(result) : Measured.failed("It has no score"));
        }

        private static Measured rate(SnippetResult result) {
            double nanos = result.nanos(ForkEstimate.forkValue(result.samples()));
            return new Measured(result.workers() * NANOS / nanos, "ops/s", Optional.empty());
        }

        @Override
        public synchronized void close() {
            closed = true;
            busy.ifPresent(SnippetRun::stop);
        }
    }
}
