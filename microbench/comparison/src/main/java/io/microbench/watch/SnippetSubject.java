// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.snippet.Answer;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetException;
import io.microbench.snippet.SnippetListener;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.SnippetRun;
import io.microbench.stats.ForkEstimate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A snippet that is compiled again whenever its file or a class on its class path changes.
 *
 * <p>Each fork is a separate run, so that the number of workers may change; the compiled snippet is cached in between.
 */
final class SnippetSubject implements Subject {

    private static final double NANOS = 1e9;

    private final Question question;
    private final Consumer<String> notes;
    private final Consumer<String> output;
    private final Set<String> warned = new HashSet<>();

    /** Takes a question with one snippet, in one variant and with one value of each input. */
    SnippetSubject(Question asked, Consumer<String> notes, Consumer<String> output) {
        if (asked.snippets().size() != 1) {
            throw new SnippetException("One snippet can be watched, and there are "
                    + asked.snippets().size() + ".");
        }
        if (asked.variants().size() > 1) {
            throw new SnippetException("A snippet can be watched in one variant, and there are "
                    + asked.variants().size() + ": "
                    + asked.variants().stream().map(Variant::name).collect(Collectors.joining(", ")) + ".");
        }
        asked.inputs().forEach((name, values) -> {
            if (values.size() != 1) {
                throw new SnippetException("A snippet can be watched with one value of each input, and " + name
                        + " has " + values.size() + ".");
            }
        });
        Sampling much = asked.sampling();
        this.question = asked.with(new Sampling(
                much.samples(), much.duration(), much.loop(), much.warmup(), 1, OptionalDouble.empty(), much.budget()));
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
        private final Set<String> noted = new HashSet<>();
        private Optional<SnippetRun> busy = Optional.empty();
        private boolean closed;

        CompiledVersion(Question asked) {
            this.asked = asked;
        }

        @Override
        public Plan prepare() {
            SnippetRun.compile(asked).forEach(this::note);
            return new Plan(snippet().name(), asked.workers().first());
        }

        @Override
        public Measured fork(int workers, int number) {
            SnippetListener listener = new SnippetListener() {
                @Override
                public void printed(String snippet, String line) {
                    output.accept(line);
                }
            };
            try (SnippetRun run = SnippetRun.open(asked.withWorkers(workers), listener)) {
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
                    .orElseGet(() -> result.isMeasured() ? rate(result) : Measured.failed("It delivered no number"));
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

        private void note(String text) {
            if (noted.add(text)) {
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
