/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.checkout;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs git or a build to its end, and takes it along when this JVM is told to end. */
final class ChildProcess {

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

    private Optional<Process> running = Optional.empty();
    private boolean stopped;

    /**
     * Runs a command.
     *
     * @param output takes each line as it is printed
     * @throws IOException if the command cannot be started
     */
    Ended run(Path directory, Consumer<String> output, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        watch(process);
        process.getOutputStream().close();
        Deque<String> tail = new ArrayDeque<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.accept(line);
                tail.addLast(line);
                if (tail.size() > TAIL) {
                    tail.removeFirst();
                }
            }
            return new Ended(process.waitFor(), List.copyOf(tail));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private synchronized void watch(Process process) {
        running = Optional.of(process);
        if (stopped) {
            stop();
        }
    }

    /** Ends what is running and what it started. */
    synchronized void stop() {
        stopped = true;
        running.ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        });
    }
}
