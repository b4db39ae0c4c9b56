// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.plan.MissingArgument;
import io.microbench.result.Failure;
import io.microbench.result.Failure.Kind;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.RootCause;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkException;

/** Determines why a fork failed from JMH's exception and the fork's last output. */
final class Failures {

    private static final Pattern EXIT_CODE = Pattern.compile("[Ff]orked VM failed with exit code (\\d+)");
    private static final String LOCK_MARK = "Unable to acquire the JMH lock";
    private static final String LOCK_MESSAGE =
            "JMH was used in this JVM before this run and insists on its lock, which the run holds. Run the benchmarks in a"
                    + " JVM of their own, or start this one with -Djmh.ignoreLock=true.";
    private static final String JMH_MEETING_POINT = "org.openjdk.jmh.runner.InfraControl";
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_TRACE = 100_000;
    private static final String EXITED_MARK = "VM prematurely exited before JMH had finished with it";
    private static final Pattern OUT_OF_MEMORY = Pattern.compile("java\\.lang\\.OutOfMemoryError(: .*)?");
    private static final List<String> NOT_STARTED_MARKS = List.of(
            "Could not create the Java Virtual Machine",
            "Could not find or load main class",
            "Error occurred during initialization of VM");

    private Failures() {}

    /**
     * Observations of a fork before it failed.
     *
     * @param printed the stack trace that JMH printed in the fork, if it did
     * @param timeout the time-out after which JMH interrupted the last iteration, if it did
     * @param exitCode the exit code that JMH reported, if it is not 0
     */
    record Seen(
            Optional<String> printed,
            Optional<Duration> timeout,
            OptionalInt exitCode,
            int iterations,
            List<String> command,
            List<String> tail) {

        Failure failure(Kind kind, String message, String stackTrace) {
            return new Failure(kind, cut(firstLine(message), MAX_MESSAGE), cut(stackTrace, MAX_TRACE), command, tail);
        }
    }

    /** Explains why a fork failed from what {@code Runner.run} threw. */
    static Failure explain(Throwable thrown, Seen seen) {
        Throwable root = root(thrown);
        String text = String.valueOf(root.getMessage());
        OptionalInt exitCode = exitCode(text);
        if (seen.printed().isPresent() && (exitCode.isPresent() || root instanceof NotSerializableException)) {
            // An exception that does not serialize cannot reach the host, but its printed text does.
            String trace = seen.printed().get();
            Kind kind = OUT_OF_MEMORY.matcher(firstLine(trace)).find() ? Kind.OUT_OF_MEMORY : Kind.THREW;
            return seen.failure(kind, trace, trace);
        }
        if (exitCode.isPresent()) {
            return explainExit(exitCode.getAsInt(), seen);
        }
        if (text.contains(EXITED_MARK)) {
            return DeathBySignal.of(seen.exitCode().orElse(0))
                    .map(signal -> seen.failure(Kind.CRASHED, signal.message(when(seen)), ""))
                    .orElseGet(() -> seen.failure(
                            Kind.EXITED,
                            "The fork ended before JMH had finished with it: did the benchmark call System.exit?",
                            ""));
        }
        if (seen.printed().isEmpty()) {
            // Nothing came from the fork: the failure happened in the host.
            if (root instanceof IOException) {
                return seen.failure(Kind.NOT_STARTED, "The fork cannot be started: " + text, "");
            }
            if (root instanceof InterruptedException) {
                return seen.failure(Kind.STOPPED, "The run was interrupted; the fork was killed.", "");
            }
            if (text.contains(LOCK_MARK)) {
                return seen.failure(Kind.NOT_STARTED, LOCK_MESSAGE, "");
            }
        }
        if (root instanceof InterruptedException && seen.timeout().isPresent()) {
            String message = "An iteration was not over after its time-out of "
                    + Durations.text(seen.timeout().get()) + ", and JMH interrupted it (" + root
                    + "). Set a longer time-out with -Dmicrobench.timeout=30m or @Timeout.";
            return seen.failure(Kind.TIMED_OUT, message, trace(root));
        }
        Kind kind = root instanceof OutOfMemoryError ? Kind.OUT_OF_MEMORY : Kind.THREW;
        return seen.failure(kind, firstLine(root.toString()) + MissingArgument.advice(root), trace(root));
    }

    private static Failure explainExit(int code, Seen seen) {
        Optional<String> memory = outOfMemory(seen.tail());
        if (memory.isPresent()) {
            return seen.failure(Kind.OUT_OF_MEMORY, memory.get(), "");
        }
        Optional<String> refusal = seen.tail().stream()
                .filter(line -> NOT_STARTED_MARKS.stream().anyMatch(line::contains))
                .findFirst();
        if (refusal.isPresent()) {
            String reason = seen.tail().stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("<"))
                    .findFirst()
                    .orElse(refusal.get());
            return seen.failure(Kind.NOT_STARTED, "The fork did not start: " + reason, "");
        }
        String message = DeathBySignal.crash(when(seen), seen.tail())
                .or(() -> DeathBySignal.of(code).map(signal -> signal.message(when(seen))))
                .orElseGet(() -> "The fork died with exit code " + code + " " + when(seen));
        return seen.failure(Kind.CRASHED, message, "");
    }

    private static String when(Seen seen) {
        return seen.iterations() == 0
                ? "before the end of its first iteration"
                : "after " + Counted.of(seen.iterations(), "iteration");
    }

    /** Returns the error with which a fork reported that it ran out of memory, if one of its lines does. */
    static Optional<String> outOfMemory(List<String> lines) {
        return lines.stream()
                .map(OUT_OF_MEMORY::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst();
    }

    /** Returns the exit code that JMH names in a line or an exception; empty if it names none. */
    static OptionalInt exitCode(String message) {
        Matcher matcher = EXIT_CODE.matcher(message);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /**
     * Returns the benchmark's exception. JMH wraps it, and lists those of all threads as suppressed; one caused by that
     * of another thread is the root only if there is no other.
     */
    private static Throwable root(Throwable thrown) {
        Throwable current = thrown;
        while (isWrapper(current)) {
            Throwable next = current.getCause();
            if (current instanceof BenchmarkException && current.getSuppressed().length > 0) {
                Throwable[] all = current.getSuppressed();
                next = Arrays.stream(all)
                        .filter(one -> !followsFromAnother(one))
                        .findFirst()
                        .orElse(all[0]);
            }
            if (next == null || next == current) {
                break;
            }
            current = next;
        }
        return current;
    }

    /**
     * Returns whether another thread's exception caused this one: JMH then interrupts the other threads, and its barrier
     * may throw in those that arrive late ("More threads than expected").
     */
    private static boolean followsFromAnother(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        return thrown instanceof InterruptedException
                || (stack.length > 0 && stack[0].getClassName().startsWith(JMH_MEETING_POINT));
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof BenchmarkException
                || thrown instanceof org.openjdk.jmh.runner.RunnerException
                || RootCause.isWrapper(thrown);
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + " ...";
    }

    /**
     * Names the signal that ended a fork.
     *
     * <p>A process that a signal ended has the exit code 128 + n, and so has a JVM that shut down normally after one. A JVM that
     * crashes writes a report, announces it on its standard output, and aborts: its exit code is that of SIGABRT, while its
     * output names the signal that was the cause.
     */
    record DeathBySignal(int number) {

        private static final int SHIFT = 128;

        /** Larger than any signal number. */
        private static final int MOST = 64;

        private static final int KILL = 9;
        private static final int SEGMENT = 11;

        /** Signals with the same number on Linux and macOS. */
        private static final Map<Integer, String> NAMES = Map.ofEntries(
                Map.entry(1, "SIGHUP"),
                Map.entry(2, "SIGINT"),
                Map.entry(3, "SIGQUIT"),
                Map.entry(4, "SIGILL"),
                Map.entry(5, "SIGTRAP"),
                Map.entry(6, "SIGABRT"),
                Map.entry(8, "SIGFPE"),
                Map.entry(KILL, "SIGKILL"),
                Map.entry(SEGMENT, "SIGSEGV"),
                Map.entry(13, "SIGPIPE"),
                Map.entry(14, "SIGALRM"),
                Map.entry(15, "SIGTERM"),
                Map.entry(24, "SIGXCPU"),
                Map.entry(25, "SIGXFSZ"));

        private static final String CRASHED = "A fatal error has been detected by the Java Runtime Environment";
        private static final Pattern CAUSE =
                Pattern.compile("#\\s+((?:SIG[A-Z]+|Internal Error|Out of Memory Error) .*)");
        private static final Pattern REPORT = Pattern.compile("#?\\s*(\\S.*hs_err\\S*\\.log)\\s*");

        /** Returns the signal that an exit code stands for; empty if it stands for none. */
        static Optional<DeathBySignal> of(int exitCode) {
            int number = exitCode - SHIFT;
            return number > 0 && number <= MOST ? Optional.of(new DeathBySignal(number)) : Optional.empty();
        }

        String name() {
            String name = NAMES.get(number);
            return number + (name == null ? "" : " (" + name + ")");
        }

        /**
         * Describes what happened.
         *
         * @param when how far the fork had got, such as "after 2 iterations"
         */
        String message(String when) {
            String what = "The fork was ended by signal " + name() + " " + when + ".";
            return number == KILL
                    ? what + " If no user sent it, the system did because memory ran out (see dmesg, or memory.events"
                            + " of the"
                            + " container): give the fork less with -Xmx, or the machine more."
                    : what;
        }

        /**
         * Describes the crash of a JVM, whatever its exit code: without a core dump it exits normally.
         *
         * @return empty if they do not report a crash
         */
        static Optional<String> crash(String when, List<String> tail) {
            if (tail.stream().noneMatch(line -> line.contains(CRASHED))) {
                return Optional.empty();
            }
            return Optional.of("The fork's JVM crashed " + when
                    + first(CAUSE, tail).map(cause -> ": " + cause).orElse("")
                    + first(REPORT, tail).map(file -> ". Its report: " + file).orElse(""));
        }

        private static Optional<String> first(Pattern pattern, List<String> lines) {
            return lines.stream()
                    .map(pattern::matcher)
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1).strip())
                    .findFirst();
        }
    }
}
