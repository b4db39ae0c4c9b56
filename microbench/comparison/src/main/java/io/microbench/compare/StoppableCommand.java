// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.environment.WorkingCopy;
import io.microbench.process.ChildProcess;
import io.microbench.process.OutputTail;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Runs git or a build to its end, and stops it when this JVM is terminated. */
final class StoppableCommand {

    record Ended(int exitCode, List<String> tail) {

        boolean failed() {
            return exitCode != 0;
        }

        String text() {
            return String.join(System.lineSeparator(), tail);
        }
    }

    /** Longer than any build; the user can stop a build. */
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private Optional<ProcessHandle> running = Optional.empty();
    private boolean stopped;

    /** Runs git, and keeps only the end of its output, for error messages. */
    Ended git(Path directory, Duration limit, String... arguments) {
        return git(directory, line -> {}, limit, arguments);
    }

    /**
     * Runs git, which fails instead of prompting the user.
     *
     * @throws PreflightException if it cannot be run, or did not end within the limit and was stopped
     */
    Ended git(Path directory, Consumer<String> output, Duration limit, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process git =
                    WorkingCopy.withoutPrompts(builder(directory, command)).start();
            return await(git, output, limit)
                    .orElseThrow(() -> new PreflightException("\"" + String.join(" ", command)
                            + "\" did not end within " + Durations.text(limit) + " and was stopped. Run it by hand in "
                            + directory.toAbsolutePath()
                            + " to see what it waits for, such as a lock, a password or a file system."));
        } catch (IOException e) {
            throw new PreflightException("git cannot be run: " + e.getMessage());
        }
    }

    /** Runs a build; the processes it started end with it, and with this JVM. */
    Ended build(Path directory, Consumer<String> output, List<String> command) throws IOException {
        try (ChildProcess child = ChildProcess.start(builder(directory, command))) {
            return await(child.process(), output, UNLIMITED).orElseThrow();
        }
    }

    private static ProcessBuilder builder(Path directory, List<String> command) {
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    }

    private Optional<Ended> await(Process process, Consumer<String> output, Duration limit) throws IOException {
        watch(process.toHandle());
        process.getOutputStream().close();
        OutputTail tail = new OutputTail();
        try {
            OptionalInt exitCode = ChildProcess.awaitEnd(process, limit, () -> false, line -> {
                output.accept(line);
                tail.add(line);
            });
            return exitCode.isPresent() ? Optional.of(new Ended(exitCode.getAsInt(), tail.lines())) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private synchronized void watch(ProcessHandle process) {
        running = Optional.of(process);
        if (stopped) {
            stop();
        }
    }

    /** Stops the running command and the processes it started. */
    synchronized void stop() {
        stopped = true;
        running.ifPresent(process -> {
            // Stops the shell first: it would run its next command when the current one ends.
            List<ProcessHandle> started = process.descendants().toList();
            process.destroy();
            started.forEach(ProcessHandle::destroy);
        });
    }
}
