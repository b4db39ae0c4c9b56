/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.environment.RunClock;
import io.microbench.fork.PropertyLines;
import io.microbench.forking.ForkListener;
import io.microbench.forking.LocalForks;
import io.microbench.monitor.Monitor;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.PlannedCase;
import io.microbench.process.FolderTree;
import io.microbench.process.TemporaryFolders;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.snippet.SnippetListener.Stage;
import io.microbench.snippet.fork.Handover;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Measures what a {@link Question} asks.
 *
 * <p>Each fork is JMH's own, of a benchmark that was compiled with the harness and calls the snippet. The first one
 * starts while the snippets are being compiled, and waits for its class before it runs anything. No snippet ever runs
 * in this JVM. Nothing of this JVM's arguments reaches a fork.
 */
public final class SnippetRun implements AutoCloseable {

    /** How long a fork may take for its clean-up when the run is stopped. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    /** A compiler goes as deep as an expression does. */
    private static final long COMPILER_STACK = 64L << 20;

    private final Question question;
    private final SnippetListener listener;
    private final Path folder;
    private final LocalForks forks;
    private final List<SnippetCase> cases = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Set<Stage> reached = EnumSet.noneOf(Stage.class);
    private final AtomicInteger started = new AtomicInteger();
    private final Clock clock = RunClock.start();
    private final Instant start = clock.instant();
    private final CompletableFuture<List<Ready>> compiled = new CompletableFuture<>();
    private final List<String> classPath;
    private Optional<Monitor> monitor = Optional.empty();
    private volatile Optional<CompletableFuture<Environment>> machine = Optional.empty();
    /** A snippet does not compile: what JMH says of the fork that is ended is of no interest. */
    private volatile boolean refused;
    /** A fork could not be started, and no other can be. */
    private volatile boolean unstartable;

    private SnippetRun(Question question, SnippetListener listener) throws IOException {
        this.question = question;
        this.listener = listener;
        this.folder = TemporaryFolders.create();
        this.classPath = LocalForks.classPath(
                Handover.class,
                question.classPath().stream().map(Path::toString).toList());
        this.forks = LocalForks.open(folder, classPath, folder);
        List<Map<String, String>> combinations = new Inputs(question.inputs()).combinations();
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < question.snippets().size(); i++) {
            String name = question.snippets().get(i).name();
            int same = names.merge(name, 1, Integer::sum);
            for (Map<String, String> inputs : combinations) {
                cases.add(new SnippetCase(question, i, same == 1 ? name : name + " #" + same, inputs));
            }
        }
    }

    /**
     * Prepares to measure; starts nothing.
     *
     * @throws SnippetException if the question cannot be asked here
     */
    public static SnippetRun open(Question question, SnippetListener listener) {
        if (question.snippets().isEmpty()) {
            throw new SnippetException("There is no snippet to measure.");
        }
        if (Sampling.rounds(question.sampling().loop()) == 0) {
            throw new SnippetException(
                    "Samples of " + question.sampling().loop() + " calls cannot be taken in equal parts of at"
                            + " most " + Integer.MAX_VALUE + ". A round number can, such as 3,000,000,000.");
        }
        for (Path entry : question.classPath()) {
            if (!Files.exists(entry)) {
                throw new SnippetException("--classpath: there is no " + entry + ".");
            }
        }
        if (question.virtual() && Runtime.version().feature() < 21) {
            throw new SnippetException("--threads virtual needs JDK 21 or newer; this is JDK "
                    + Runtime.version().feature() + ". JAVA_HOME says which one is used.");
        }
        try {
            return new SnippetRun(question, listener);
        } catch (IOException e) {
            throw new UncheckedIOException("There is no room for temporary files (" + e + ")", e);
        }
    }

    /**
     * Writes a snippet as the source of an ordinary JMH benchmark class, without measuring it.
     *
     * @param className the name of the class with its package: JMH takes no class without
     * @throws SnippetException if the snippet does not compile
     */
    public static String benchmarkSource(Question question, String className) {
        try (SnippetRun run = open(question, SnippetListener.NONE);
                SnippetCompiler compiler = new SnippetCompiler(question)) {
            Anatomy anatomy =
                    compiler.compile(question.snippets().get(0), run.folder).anatomy();
            return BenchmarkSource.of(anatomy, className, question.workers());
        }
    }

    /**
     * Compiles the snippets, without measuring them; where the question has a cache, a run finds them there.
     *
     * @return what people should know of the snippets
     * @throws SnippetException if one does not compile
     */
    public static List<String> compile(Question question) {
        try (SnippetRun run = open(question, SnippetListener.NONE)) {
            return Compilation.all(question, run.folder).stream()
                    .flatMap(ready -> ready.told().stream())
                    .toList();
        }
    }

    /**
     * Monitors the busy fork once a second; to be called before {@link #measure}.
     *
     * @param lines takes each line of a table of what it sees
     * @return what was seen in the last two minutes
     * @throws SnippetException if snippets are measured at the same time: there is no busy fork then, but several
     */
    public MonitorHistory monitor(Consumer<String> lines) {
        if (question.order() == Question.Order.PARALLEL) {
            throw new SnippetException(
                    "--monitor looks at one fork, and --parallel runs several: leave one of them out.");
        }
        Monitor started = monitor.orElseGet(() -> Monitor.start(folder, lines));
        monitor = Optional.of(started);
        return started.history();
    }

    /**
     * Measures, until everything is measured or {@link #stop} is called; a snippet that fails is in the answer.
     *
     * @throws SnippetException if a snippet does not compile; nothing was measured then
     * @throws CheckException if a snippet does not stand the check that the question demands; nothing was measured then
     */
    public Answer measure() {
        daemon(this::compile, "microbench-compile", COMPILER_STACK).start();
        if (question.check() != Question.Check.NONE) {
            List<Ready> ready = ready();
            reached(Stage.COMPILED, ready);
            new Rehearsal(question, classPath).run(ready, folder, forks::isStopped, listener::note);
        }
        Schedule schedule = new Schedule(question);
        for (List<SnippetCase> turn = schedule.turn(cases, true);
                !turn.isEmpty() && !isOver();
                turn = schedule.turn(cases, timeLeft())) {
            if (question.order() == Question.Order.PARALLEL) {
                parallel(turn);
            } else {
                turn.stream().takeWhile(one -> !isOver()).forEach(this::fork);
            }
        }
        ready();
        return answer();
    }

    private boolean isOver() {
        return forks.isStopped() || unstartable;
    }

    private void compile() {
        try {
            compiled.complete(Compilation.all(question, folder));
        } catch (RuntimeException | Error e) {
            refused = true;
            forks.stop(Duration.ZERO);
            compiled.completeExceptionally(e);
        }
    }

    /** Waits for the compiler. */
    private List<Ready> ready() {
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
     * Runs one more fork of each snippet that was measured and has not failed, with the Flight Recorder; its numbers
     * are thrown away. To be called after {@link #measure}.
     *
     * @param target the folder of the recordings, which is there; older ones of the same name are replaced
     * @param done takes each recording when it is there, or why it is not
     */
    public void record(Path target, Consumer<Recording> done) {
        FileNames names = new FileNames(".jfr");
        for (SnippetCase one : cases) {
            boolean wanted = one.result().isMeasured() && one.failure().isEmpty() && !one.isEmpty();
            if (wanted && !forks.isStopped()) {
                done.accept(record(one, target.resolve(names.of(one.label()))));
            }
        }
    }

    private Recording record(SnippetCase one, Path file) {
        String name = "recording-" + started.incrementAndGet();
        try {
            Path own = Files.createDirectories(folder.resolve(name));
            handOver(own, ready().get(one.snippet()).classes(), one.inputs());
            PlannedCase planned = one.recorded(own, file.toAbsolutePath());
            ForkResult fork =
                    forks.run(planned, one.forks() + 1, name, ForkListener.NONE).fork();
            return new Recording(one.label(), file, fork.failure().map(this::explained));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean timeLeft() {
        return Duration.between(start, clock.instant())
                        .compareTo(question.sampling().budget())
                < 0;
    }

    private void parallel(List<SnippetCase> turn) {
        List<Thread> threads = turn.stream()
                .map(one -> daemon(() -> fork(one), "microbench-fork", 0))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                stop();
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Thread daemon(Runnable task, String name, long stack) {
        Thread thread = new Thread(null, task, name, stack);
        thread.setDaemon(true);
        return thread;
    }

    private void fork(SnippetCase one) {
        String name = "fork-" + started.incrementAndGet();
        try {
            Path own = Files.createDirectories(folder.resolve(name));
            CompletableFuture<Void> handed = compiled.thenAccept(ready -> {
                reached(Stage.COMPILED, ready);
                handOver(own, ready.get(one.snippet()).classes(), one.inputs());
            });
            PlannedCase planned = one.next(own);
            monitor.ifPresent(m -> m.busy(one.label(), own));
            ForkResult fork =
                    forks.run(planned, one.forks() + 1, name, listening(one)).fork();
            if (handed.isCompletedExceptionally()) {
                return;
            }
            unstartable |= fork.failure()
                    .filter(f -> f.kind() == Failure.Kind.NOT_STARTED)
                    .isPresent();
            if (fork.failure().filter(f -> f.kind() == Failure.Kind.STOPPED).isEmpty() || hasSamples(fork)) {
                one.add(with(
                        fork,
                        forks.isStopped() ? Optional.empty() : fork.failure().map(this::explained)));
            }
            warn(one, fork);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasSamples(ForkResult fork) {
        return fork.measuredScores().length > 0;
    }

    /** Describes a failure in the terms of the command. */
    private Failure explained(Failure failure) {
        String message =
                switch (failure.kind()) {
                    case TIMED_OUT ->
                        "it did not come to an end within " + question.timeout().toMillis() / 1000.0 + " s"
                                + " beyond its sample, and its JVM was ended. --timeout allows for more.";
                    case EXITED -> "it ended its JVM (System.exit or Runtime.halt), so there is nothing to measure.";
                    default -> failure.message();
                };
        return new Failure(failure.kind(), message, failure.stackTrace(), failure.command(), failure.outputTail());
    }

    /** What was measured before somebody stopped the run is as good as any: it then has no failure. */
    private static ForkResult with(ForkResult fork, Optional<Failure> failure) {
        return fork.toBuilder()
                .jvmArgs(fork.jvmArgs().stream()
                        .filter(argument -> !argument.startsWith("-D" + Handover.FOLDER))
                        .toList())
                .failure(failure)
                .build();
    }

    /** Hands the location of its class to a fork; the file appears at once, whole. */
    private static void handOver(Path own, Path classes, Map<String, String> inputs) {
        Map<String, String> told = new LinkedHashMap<>();
        told.put(Handover.CLASSES, classes.toAbsolutePath() + File.separator);
        inputs.forEach((name, value) -> told.put(Handover.INPUT + name, value));
        Path draft = own.resolve("draft");
        try {
            Files.writeString(draft, PropertyLines.of(told));
            Files.move(draft, own.resolve(Handover.READY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ForkListener listening(SnippetCase one) {
        int number = one.forks() + 1;
        return new ForkListener() {
            @Override
            public void started() {
                reached(Stage.FORK_READY, List.of());
            }

            @Override
            public void iteration(IterationResult iteration) {
                reached(Stage.FIRST_NUMBER, List.of());
                monitor.ifPresent(m -> m.rate(one.rate(iteration.score())));
                listener.progress(new Progress(
                        one.name(),
                        number,
                        one.nanos(iteration.score()),
                        question.workers(),
                        iteration.phase() == IterationResult.Phase.WARMUP));
            }

            @Override
            public void printed(String line) {
                if (!refused) {
                    listener.printed(one.name(), line);
                }
            }
        };
    }

    private synchronized void reached(Stage stage, List<Ready> ready) {
        if (reached.add(stage)) {
            if (stage == Stage.FIRST_NUMBER) {
                // Early, as measuring is load, too; not sooner, as it takes a processor from the fork that is to
                // deliver.
                machine = Optional.of(CompletableFuture.supplyAsync(EnvironmentProbe::here));
            }
            listener.stage(stage, clock.instant());
            for (int i = 0; i < ready.size(); i++) {
                ready.get(i).told().forEach(listener::note);
                listener.source(question.snippets().get(i).name(), ready.get(i).source());
            }
        }
    }

    private synchronized void warn(SnippetCase one, ForkResult fork) {
        Optional.ofNullable(fork.echo().get(Handover.DONE_FAILURE))
                .ifPresent(e -> warnings.add(Snippet.quoted(one.name()) + ": --done failed: " + e
                        + ". The numbers are not touched by that."));
        Optional.ofNullable(fork.echo().get(Handover.THREADS_LEFT))
                .ifPresent(
                        n -> warnings.add(
                                Snippet.quoted(one.name()) + " started threads and left them running (" + n
                                        + " in the last fork seen); they were ended with it. What they did went on while it was measured."));
    }

    private Answer answer() {
        Overheads overheads = new Overheads(cases);
        List<SnippetResult> results = cases.stream()
                .filter(one -> !one.isEmpty())
                .map(overheads::result)
                .toList();
        Map<String, Failure> failures = new LinkedHashMap<>();
        cases.forEach(one -> one.failure()
                .ifPresent(failure -> failures.put(one.result().result().id().text(), failure)));
        List<CaseResult> kept = cases.stream().map(one -> one.result().result()).toList();
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                start,
                Optional.of(clock.instant()),
                machine.map(CompletableFuture::join).orElseGet(EnvironmentProbe::here),
                List.<SettingValue>of(),
                kept,
                Optional.empty());
        return new Answer(run, results, failures, allWarnings(run, results), forks.isStopped());
    }

    /**
     * Returns all warnings, the most important first: numbers that are not those of a snippet, then what disturbed it.
     */
    private synchronized List<String> allWarnings(RunRecord run, List<SnippetResult> results) {
        SnippetWarnings found = new SnippetWarnings(question, run, results);
        List<String> all = new ArrayList<>(unused());
        all.addAll(found.ofNumbers());
        results.forEach(snippet -> all.addAll(HookWarnings.of(snippet)));
        if (question.order() == Question.Order.PARALLEL && cases.size() > 1) {
            all.add("--parallel: the snippets ran at the same time and disturbed each other. Without it they run in"
                    + " turn.");
        }
        all.addAll(found.ofMachine());
        all.addAll(warnings);
        question.sampling().precision().ifPresent(precision -> {
            for (SnippetResult snippet : results) {
                if (snippet.isMeasured() && snippet.precision() > precision) {
                    all.add(Snippet.quoted(snippet.name())
                            + ": the interval is wider than --precision asked for when the --budget was spent.");
                }
            }
        });
        return all;
    }

    private List<String> unused() {
        List<Ready> ready = ready();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ready.size(); i++) {
            List<String> unused = ready.get(i).unused();
            if (!unused.isEmpty()) {
                lines.add(
                        Snippet.quoted(question.snippets().get(i).name()) + ": nobody uses " + String.join(", ", unused)
                                + ", so the compiler may leave out what computes it. Return it, or add up what a loop computes and"
                                + " return the sum.");
            }
        }
        return lines;
    }

    /** Stops from any thread: busy forks clean up and end, and {@link #measure} returns what there is. */
    public void stop() {
        forks.stop(PATIENCE);
    }

    /** Removes what was written. */
    @Override
    public void close() {
        forks.close();
        monitor.ifPresent(Monitor::close);
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // What is left lies in the system's folder for temporary files.
        }
    }
}
