// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.environment.RunLock;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.MonitorOutput;
import io.microbench.snippet.fork.Work;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * Measures snippets from a test, a program or JShell, as the command {@code microbench} does from a shell: with the
 * same engine, in forked JVMs, and with objects for an answer.
 *
 * <pre>{@code
 * Comparison all = Microbench.compare("Math.sqrt(2)", "Math.cbrt(2)");
 * all.score("Math.cbrt(2)").relative();                                      // 0.03
 *
 * Microbench.compare(Microbench.question(
 *         Microbench.lambda("copy", () -> new int[100], (int[] a) -> a.clone())).with(sampling));
 * }</pre>
 *
 * <p>A string costs nothing beside itself. A lambda is made again in the fork: it costs a call through an interface,
 * which is inlined where it is the only one, a value that is primitive is boxed, and what it captured is a copy and no
 * constant. That is a nanosecond or so in each call. So compare lambdas with lambdas, and take strings for what is as
 * short as that.
 *
 * <p>While forks run, standard output and standard error of this JVM are taken for theirs, and one comparison at a time
 * runs on a machine.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Microbench {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(10);
    /** The profiler of JMH that counts what calls allocate. */
    public static final String ALLOCATION = "gc";

    private Microbench() {}

    /**
     * Returns a question for the given snippets, with the class path of this JVM, and with what each call allocates.
     */
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
     * Compares snippets, for three to four seconds each.
     *
     * @throws SnippetException if one does not compile; a snippet that fails when it runs is in the answer
     */
    public static Comparison compare(String... snippets) {
        return compare(Arrays.stream(snippets).map(Snippet::of).toArray(Snippet[]::new));
    }

    /**
     * Compares snippets with what they need, for three to four seconds each.
     *
     * @throws SnippetException if one does not compile; a snippet that fails when it runs is in the answer
     */
    public static Comparison compare(Snippet... snippets) {
        return compare(question(snippets));
    }

    /**
     * Measures what a question asks.
     *
     * @throws SnippetException if the question cannot be asked here, or a snippet does not compile
     */
    public static Comparison compare(Question question) {
        return measure(question, run -> new MonitorHistory());
    }

    /**
     * Measures what a question asks, and looks at the busy fork once a second.
     *
     * @param lines takes each line of a table of what is seen; the answer has the same as objects
     * @throws SnippetException if the question cannot be asked here, or a snippet does not compile
     */
    public static Comparison monitored(Question question, Consumer<String> lines) {
        return measure(question, run -> {
            MonitorHistory history = run.monitor();
            history.listen(MonitorOutput.table(List.of(), lines));
            return history;
        });
    }

    /**
     * Runs a snippet until the job is closed, by a number of workers that can be changed meanwhile: a live view, not a score.
     *
     * @param question with one snippet and at most one value of each input; the job begins with its workers
     * @param most how many workers there may ever be
     * @throws SnippetException if the question cannot be asked here, or the snippet does not compile or fails at once
     */
    public static LiveJob start(Question question, int most) {
        if (question.snippets().size() != 1
                || question.inputs().values().stream().anyMatch(values -> values.size() != 1)) {
            throw new SnippetException("A live job runs one snippet with one value of each input.");
        }
        if (question.workers().isLadder() || question.workers().first() > most) {
            throw new SnippetException(
                    "A live job begins with one number of workers, and with no more than there may be: "
                            + question.workers().counts() + " of " + most + ".");
        }
        RunLock lock = RunLock.acquire(LOCK_WAIT, line -> {});
        try {
            return LiveJob.start(question, most, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
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
     * Makes a snippet of a lambda with a value.
     *
     * @throws SnippetException if it captures what cannot be serialised, or was written in JShell
     */
    public static <T> Snippet lambda(String label, Work<T> work) {
        return Lambdas.work(label, work);
    }

    /**
     * Makes a snippet of a lambda without a value; see that the JIT compiler cannot leave its work out.
     *
     * @throws SnippetException if it captures what cannot be serialised, or was written in JShell
     */
    public static Snippet lambda(String label, Work.Action action) {
        return Lambdas.action(label, action);
    }

    /**
     * Makes a snippet of a lambda that works on what its worker has for itself.
     *
     * @param initWorker makes that, once for each worker, before any of them begins
     * @throws SnippetException if one of them captures what cannot be serialised, or was written in JShell
     */
    public static <W, T> Snippet lambda(String label, Work<W> initWorker, Work.Step<W, T> step) {
        return Lambdas.step(label, initWorker, step);
    }
}
