// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.text.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs checks in a separate JVM, which reads questions from one file and writes answers to another. */
public final class CheckJvm {

    private static final long LOOK_MILLIS = 100;

    private CheckJvm() {}

    /**
     * Starts the JVM, with the names of the two files appended to its command, and waits for its end.
     *
     * @param folder for the two files, which are deleted at the end
     * @param stopped returns whether the run has been stopped; then there are no answers
     * @param longest time limit of the JVM
     * @throws IOException if it cannot be started, fails, or takes too long; the message gives the reason in words that follow a
     *     colon
     * @throws InterruptedException if the calling thread is interrupted; the JVM has ended then
     */
    public static List<String> ask(
            List<String> command, List<String> questions, Path folder, BooleanSupplier stopped, Duration longest)
            throws IOException, InterruptedException {
        Path input = folder.resolve("results.ask");
        Path output = folder.resolve("results.answer");
        Path log = folder.resolve("results.log");
        try {
            Files.write(input, questions);
            try (ChildProcess child = ChildProcess.startJvm(builder(command, input, output, log))) {
                Process process = child.process();
                return await(process, stopped, longest) ? answers(process, output, log) : List.of();
            }
        } finally {
            Files.deleteIfExists(input);
            Files.deleteIfExists(output);
            Files.deleteIfExists(log);
        }
    }

    private static ProcessBuilder builder(List<String> command, Path input, Path output, Path log) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(input.toString(), output.toString()));
        return new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile());
    }

    private static List<String> answers(Process process, Path output, Path log) throws IOException {
        if (process.exitValue() == 0 && Files.exists(output)) {
            return Files.readAllLines(output);
        }
        OutputTail tail = new OutputTail();
        Files.readAllLines(log).forEach(tail::add);
        List<String> lines = tail.lines();
        throw new IOException("their JVM ended with exit code " + process.exitValue()
                + (lines.isEmpty() ? "" : " (" + lines.get(lines.size() - 1) + ")"));
    }

    private static boolean await(Process process, BooleanSupplier stopped, Duration longest)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stopped.getAsBoolean()) {
                return false;
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException("one call of each took more than " + Durations.text(longest));
            }
        }
        return true;
    }
}
