// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.settings.InstalledJdks.Jdk;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import io.microbench.text.Redaction;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Starts JVMs for checks before the measurement: whether a JVM starts with its arguments, or a check whose code runs in
 * a separate JVM.
 */
public final class CheckJvm {

    /** Lines that the launcher prints after every error. */
    private static final List<String> NOTHING_NEW = List.of(
            "Error: Could not create the Java Virtual Machine.",
            "Error: A fatal exception has occurred. Program will exit.",
            "Error occurred during initialization of VM");

    private static final int MOST_LINES = 3;
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private CheckJvm() {}

    /**
     * Requires that the JVM of a variant starts. Arguments of individual benchmarks are not checked: if the JVM fails
     * with these, their cases fail.
     *
     * @throws PreflightException if it does not; the message names the variant, its arguments and the JVM's output
     */
    public static void require(JvmVariant variant) {
        String java = variant.jdk().map(Jdk::java).map(Path::toString).orElseGet(() -> Programs.ofJdk("java"));
        problem(java, variant.arguments()).ifPresent(why -> {
            throw new PreflightException("The JVM" + (variant.isNamed() ? " of the variant " + variant.name() : "")
                    + " does not start: " + java + " "
                    + String.join(" ", Redaction.arguments(variant.arguments())) + ": " + why
                    + ". Correct its arguments, or leave the variant out.");
        });
    }

    /** Returns the output of a JVM that does not start with the given arguments; empty if it starts. */
    static Optional<String> problem(String java, List<String> arguments) {
        OutputTail said = new OutputTail();
        try (ChildProcess started = start(java, arguments, "-version")) {
            int status = ChildProcess.awaitEnd(started.process(), UNLIMITED, () -> false, said::add)
                    .orElseThrow();
            return status == 0 ? Optional.empty() : Optional.of(text(said, status));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Returns all flags that a JVM with the given arguments prints, or why it does not start. */
    public static String flags(String java, List<String> arguments) {
        try (ChildProcess started = start(java, arguments, "-XX:+PrintFlagsFinal", "-version")) {
            return new String(started.process().getInputStream().readAllBytes(), Charset.defaultCharset());
        } catch (IOException e) {
            return "";
        }
    }

    private static ChildProcess start(String java, List<String> arguments, String... own) throws IOException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(arguments);
        command.addAll(List.of(own));
        ChildProcess started = ChildProcess.startJvm(new ProcessBuilder(command).redirectErrorStream(true));
        started.process().getOutputStream().close();
        return started;
    }

    /**
     * Runs checks in a JVM, which reads questions from one file and writes answers to another, and waits for the JVM to
     * end.
     *
     * @param command starts the JVM; the names of the two files are appended
     * @param folder the folder for the two files, which are deleted at the end
     * @param stopped returns whether the run has been stopped; a stopped check returns no answers
     * @throws IOException if it cannot be started, fails, or takes too long; the message is the reason, as a phrase to
     *     follow a colon
     */
    public static List<String> ask(
            List<String> command, List<String> questions, Path folder, BooleanSupplier stopped, Duration longest)
            throws IOException, InterruptedException {
        Path input = folder.resolve("results.ask");
        Path output = folder.resolve("results.answer");
        OutputTail tail = new OutputTail();
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(input.toString(), output.toString()));
        try {
            Files.write(input, questions);
            try (ChildProcess child = ChildProcess.startJvm(new ProcessBuilder(all).redirectErrorStream(true))) {
                OptionalInt status = ChildProcess.awaitEnd(child.process(), longest, stopped, tail::add);
                if (status.isPresent()) {
                    return answers(status.getAsInt(), output, tail.lines());
                }
            }
            if (stopped.getAsBoolean()) {
                return List.of();
            }
            throw new IOException("one call of each took more than " + Durations.text(longest));
        } finally {
            Files.deleteIfExists(input);
            Files.deleteIfExists(output);
        }
    }

    private static List<String> answers(int status, Path output, List<String> printed) throws IOException {
        if (status == 0 && Files.exists(output)) {
            return Files.readAllLines(output);
        }
        throw new IOException("their JVM ended with exit code " + status
                + (printed.isEmpty() ? "" : " (" + printed.get(printed.size() - 1) + ")"));
    }

    private static String text(OutputTail said, int status) {
        String text = Redaction.lines(said.lines()).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !NOTHING_NEW.contains(line))
                .limit(MOST_LINES)
                .collect(Collectors.joining("; "));
        return text.isEmpty() ? "it ends with exit code " + status : text.replaceFirst("\\.$", "");
    }
}
