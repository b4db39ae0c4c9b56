// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.process.TemporaryFolders;
import io.microbench.remote.ForkServerClient;
import io.microbench.run.ForkLoop;
import io.microbench.run.ForkLoop.Budget;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetException;
import io.microbench.text.PreflightException;
import io.microbench.watch.ClassFiles.FileEvents;
import io.microbench.watch.Subject.CaseSubject;
import io.microbench.watch.Subject.SnippetSubject;
import io.microbench.watch.VersionForks.Outcome;
import io.microbench.watch.VersionForks.Turn;
import io.microbench.watch.WatchLog.WatchedFork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures one case or snippet, fork after fork, until it is stopped. When its files change, the fork of the old
 * version is stopped, the new version is measured, and the two are compared after each fork until it is clear which is
 * faster.
 *
 * <p>The number of workers may be changed at any time. JMH fixes it for a fork, so it applies to the next one, a second
 * or two later; earlier results remain.
 *
 * <p>Takes no lock of the machine: see {@link io.microbench.forks.RunLock}.
 */
public final class Watch implements AutoCloseable {

    /** Milliseconds between two scans of files that have just changed. */
    private static final long LOOK_MILLIS = 250;

    /** Milliseconds between two scans of files if the system does not report every change. */
    private static final long SLOW_LOOK_MILLIS = 2_000;

    /** The scans without a change after which a failure is reported: an incomplete build fails, too. */
    private static final int QUIET_LOOKS = 2;

    private static final long LAST_FORK_SECONDS = 5;

    private final Subject subject;
    private final Consumer<String> progress;
    private final Clock clock;
    private final ClassFiles files;
    private final Path folder;
    private final WatchLog log = new WatchLog();
    private final CountDownLatch ended = new CountDownLatch(1);

    private Optional<Subject.Version> busy = Optional.empty();
    private int version = 1;
    private int workers;
    private boolean begun;
    private boolean stopped;
    /** The number of scans to do; the first one finds changes from before the system reports them. */
    private int due = 1;

    Watch(Subject subject, Consumer<String> progress) {
        this.subject = subject;
        this.progress = progress;
        this.clock = Clock.systemUTC();
        this.files = new ClassFiles(subject.files());
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
        return new Watch(new CaseSubject(launch, output), progress);
    }

    /**
     * Prepares to watch a snippet: the files on its class path, and the snippet's file, if any.
     *
     * @param question a single snippet with at most one value of each input; each fork takes all its samples
     * @throws SnippetException if there are several snippets or several values of an input
     */
    public static Watch ofSnippet(Question question, Consumer<String> progress, Consumer<String> output) {
        return new Watch(new SnippetSubject(question, progress, output), progress);
    }

    /**
     * Measures until {@link #stop} is called.
     *
     * @throws PreflightException if there is not exactly one case at the beginning, or if no fork can be started
     * @throws SnippetException if the snippet does not compile at the beginning
     */
    public void run() {
        synchronized (this) {
            begun = true;
        }
        Thread looker = new Thread(this::look, "microbench-class-files");
        looker.setDaemon(true);
        looker.start();
        try {
            new ForkLoop<>(
                            new PresentVersion(),
                            new VersionForks(this, progress, clock),
                            new ForkLoop.Journal<Turn, Outcome>() {},
                            Budget.unlimited(),
                            this::isStopped)
                    .run();
        } finally {
            ended.countDown();
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Requests fork after fork of the current version; none while it cannot be measured. */
    private final class PresentVersion implements ForkLoop.Schedule<Turn, Outcome> {

        private Turn last = new Turn(0, 0);

        @Override
        public Optional<Turn> next(Duration left) {
            int present = version();
            last = new Turn(present, present == last.version() ? last.number() + 1 : 1);
            return Optional.of(last);
        }

        @Override
        public boolean ended(Turn turn, Outcome outcome) {
            outcome.round().ifPresent(Watch.this::keep);
            outcome.problem().ifPresent(why -> awaitChange(turn.version(), why));
            return isOver(turn.version());
        }

        @Override
        public ForkLoop.End end() {
            return ForkLoop.End.STOPPED;
        }
    }

    private synchronized void keep(WatchedFork round) {
        if (!isOver(round.version())) {
            progress.accept(log.add(round));
        }
    }

    /** Starts a version; it is closed immediately if there is already a new one. */
    Subject.Version start(int measured) {
        Subject.Version started = subject.start(folder(measured));
        boolean late;
        synchronized (this) {
            late = isOver(measured);
            busy = late ? Optional.empty() : Optional.of(started);
        }
        if (late) {
            started.close();
        }
        return started;
    }

    private Path folder(int measured) {
        try {
            return Files.createDirectories(folder.resolve("version-" + measured));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a folder for the forks (" + e + ")", e);
        }
    }

    /** Waits for another version, as this one cannot be measured. */
    private synchronized void awaitChange(int measured, String why) {
        lookAgain();
        try {
            while (!isOver(measured) && due > 0) {
                wait();
            }
            if (isOver(measured)) {
                // It was stopped because of a new version, or it was incomplete.
                return;
            }
            String time = WatchLog.time(clock.instant()) + "  ";
            boolean lines = why.contains("\n");
            progress.accept(time + why + (lines ? System.lineSeparator() + time : " ") + "Waiting for a change.");
            while (!isOver(measured)) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    /** Returns whether a version is no longer to be measured. */
    synchronized boolean isOver(int measured) {
        return stopped || version != measured;
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Scans the files only after changes that the system reports, so that the busy fork is not disturbed by more. */
    private void look() {
        try (FileEvents events = FileEvents.of(files.entries(), this::lookAgain)) {
            while (awaitLook(events.isComplete())) {
                events.renew();
                if (files.changed()) {
                    turnToNewVersion();
                }
                looked();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void lookAgain() {
        due = QUIET_LOOKS;
        notifyAll();
    }

    private synchronized void looked() {
        due = files.isMoving() ? Math.max(1, due - 1) : due - 1;
        notifyAll();
    }

    /** Waits until the next scan; returns false after the end. */
    private boolean awaitLook(boolean reported) throws InterruptedException {
        awaitChangeOfFiles(reported);
        return !ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void awaitChangeOfFiles(boolean reported) throws InterruptedException {
        while (due == 0 && ended.getCount() > 0) {
            if (reported) {
                wait();
            } else {
                wait(SLOW_LOOK_MILLIS);
                due = Math.max(due, 1);
            }
        }
    }

    private void turnToNewVersion() {
        Optional<Subject.Version> old;
        synchronized (this) {
            version++;
            log.changed();
            progress.accept(WatchLog.time(clock.instant()) + "  The code has changed: #" + version + ".");
            old = noMoreBusy();
        }
        old.ifPresent(Subject.Version::close);
    }

    /** Wakes waiting threads and atomically returns the version to close: later it could be the next one. */
    private synchronized Optional<Subject.Version> noMoreBusy() {
        Optional<Subject.Version> ending = busy;
        busy = Optional.empty();
        notifyAll();
        return ending;
    }

    private synchronized int version() {
        return version;
    }

    /** Returns whether it was neither stopped nor failed. */
    public boolean isRunning() {
        return ended.getCount() > 0 && !isStopped();
    }

    /** Returns the number of workers of the next fork; 0 before the first fork. */
    public synchronized int workers() {
        return workers;
    }

    /**
     * Sets the number of workers of the next fork.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public synchronized void workers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("Workers: " + count + ". Expected 1 or more.");
        }
        if (workers != 0 && workers != count) {
            progress.accept(
                    WatchLog.time(clock.instant()) + "  Workers: " + workers + " -> " + count + " with the next fork.");
        }
        workers = count;
    }

    public synchronized List<WatchedFork> rounds() {
        return log.rounds();
    }

    /** Stops the watch and the busy fork, from any thread. */
    public void stop() {
        Optional<Subject.Version> ending;
        synchronized (this) {
            stopped = true;
            ending = noMoreBusy();
        }
        ending.ifPresent(Subject.Version::close);
    }

    /** Stops the watch, waits for the end of {@link #run} in another thread, and removes the temporary files. */
    @Override
    public void close() {
        stop();
        try {
            if (hasBegun()) {
                ended.await(LAST_FORK_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TemporaryFolders.remove(folder);
    }

    private synchronized boolean hasBegun() {
        return begun;
    }
}
