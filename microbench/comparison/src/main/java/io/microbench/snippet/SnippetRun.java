// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.forks.RunClock;
import io.microbench.monitor.Monitor;
import io.microbench.monitor.MonitorHistory;
import io.microbench.process.TemporaryFolders;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.run.ForkLoop;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Squeeze;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.settings.ThreadCounts;
import io.microbench.settings.ThreadKind;
import io.microbench.snippet.Question.Workers;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.text.Counted;
import io.microbench.text.FileNames;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Measures the snippets of a {@link Question}.
 *
 * <p>Each fork is a JMH fork of a precompiled benchmark that calls the snippet. The first one starts while the snippets
 * are being compiled, and waits for its class. No snippet runs in this JVM, and the arguments of this JVM are not
 * passed to forks.
 */
public final class SnippetRun implements AutoCloseable {

    /** The stack size of the compiler's thread: the compiler recurses as deeply as expressions are nested. */
    private static final long COMPILER_STACK = 64L << 20;

    private final Question question;
    private final SnippetListener listener;
    private final Path folder;
    private final SnippetEvents events;
    private final SnippetForks forks;
    /** Each snippet with each combination of inputs, with the first number of workers. */
    private final List<SnippetCase> curves = new ArrayList<>();
    /** The measured cases; in a squeeze, those that were started. */
    private final List<SnippetCase> cases = new ArrayList<>();

    private final Clock clock = RunClock.start();
    private final Instant start = clock.instant();
    private final Budget budget;
    private final CompletableFuture<Compilation> compiled = new CompletableFuture<>();

    private SnippetRun(Question question, SnippetListener listener) throws IOException {
        this.question = question;
        this.budget = new Budget(question.sampling().budget(), System::nanoTime);
        this.listener = listener;
        this.folder = TemporaryFolders.create();
        this.events = new SnippetEvents(question, listener, clock);
        this.forks = new SnippetForks(question, folder, compiled, events);
        List<Map<String, String>> combinations = new Inputs(question.inputs()).combinations();
        for (Row row : Row.of(question)) {
            for (Map<String, String> inputs : combinations) {
                curves.add(new SnippetCase(question, row, inputs));
            }
        }
    }

    public static SnippetRun open(Question question, SnippetListener listener) {
        if (question.snippets().isEmpty()) {
            throw new SnippetException("There is no snippet to measure.");
        }
        if (question.sampling().loop() > Integer.MAX_VALUE) {
            throw new SnippetException("Samples of " + question.sampling().loop() + " calls are too long: expected at"
                    + " most " + Integer.MAX_VALUE + " calls. Measure more samples.");
        }
        if (question.workers().isLadder() && question.order() == Question.Order.PARALLEL) {
            throw new SnippetException(
                    "Several numbers of workers cannot be measured at the same time, because their threads"
                            + " would share the processors. Interleave the forks, or specify one number.");
        }
        question.requireClassPath();
        if (question.order() == Question.Order.PARALLEL
                && question.distinctLibraries().size() > 1) {
            throw new SnippetException(
                    "Several versions of a library cannot be measured at the same time, because simultaneous forks"
                            + " share one class path. Specify one version, or alternate the forks.");
        }
        if (question.virtual() && question.oldest() < ThreadKind.FIRST_WITH_VIRTUAL) {
            throw new SnippetException("Virtual threads need JDK " + ThreadKind.FIRST_WITH_VIRTUAL
                    + " or newer; this is JDK "
                    + question.oldest() + ". Select the JDK with JAVA_HOME or a variant.");
        }
        int here = Runtime.version().feature();
        if (question.preview() && question.variants().stream().anyMatch(variant -> variant.feature() != here)) {
            throw new SnippetException(
                    "Preview features run only on the JDK that compiled them, which is the current one (" + here
                            + "): omit the variants of other JDKs. JAVA_HOME selects the JDK.");
        }
        try {
            return new SnippetRun(question, listener);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a temporary folder (" + e + ")", e);
        }
    }

    /** Compiles the snippets, without measuring them; if the question has a cache, they are stored there. */
    public static void compile(Question question) {
        try (SnippetRun run = open(question, SnippetListener.NONE)) {
            Compilation.of(question, run.folder);
        }
    }

    /** Compiles the snippets for forks that other JVMs start. */
    public static CompiledQuestion compiled(Question question) {
        try (SnippetRun run = open(question, SnippetListener.NONE)) {
            return CompiledQuestion.of(
                    question, Compilation.of(question, run.folder).first(), run.curves);
        }
    }

    /**
     * Monitors the running fork once per second; call this method before {@link #measure}.
     *
     * @return the history, which is updated and covers the last two minutes
     * @throws SnippetException if snippets are measured at the same time, because several forks run then
     */
    public MonitorHistory monitor() {
        if (question.order() == Question.Order.PARALLEL) {
            throw new SnippetException(
                    "The monitor shows one fork at a time, but snippets measured in parallel have several:"
                            + " alternate them, or measure without the monitor.");
        }
        MonitorHistory history = new MonitorHistory();
        Monitor started = Monitor.start(folder, history);
        events.monitor(started);
        return history;
    }

    /**
     * Measures until all snippets are measured or {@link #stop} is called; failed snippets are in the answer.
     *
     * @throws CheckException if a snippet does not pass the check of the question; nothing has been measured then
     */
    public Answer measure() {
        daemon(this::compile, "microbench-compile", COMPILER_STACK).start();
        if (question.check() != Question.Check.NONE) {
            Compilation ready = ready();
            events.compiled(ready.first());
            new Rehearsal(question).run(ready, folder, forks::isStopped, listener::note);
        }
        Map<String, Squeezed> squeezed = new LinkedHashMap<>();
        if (question.workers().patience().isPresent()) {
            SnippetSqueeze squeeze =
                    new SnippetSqueeze(question.workers(), this::measure, forks::isStopped, listener::note);
            curves.forEach(curve -> squeeze.climb(curve)
                    .ifPresent(found -> squeezed.put(curve.result().title(), found)));
        } else {
            List<SnippetCase> all = curves.stream()
                    .flatMap(curve -> question.workers().counts().stream().flatMap(count -> curve.rung(count).stream()))
                    .toList();
            if (question.sampling().precision().isEmpty()) {
                listener.planned(all.stream().mapToInt(SnippetCase::leastForks).sum());
            }
            measure(all);
        }
        return new AnswerSummary(question, cases, ready().first(), events, start, clock.instant())
                .answer(squeezed, forks.isStopped());
    }

    private void measure(List<SnippetCase> some) {
        cases.addAll(some);
        Schedule schedule = new Schedule(question, some);
        new ForkLoop<>(schedule, this::forks, (turn, decided) -> {}, budget, forks::isStopped).run();
    }

    private void compile() {
        try {
            compiled.complete(Compilation.of(question, folder));
        } catch (RuntimeException | Error e) {
            events.refused();
            forks.kill();
            compiled.completeExceptionally(e);
        }
    }

    private Compilation ready() {
        try {
            return compiled.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /**
     * Runs an additional fork of each successfully measured snippet with each profiler; its scores are discarded, and
     * the listener receives the recordings. Call this method after {@link #measure}.
     *
     * @param target the existing folder for their files; older files of the same name are replaced
     */
    public void profile(List<ProfilerPlan> profilers, Path target) {
        FileNames names = new FileNames("snippet");
        for (SnippetCase snippetCase : cases) {
            CaseResult measured = snippetCase.result().result();
            if (measured.score().isPresent() && !snippetCase.isEmpty() && !snippetCase.isOfLatency()) {
                Path base = target.resolve(names.of(snippetCase.label()));
                for (ProfilerPlan profiler : profilers) {
                    if (!forks.isStopped()) {
                        ProfiledFork fork = forks.profile(snippetCase, profiler, base);
                        listener.profiled(measured.id(), snippetCase.label(), profiler, fork, base);
                    }
                }
            }
        }
    }

    Path liveFolder() throws IOException {
        return forks.newFolder();
    }

    /** Runs the snippet in one fork until {@link #stop}, and returns the result of the fork; its score is meaningless. */
    ForkResult live(Path own, int most) {
        compile();
        ready();
        return forks.live(curves.get(0), own, most);
    }

    private Optional<List<SnippetCase>> forks(List<SnippetCase> turn) {
        if (turn.size() == 1) {
            fork(turn.get(0));
        } else {
            turn.stream()
                    .map(snippetCase -> CompletableFuture.runAsync(
                            () -> fork(snippetCase),
                            task -> daemon(task, "microbench-fork", 0).start()))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
        return Optional.of(turn);
    }

    private void fork(SnippetCase snippetCase) {
        forks.fork(snippetCase).ifPresent(snippetCase::add);
    }

    static Thread daemon(Runnable task, String name, long stack) {
        Thread thread = new Thread(null, task, name, stack);
        thread.setDaemon(true);
        return thread;
    }

    /** Stops the run: forks clean up and end, and {@link #measure} returns the results so far. Thread-safe. */
    public void stop() {
        forks.stop();
    }

    @Override
    public void close() {
        forks.close();
        events.close();
        TemporaryFolders.remove(folder);
    }

    /**
     * Measures a snippet with increasing numbers of workers until adding more brings no gain, as decided by {@link
     * Squeeze}.
     *
     * <p>A rung is measured with all its forks before the next one begins; several snippets are measured one after the
     * other.
     *
     * @param measure runs all forks of the cases of a rung
     * @param over returns whether the run is over
     * @param progress receives a line for each measured rung
     */
    record SnippetSqueeze(
            Workers workers, Consumer<List<SnippetCase>> measure, BooleanSupplier over, Consumer<String> progress) {
        /** Measures one snippet, and returns the result; empty if the run was over before it began. */
        Optional<Squeezed> climb(SnippetCase curve) {
            if (over.getAsBoolean()) {
                return Optional.empty();
            }
            Squeeze squeeze = new Squeeze(workers.counts(), workers.patience().orElse(ThreadCounts.PATIENCE));
            for (OptionalInt next = squeeze.next(); next.isPresent(); next = squeeze.next()) {
                List<SnippetCase> rung = curve.rung(next.getAsInt());
                measure.accept(rung);
                take(rung.get(0), squeeze);
            }
            return Optional.of(squeeze.outcome());
        }

        private void take(SnippetCase rung, Squeeze squeeze) {
            SnippetResult result = rung.result();
            Optional<Failure> failure = rung.failure();
            // Samples measured before a stop are valid.
            if (result.isMeasured() && failure.isEmpty()) {
                squeeze.measured(result.rung().from(result.result().forkValues().length));
                progress.accept(text(result));
            }
            if (over.getAsBoolean()) {
                squeeze.stop();
            } else if (failure.isPresent() || !result.isMeasured()) {
                squeeze.failed(failure.map(Failure::message).orElse("it has no score"));
            }
        }

        private static String text(SnippetResult result) {
            Rung rung = result.rung();
            return result.title() + ": " + Counted.of(rung.workers(), "worker") + " at "
                    + Quantity.COUNT.format(rung.rate()) + " ops/s"
                    + rung.interval()
                            .map(i -> ", ±" + Numbers.percent(result.precision()))
                            .orElse("");
        }
    }
}
