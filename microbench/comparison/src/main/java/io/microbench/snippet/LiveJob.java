// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.forks.RunLock;
import io.microbench.process.ShutdownHook;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.snippet.fork.LiveBoard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apiguardian.api.API;

/**
 * A snippet that runs until it is stopped, with a number of workers that can be changed while it runs.
 *
 * <p>This is a live view, not a score: a fork publishes the number of calls and the time a hundred times per second. It
 * has no warm-up, samples or interval, and counting adds to the time of each call. For scores use
 * {@link Microbench#compare}.
 *
 * <pre>{@code
 * try (LiveJob job = Microbench.start(Microbench.question(snippet).withWorkers(2), 8)) {
 *     LiveJob.Reading before = job.read();
 *     job.workers(4);
 *     Thread.sleep(1000);
 *     double rate = job.read().rateSince(before);
 * }
 * }</pre>
 *
 * <p>The fork ends with the JVM that started it. While it runs, the standard error of this JVM is redirected to
 * standard output, among the lines of the fork.
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class LiveJob implements AutoCloseable {

    private static final long POLL_MILLIS = 5;
    private static final double NANOS = 1e9;

    private final RunLock lock;
    private final SnippetRun run;
    private final LiveBoard board;
    private final int most;
    private final CompletableFuture<ForkResult> end;
    private final ShutdownHook hook;
    private volatile int wanted;

    /**
     * The number of calls up to a point in time.
     *
     * @param calls the number of calls that all workers have completed since the start; never reset
     * @param time the time since the first call
     * @param workers the number of running workers
     */
    public record Reading(long calls, Duration time, int workers) {

        /** Returns calls per second since an earlier reading; NaN if no time has passed. */
        public double rateSince(Reading earlier) {
            double nanos = time.minus(earlier.time).toNanos();
            return nanos > 0 ? (calls - earlier.calls) / nanos * NANOS : Double.NaN;
        }
    }

    private LiveJob(Question question, int most, RunLock lock, SnippetRun run) throws IOException {
        this.lock = lock;
        this.run = run;
        this.most = most;
        this.wanted = question.workers().first();
        Path folder = run.liveFolder();
        board = LiveBoard.open(folder.resolve(LiveBoard.FILE));
        board.want(wanted);
        hook = ShutdownHook.of("microbench-stop", run::stop);
        end = CompletableFuture.supplyAsync(
                () -> run.live(folder, most),
                task -> SnippetRun.daemon(task, "microbench-live", 0).start());
    }

    /** Starts a job, and returns when its first worker runs. */
    static LiveJob start(Question question, int most, RunLock lock) {
        SnippetRun run = SnippetRun.open(question, SnippetListener.printing(System.out::println));
        try {
            LiveJob job = new LiveJob(question, most, lock, run);
            job.awaitStart();
            return job;
        } catch (IOException e) {
            run.close();
            throw new UncheckedIOException("Cannot create a temporary folder (" + e + ")", e);
        }
    }

    private void awaitStart() {
        try {
            while (board.read().round() == 0) {
                if (end.isDone()) {
                    String why = failure().orElse("it ended before its first call");
                    throw new SnippetException("The snippet does not run: " + why);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new SnippetException("The start of the live job was interrupted.");
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Changes the number of workers. The counter continues; a worker that is stopped completes its call.
     *
     * @throws IllegalArgumentException if it is less than 1 or more than the maximum
     */
    public void workers(int count) {
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(
                    "workers = " + count + ": this job was started for 1 to " + most + " workers");
        }
        wanted = count;
        board.want(count);
    }

    /** Returns the number of workers that was requested last. */
    public int workers() {
        return wanted;
    }

    /** Returns the count so far, at most a hundredth of a second old; after the end of the job, its final count. */
    public Reading read() {
        LiveBoard.Reading now = board.read();
        return new Reading(now.calls(), Duration.ofNanos(now.nanos()), now.workers());
    }

    /** Returns whether the job runs: it was not stopped, and the snippet has not failed. */
    public boolean isRunning() {
        return !end.isDone();
    }

    /** Returns why the job failed; empty while it runs, and after it was stopped. */
    public Optional<String> failure() {
        if (!end.isDone()) {
            return Optional.empty();
        }
        try {
            return end.join().failure().map(Failure::message);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(String.valueOf(cause.getMessage()));
        }
    }

    /** Stops the workers, runs the done code of the snippet, and waits for the end of the fork. */
    @Override
    public void close() {
        run.stop();
        var unused = end.handle((fork, failure) -> fork).join();
        run.close();
        lock.close();
        hook.close();
    }
}
