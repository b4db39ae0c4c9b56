// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.process.TemporaryFolders;
import io.microbench.remote.ForkServerClient;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetException;
import io.microbench.text.PreflightException;
import io.microbench.watch.WatchLog.WatchedFork;
import io.microbench.watch.WatchedVersion.CaseVersion;
import io.microbench.watch.WatchedVersion.Measured;
import io.microbench.watch.WatchedVersion.SnippetVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures one case or snippet, fork after fork, until it is stopped. When its files change, the new version is
 * measured, and the two are compared after each fork until it is clear which is faster.
 *
 * <p>Files are scanned between forks, because a scan would disturb a fork. A fork during which files changed may have
 * loaded classes of both versions, and is discarded.
 *
 * <p>Does not lock the machine; see {@link io.microbench.forks.RunLock}.
 */
public final class Watch implements AutoCloseable {

    /** Milliseconds between scans while files are changing or a change is awaited. */
    private static final long LOOK_MILLIS = 250;

    private static final long LAST_FORK_SECONDS = 5;

    private final Function<Path, WatchedVersion> versions;
    private final Consumer<String> progress;
    private final Clock clock = Clock.systemUTC();
    private final ClassFiles files;
    private final Path folder;
    private final WatchLog log = new WatchLog();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    private Optional<WatchedVersion> busy = Optional.empty();
    private volatile boolean begun;

    /**
     * Prepares a watch.
     *
     * @param files the watched files; a change to them creates a new version
     * @param versions creates the current version, which is the only one that uses the given folder
     */
    Watch(List<String> files, Function<Path, WatchedVersion> versions, Consumer<String> progress) {
        this.versions = versions;
        this.progress = progress;
        this.files = new ClassFiles(files);
        try {
            this.folder = TemporaryFolders.create();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a folder for the forks (" + e + ")", e);
        }
    }

    /**
     * Prepares to watch a case of a suite.
     *
     * @param launch class path and settings; the setting {@code microbench.cases} must choose a single case
     */
    public static Watch ofCase(ForkServerClient.Launch launch, Consumer<String> progress, Consumer<String> output) {
        return new Watch(launch.classPath(), folder -> new CaseVersion(launch, output, folder), progress);
    }

    /**
     * Prepares to watch a snippet: the files on its class path, and the snippet's file, if any.
     *
     * @param question a single snippet with at most one value of each input; each fork takes all its samples
     * @throws SnippetException if there are several snippets or several values of an input
     */
    public static Watch ofSnippet(Question question, Consumer<String> progress, Consumer<String> output) {
        Question single = SnippetVersion.single(question);
        Set<String> warned = new HashSet<>();
        // Warnings that differ only in their numbers are printed once.
        Consumer<String> warnings = text -> {
            if (warned.add(text.replaceAll("[0-9]+", "0"))) {
                progress.accept("WARNING: " + text);
            }
        };
        return new Watch(
                SnippetVersion.files(single), folder -> new SnippetVersion(single, warnings, output, folder), progress);
    }

    /**
     * Measures until {@link #stop} is called.
     *
     * @throws PreflightException if there is not exactly one case at the beginning, or if no fork can be started
     * @throws SnippetException if the snippet does not compile at the beginning
     */
    public void run() {
        begun = true;
        try {
            for (int version = 1; !isStopped(); version++) {
                Optional<String> problem = measure(version);
                if (problem.isPresent()) {
                    awaitChange(problem.get());
                }
                if (!isStopped()) {
                    progress.accept(time() + log.changed(version + 1));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    /** Measures a version until its files change; returns the reason if it cannot be measured. */
    private Optional<String> measure(int version) throws InterruptedException {
        try (WatchedVersion measured = start(version)) {
            String title = measured.prepare();
            if (version == 1) {
                progress.accept("Watching " + title + ". Each line is a fork. When the code changes, the new version is"
                        + " compared with the old one.");
            }
            for (int number = 1; !isStopped(); number++) {
                Measured fork = measured.fork(number);
                if (isStopped() || changed()) {
                    return Optional.empty();
                }
                if (fork.failure().isPresent()) {
                    return Optional.of("The fork failed: " + fork.failure().get() + ".");
                }
                progress.accept(log.add(new WatchedFork(clock.instant(), version, fork.value(), fork.unit())));
            }
            return Optional.empty();
        } catch (PreflightException | SnippetException | UncheckedIOException e) {
            if (isStopped() || changed()) {
                return Optional.empty();
            }
            if (version == 1 && log.rounds().isEmpty()) {
                throw e;
            }
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Starts a version; it is closed immediately if the watch has been stopped. */
    private WatchedVersion start(int version) {
        WatchedVersion started = versions.apply(folder(version));
        synchronized (this) {
            busy = Optional.of(started);
        }
        if (isStopped()) {
            started.close();
        }
        return started;
    }

    private Path folder(int version) {
        try {
            return Files.createDirectories(folder.resolve("version-" + version));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a folder for the forks (" + e + ")", e);
        }
    }

    private void awaitChange(String why) throws InterruptedException {
        boolean lines = why.contains("\n");
        progress.accept(time() + why + (lines ? System.lineSeparator() + time() : " ") + "Waiting for a change.");
        while (!changed() && !isStoppedWithin(LOOK_MILLIS)) {
            // The condition waits between its checks.
        }
    }

    /** Returns whether the files have changed; waits until they are stable. */
    private boolean changed() throws InterruptedException {
        boolean changed = files.changed();
        while (!changed && files.isMoving() && !isStoppedWithin(LOOK_MILLIS)) {
            changed = files.changed();
        }
        return changed;
    }

    private String time() {
        return WatchLog.time(clock.instant()) + "  ";
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private boolean isStoppedWithin(long millis) throws InterruptedException {
        return stop.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Returns whether the watch has neither been stopped nor failed. */
    public boolean isRunning() {
        return ended.getCount() > 0 && !isStopped();
    }

    /** Returns all valid forks so far. */
    public List<WatchedFork> rounds() {
        return log.rounds();
    }

    /** Stops the watch and the running fork. Thread-safe. */
    public void stop() {
        stop.countDown();
        Optional<WatchedVersion> ending;
        synchronized (this) {
            ending = busy;
            busy = Optional.empty();
        }
        ending.ifPresent(WatchedVersion::close);
    }

    /** Stops the watch, waits for the end of {@link #run} in another thread, and removes the temporary files. */
    @Override
    public void close() {
        stop();
        try {
            if (begun) {
                ended.await(LAST_FORK_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TemporaryFolders.remove(folder);
    }
}
