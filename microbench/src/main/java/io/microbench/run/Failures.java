/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.result.Failure;
import io.microbench.result.Failure.Kind;
import java.io.NotSerializableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkException;

/** Finds out from what JMH threw, and from what the fork last printed, why a fork failed. */
final class Failures {

    private static final Pattern EXIT_CODE = Pattern.compile("Forked VM failed with exit code (\\d+)");
    private static final String EXITED_MARK = "VM prematurely exited before JMH had finished with it";
    private static final Pattern OUT_OF_MEMORY = Pattern.compile("java\\.lang\\.OutOfMemoryError(: .*)?");
    private static final List<String> NOT_STARTED_MARKS = List.of(
            "Could not create the Java Virtual Machine",
            "Could not find or load main class",
            "Error occurred during initialization of VM");

    private Failures() {}

    /**
     * Explains a failed fork.
     *
     * @param thrown what {@code Runner.run} threw
     * @param printed the stack trace that JMH printed in the fork, if it did
     * @param iterations how many iterations had ended
     * @param command the fork's arguments
     * @param tail the last lines the fork printed
     */
    static Failure explain(
            Throwable thrown, Optional<String> printed, int iterations, List<String> command, List<String> tail) {
        Throwable root = root(thrown);
        String text = String.valueOf(root.getMessage());
        OptionalInt exitCode = exitCode(text);
        if (printed.isPresent() && (exitCode.isPresent() || root instanceof NotSerializableException)) {
            // An exception that does not serialise cannot reach the host; what was printed of it does.
            String first = printed.get().lines().findFirst().orElse("");
            Kind kind = OUT_OF_MEMORY.matcher(first).find() ? Kind.OUT_OF_MEMORY : Kind.THREW;
            return new Failure(kind, first, printed.get(), command, tail);
        }
        if (exitCode.isPresent()) {
            return explainExit(exitCode.getAsInt(), iterations, command, tail);
        }
        if (text.contains(EXITED_MARK)) {
            String message = "The fork ended before JMH had finished with it: did the benchmark call System.exit?";
            return new Failure(Kind.EXITED, message, "", command, tail);
        }
        if (root instanceof java.io.IOException) {
            return new Failure(Kind.NOT_STARTED, "The fork cannot be started: " + text, "", command, tail);
        }
        Kind kind = root instanceof OutOfMemoryError ? Kind.OUT_OF_MEMORY : Kind.THREW;
        return new Failure(kind, root.toString(), trace(root), command, tail);
    }

    private static Failure explainExit(int code, int iterations, List<String> command, List<String> tail) {
        Optional<String> memory = firstMatch(tail, OUT_OF_MEMORY);
        if (memory.isPresent()) {
            return new Failure(Kind.OUT_OF_MEMORY, memory.get(), "", command, tail);
        }
        Optional<String> refusal = tail.stream()
                .filter(line -> NOT_STARTED_MARKS.stream().anyMatch(line::contains))
                .findFirst();
        if (refusal.isPresent()) {
            String reason = tail.stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("<"))
                    .findFirst()
                    .orElse(refusal.get());
            return new Failure(Kind.NOT_STARTED, "The fork did not start: " + reason, "", command, tail);
        }
        String after = iterations == 0 ? "before its first iteration" : "after " + iterations + " iterations";
        String message = "The fork died with exit code " + code + signal(code) + " " + after;
        return new Failure(Kind.CRASHED, message, "", command, tail);
    }

    private static String signal(int code) {
        return code > 128 && code < 160 ? " (signal " + (code - 128) + ")" : "";
    }

    private static Optional<String> firstMatch(List<String> lines, Pattern pattern) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst();
    }

    private static OptionalInt exitCode(String message) {
        Matcher matcher = EXIT_CODE.matcher(message);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /** JMH wraps the benchmark's exception, and lists those of all threads as suppressed. */
    private static Throwable root(Throwable thrown) {
        Throwable current = thrown;
        while (true) {
            Throwable next = current.getCause();
            if (current instanceof BenchmarkException && current.getSuppressed().length > 0) {
                next = current.getSuppressed()[0];
            }
            if (next == null || next == current || !isWrapper(current)) {
                return current;
            }
            current = next;
        }
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof BenchmarkException
                || thrown instanceof org.openjdk.jmh.runner.RunnerException
                || thrown instanceof java.util.concurrent.ExecutionException;
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
