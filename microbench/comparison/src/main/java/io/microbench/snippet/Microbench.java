// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.fork.ResultCheck;
import io.microbench.forks.RunLock;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.MonitorOutput;
import io.microbench.snippet.fork.CallLoop;
import io.microbench.snippet.fork.CallLoop.Measured;
import io.microbench.snippet.fork.PackedLambda;
import io.microbench.snippet.fork.Work;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.Quantity;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures snippets from a test, a program or JShell, as the command {@code microbench} does from a shell: with the
 * same engine, in forked JVMs, and with objects as results.
 *
 * <pre>{@code
 * Comparison all = Microbench.compare("Math.sqrt(2)", "Math.cbrt(2)");
 * all.score("Math.cbrt(2)").relative();                                      // 0.03
 *
 * Microbench.compare(Microbench.question(
 *         Microbench.lambda("copy", () -> new int[100], (int[] a) -> a.clone())).with(sampling));
 * }</pre>
 *
 * <p>A string has no overhead. A lambda is deserialised in the fork: it costs an interface call, which is inlined if it
 * is the only one; a primitive value is boxed, and captured values are copies and not constants. This adds about a
 * nanosecond to each call. Therefore, compare lambdas with lambdas, and use strings for such short calls.
 *
 * <p>While forks run, standard output and standard error of this JVM are redirected to their output. A machine runs one
 * comparison at a time.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Microbench {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(10);

    private static final String JSHELL = "REPL.";

    /** JMH's profiler that counts the bytes that calls allocate. */
    public static final String ALLOCATION = "gc";

    private Microbench() {}

    /** Returns a question for the given snippets with the class path of this JVM, which also measures allocation. */
    public static Question question(Snippet... snippets) {
        List<Path> classPath = Stream.of(
                        System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        return Question.of(snippets).withClassPath(classPath).withProfilers(List.of(ALLOCATION));
    }

    /**
     * Compares snippets; each takes three to four seconds.
     *
     * @throws SnippetException if one does not compile; the answer reports a snippet that fails at run time
     */
    public static Comparison compare(String... snippets) {
        return compare(Arrays.stream(snippets).map(Snippet::of).toArray(Snippet[]::new));
    }

    /**
     * Compares snippets with their init and hooks; each takes three to four seconds.
     *
     * @throws SnippetException if one does not compile; a snippet that fails when it runs is in the answer
     */
    public static Comparison compare(Snippet... snippets) {
        return compare(question(snippets));
    }

    /**
     * Measures a question.
     *
     * @throws SnippetException if the question cannot be measured here, or a snippet does not compile
     */
    public static Comparison compare(Question question) {
        return measure(question, run -> new MonitorHistory());
    }

    /**
     * Measures a question and monitors the busy fork once per second.
     *
     * @param lines receives each line of the monitor's table; the result contains the same samples as objects
     * @throws SnippetException if the question cannot be measured here, or a snippet does not compile
     */
    public static Comparison monitored(Question question, Consumer<String> lines) {
        return measure(question, run -> {
            MonitorHistory history = run.monitor();
            history.listen(MonitorOutput.table(List.of(), lines));
            return history;
        });
    }

    /**
     * Runs a snippet until the job is closed, with a number of workers that can be changed: a live view, not a score.
     *
     * @param question has one snippet and at most one value of each input; the job begins with its number of workers
     * @param most the maximum number of workers
     * @throws SnippetException if the question cannot be measured here, or the snippet does not compile or fails at
     *     once
     */
    public static LiveJob start(Question question, int most) {
        if (question.snippets().size() != 1
                || question.inputs().values().stream().anyMatch(values -> values.size() != 1)) {
            throw new SnippetException("A live job runs one snippet with one value of each input.");
        }
        if (question.workers().isLadder() || question.workers().first() > most) {
            throw new SnippetException("A live job starts with one number of workers, not above its maximum: "
                    + question.workers().counts() + ", maximum " + most + ".");
        }
        RunLock lock = RunLock.acquire(LOCK_WAIT, line -> {});
        try {
            return LiveJob.start(question, most, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Calls work in this JVM for three seconds; see {@link #inProcess(Callable, Duration)}.
     *
     * @throws SnippetException if the work fails or does not return in time
     */
    public static InProcess inProcess(Callable<?> work) {
        return inProcess(work, InProcess.DEFAULT);
    }

    /**
     * Calls work in this JVM, on a separate thread, and measures rate and times, for a first look from JShell or a
     * debugger. There is no fork and no isolation, so use {@link #compare} for decisions.
     *
     * @param work work with a value, which is passed to JMH's black hole; a primitive is boxed. Each time includes a
     *     few nanoseconds for an interface call
     * @param time duration of the measurement, including warm-up; between 100 ms and 30 s. A call that has not returned
     *     by then is interrupted
     * @throws SnippetException if the work fails or does not return in time, or the time is out of range
     */
    public static InProcess inProcess(Callable<?> work, Duration time) {
        InProcess.requireInRange("Time to measure", time);
        try {
            Measured measured = CallLoop.measure(
                    () -> {
                        Blackhole blackhole = ResultCheck.blackhole();
                        return () -> blackhole.consume(work.call());
                    },
                    time);
            return InProcess.of(measured, time, line -> Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SnippetException("Interrupted while the work was measured.");
        }
    }

    /**
     * Rate and times of calls in a JVM that also does other work.
     *
     * @param calls number of calls that returned, including the warm-up
     * @param nanos mean time of a call, in nanoseconds
     * @param median median of single calls, in nanoseconds; like the following values, it includes reading the clock
     * @param p99 99th percentile of single calls, in nanoseconds
     * @param p999 99.9th percentile of single calls, in nanoseconds
     * @param longest longest single call, in nanoseconds
     */
    public record InProcess(long calls, double nanos, double median, double p99, double p999, double longest) {

        /** The default time of a measurement. */
        static final Duration DEFAULT = Duration.ofSeconds(3);

        private static final Duration SHORTEST = Duration.ofMillis(100);
        private static final Duration LONGEST = Duration.ofSeconds(30);
        private static final double SECOND = 1e9;

        static void requireInRange(String name, Duration time) {
            if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
                throw new SnippetException(name + ": " + Durations.text(time) + ". Expected at least "
                        + Durations.text(SHORTEST) + " and at most " + Durations.text(LONGEST) + ".");
            }
        }

        /**
         * Returns the result.
         *
         * @param lineOf returns the number and text of the line of the snippet that became a line of its class
         * @throws SnippetException if the measurement failed
         */
        static InProcess of(Measured found, Duration time, IntFunction<Optional<String>> lineOf) {
            String after = Counted.of(found.calls(), "call") + ": " + found.failure();
            if (found.origin().isPresent()) {
                Measured.Origin origin = found.origin().get();
                throw SnippetException.failed("Failed after " + after
                        + (origin.frame().isEmpty() ? "" : ", at " + origin.frame())
                        + lineOf.apply(origin.line())
                                .map(line -> ", in line " + line)
                                .orElse(""));
            }
            if (!found.failure().isEmpty()) {
                throw SnippetException.failed("No result within " + Durations.text(time) + ", after " + after + ".");
            }
            return new InProcess(
                    found.calls(), found.nanos(), found.median(), found.p99(), found.p999(), found.longest());
        }

        /** Returns calls per second of one thread. */
        public double perSecond() {
            return SECOND / nanos;
        }

        @Override
        public String toString() {
            return Quantity.COUNT.format(perSecond()) + " ips, " + Quantity.DURATION.format(nanos) + " each ("
                    + Quantity.COUNT.format((double) calls) + " calls)" + System.lineSeparator()
                    + "single calls, including reading the clock: median "
                    + Quantity.DURATION.format(median) + ", 99% " + Quantity.DURATION.format(p99) + ", 99.9% "
                    + Quantity.DURATION.format(p999) + ", longest " + Quantity.DURATION.format(longest)
                    + System.lineSeparator() + "no fork and no isolation: these values include all other work of this"
                    + " JVM";
        }
    }

    private static Comparison measure(Question question, Function<SnippetRun, MonitorHistory> monitor) {
        try (RunLock lock = RunLock.acquire(LOCK_WAIT, line -> {});
                SnippetRun run = SnippetRun.open(question, SnippetListener.NONE)) {
            MonitorHistory history = monitor.apply(run);
            return new Comparison(run.measure(), history);
        }
    }

    /**
     * Creates a snippet from a lambda with a value.
     *
     * @throws SnippetException if it captures a value that cannot be serialised, or was written in JShell
     */
    public static <T> Snippet lambda(String label, Work<T> work) {
        return Snippet.of("work.call()").labelled(label).initWorker(field(label, "work", Work.class, work));
    }

    /**
     * Creates a snippet from a lambda without a value; make sure that the JIT compiler cannot eliminate its work.
     *
     * @throws SnippetException if it captures a value that cannot be serialised, or was written in JShell
     */
    public static Snippet lambda(String label, Work.Action action) {
        return Snippet.of("action.run();")
                .labelled(label)
                .initWorker(field(label, "action", Work.Action.class, action));
    }

    /**
     * Creates a snippet from a lambda that works on the state of its worker.
     *
     * @param initWorker creates the state, once for each worker, before any of them begins
     * @throws SnippetException if one of them captures a value that cannot be serialised, or was written in JShell
     */
    public static <W, T> Snippet lambda(String label, Work<W> initWorker, Work.Step<W, T> step) {
        return Snippet.of("step.call(own)")
                .labelled(label)
                .initWorker(field(label, "step", Work.Step.class, step) + "Object own = "
                        + expression(label, Work.class, initWorker) + ".call();");
    }

    private static String field(String label, String name, Class<?> type, Serializable lambda) {
        return type.getCanonicalName() + " " + name + " = " + expression(label, type, lambda) + ";\n";
    }

    private static String expression(String label, Class<?> type, Serializable lambda) {
        return PackedLambda.class.getName() + ".open(" + type.getCanonicalName() + ".class, \"" + packed(label, lambda)
                + "\")";
    }

    /**
     * Returns the serial form of a lambda. It names the class with its body, which the fork has on its class path, and
     * contains the captured values.
     */
    private static String packed(String label, Serializable lambda) {
        if (lambda.getClass().getName().startsWith(JSHELL)) {
            throw new SnippetException(
                    "\"" + label + "\": a lambda from JShell cannot be measured because its class is not in a file"
                            + " that a fork can load. Write the snippet as a string.");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(lambda);
        } catch (NotSerializableException e) {
            throw new SnippetException("\"" + label + "\": the lambda captures an object of " + e.getMessage()
                    + ", which is not Serializable and so cannot be sent to a fork. Create it in the lambda for initWorker, or write"
                    + " the snippet as a string.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
