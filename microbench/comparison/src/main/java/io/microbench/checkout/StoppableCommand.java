// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.checkout;

import io.microbench.environment.WorkingCopy;
import io.microbench.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs git or a build to its end, and takes it along when this JVM is terminated. */
final class StoppableCommand {

    private static final int TAIL = 40;

    /**
     * What it left behind.
     *
     * @param exitCode 0 if all went well
     * @param tail the last lines it printed, standard error among them
     */
    record Ended(int exitCode, List<String> tail) {

        boolean failed() {
            return exitCode != 0;
        }

        /** Returns the lines as one text. */
        String text() {
            return String.join(System.lineSeparator(), tail);
        }
    }

    /** How long output may still come after the end of a command: what it left behind may hold the pipe for ever. */
    private static final long LAST_WORDS_MILLIS = 2_000;

    /** Longer than any build; somebody who waits for one can stop it. */
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private Optional<ProcessHandle> running = Optional.empty();
    private boolean stopped;

    /**
     * Runs git, which fails where it would ask a person.
     *
     * @param output takes each line as it is printed
     * @param limit the time after which it is ended
     * @return what it left behind; empty if it was ended
     * @throws IOException if it cannot be started
     */
    Optional<Ended> git(Path directory, Consumer<String> output, List<String> arguments, Duration limit)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(arguments);
        Process git = WorkingCopy.withoutPrompts(builder(directory, command)).start();
        return await(git, output, () -> {}, limit);
    }

    /**
     * Runs a build; whatever it started ends with it, and with this JVM.
     *
     * @param output takes each line as it is printed
     * @throws IOException if the command cannot be started
     */
    Ended build(Path directory, Consumer<String> output, List<String> command) throws IOException {
        try (ChildProcess child = ChildProcess.start(builder(directory, command))) {
            return await(child.process(), output, child::close, UNLIMITED).orElseThrow();
        }
    }

    private static ProcessBuilder builder(Path directory, List<String> command) {
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    private Optional<Ended> await(Process process, Consumer<String> output, Runnable ended, Duration limit)
            throws IOException {
        watch(process.toHandle());
        process.getOutputStream().close();
        Tail tail = new Tail(output);
        Thread reader = ChildProcess.read(process.getInputStream(), "microbench-child-output", tail::add, () -> {});
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return Optional.empty();
            }
            ended.run();
            reader.join(LAST_WORDS_MILLIS);
            return Optional.of(new Ended(process.exitValue(), tail.lines()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Passes on what a command prints, and keeps the end of it. */
    private static final class Tail {

        private final Consumer<String> output;
        private final Deque<String> last = new ArrayDeque<>();

        Tail(Consumer<String> output) {
            this.output = output;
        }

        synchronized void add(String line) {
            output.accept(line);
            last.addLast(line);
            if (last.size() > TAIL) {
                last.removeFirst();
            }
        }

        synchronized List<String> lines() {
            return List.copyOf(last);
        }
    }

    private synchronized void watch(ProcessHandle process) {
        running = Optional.of(process);
        if (stopped) {
            stop();
        }
    }

    /** Ends what is running and what it started. */
    synchronized void stop() {
        stopped = true;
        running.ifPresent(process -> {
            // A shell whose command ends first would go on with the next one.
            List<ProcessHandle> started = process.descendants().toList();
            process.destroy();
            started.forEach(ProcessHandle::destroy);
        });
    }
}
