// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.Signs.StopReason;
import io.microbench.forks.ForkOutput.AdaptiveFork;
import io.microbench.plan.MissingArgument;
import io.microbench.plan.PlannedCase;
import io.microbench.process.OutputTail;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.Failure.Kind;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.RootCause;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.util.Utils;

/**
 * Determines whether a fork failed, and why: its watch killed it, JMH threw, or it did not deliver all planned
 * iterations.
 */
record FailureCause(PlannedCase planned, ForkOutput output, OutputTail tail) {

    private static final Pattern EXIT_CODE = Pattern.compile("[Ff]orked VM failed with exit code (\\d+)");
    private static final String LOCK_MARK = "Unable to acquire the JMH lock";
    private static final String LOCK_MESSAGE =
            "JMH was used in this JVM before this run and requires its lock, which the run holds. Run the benchmarks in a"
                    + " separate JVM, or start this one with -Djmh.ignoreLock=true.";
    private static final String JMH_MEETING_POINT = "org.openjdk.jmh.runner.InfraControl";
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_TRACE = 100_000;
    private static final String EXITED_MARK = "VM prematurely exited before JMH had finished with it";
    private static final Pattern OUT_OF_MEMORY = Pattern.compile("java\\.lang\\.OutOfMemoryError(: .*)?");
    private static final List<String> NOT_STARTED_MARKS = List.of(
            "Could not create the Java Virtual Machine",
            "Could not find or load main class",
            "Error occurred during initialization of VM");

    /** Returns why the fork failed although JMH threw nothing; empty if it delivered all planned iterations. */
    Optional<Failure> atItsEnd() {
        return planned.plan().adaptive().isPresent() ? unfinished() : incomplete();
    }

    /**
     * Returns why the fork failed, given the exception that JMH threw.
     *
     * @param disturbed whether another process took the link of the fork
     */
    Failure of(Exception thrown, ForkWatch watch, SilenceLimit silence, boolean disturbed) {
        return watch.killed()
                .map(kill -> killed(kill, silence))
                .orElseGet(() -> disturbed
                        ? failure(
                                Kind.NOT_STARTED,
                                "Another program connected to JMH's link before the fork, and was rejected. Measure again. If"
                                        + " this happens again, measure where no other user can log in.")
                        : explain(thrown));
    }

    private Failure killed(ForkWatch.Kill kill, SilenceLimit silence) {
        return switch (kill) {
            case STOPPED -> failure(Kind.STOPPED, "The run was stopped; the fork was killed.");
            case OUT_OF_TIME ->
                failure(
                        Kind.OUT_OF_TIME,
                        "The time budget of the run ended during an iteration; the fork was killed. Set a"
                                + " larger one, such as -Dmicrobench.budget=10m.");
            case OUTPUT_HELD -> {
                // The interruption was only for JMH.
                Thread.interrupted();
                yield failure(
                        Kind.INCOMPLETE,
                        "The fork ended, but a process that it started keeps its output open and cannot be killed."
                                + " End it manually, and let the benchmark end its processes in a @TearDown method.");
            }
            case TIMED_OUT ->
                outOfMemory(tail.lines())
                        .map(error -> failure(Kind.OUT_OF_MEMORY, error + "; the fork hung and was killed."))
                        .orElseGet(() -> failure(
                                Kind.TIMED_OUT,
                                "No iteration ended for more than " + Durations.text(silence.allowed())
                                        + " (iteration and time-out); the fork was killed."
                                        + " Set a longer time-out with -Dmicrobench.timeout=30m or @Timeout."));
        };
    }

    private Failure failure(Kind kind, String message) {
        return failure(kind, message, "");
    }

    private Failure failure(Kind kind, String message, String stackTrace) {
        return new Failure(
                kind, cut(firstLine(message), MAX_MESSAGE), cut(stackTrace, MAX_TRACE), command(), tail.lines());
    }

    private Optional<Failure> incomplete() {
        // A benchmark class may have changed the number in JMH's options.
        int wanted = output.wanted().orElse(planned.plan().measurement().count());
        long got = output.iterations().stream()
                .filter(i -> i.phase() == Phase.MEASUREMENT)
                .count();
        if (got == wanted) {
            return Optional.empty();
        }
        return Optional.of(
                failure(Kind.INCOMPLETE, "The fork delivered " + got + " of " + wanted + " measured iterations"));
    }

    private Optional<Failure> unfinished() {
        Optional<AdaptiveFork> stop = output.stop();
        if (stop.isEmpty()) {
            return Optional.of(failure(
                    Kind.INCOMPLETE,
                    "The fork ended after " + output.iterations().size()
                            + " iterations, before its stop rule had decided"));
        }
        if (stop.get().reason() == StopReason.NO_QUIET_TIME) {
            long starved = output.iterations().stream()
                    .filter(IterationResult::starved)
                    .count();
            return Optional.of(new Failure(
                    Kind.NO_QUIET_TIME,
                    "No quiet time: in " + starved + " of "
                            + output.iterations().size()
                            + " iterations the benchmark's threads waited because other processes used the CPU. Run it when the"
                            + " machine does nothing else, or accept more with -Dmicrobench.starvation=20%.",
                    "",
                    command(),
                    List.of()));
        }
        return Optional.empty();
    }

    /** Returns the fork's command without the arguments of JMH and the harness; empty for a case inside the host. */
    private List<String> command() {
        CasePlan plan = planned.plan();
        if (plan.inProcess()) {
            return List.of();
        }
        List<String> command = new ArrayList<>();
        command.add(plan.jvm().orElseGet(Utils::getCurrentJvm));
        command.addAll(plan.jvmArgs());
        return command;
    }

    /** Explains why a fork failed, given the exception of {@code Runner.run}. */
    Failure explain(Throwable thrown) {
        Throwable root = root(thrown);
        String text = String.valueOf(root.getMessage());
        OptionalInt exitCode = exitCode(text);
        Optional<String> printed = output.printedFailure();
        if (printed.isPresent() && (exitCode.isPresent() || root instanceof NotSerializableException)) {
            // An exception that is not serializable cannot reach the host, but its printed text does.
            String trace = printed.get();
            Kind kind = OUT_OF_MEMORY.matcher(firstLine(trace)).find() ? Kind.OUT_OF_MEMORY : Kind.THREW;
            return failure(kind, trace, trace);
        }
        if (exitCode.isPresent()) {
            return explainExit(exitCode.getAsInt());
        }
        if (text.contains(EXITED_MARK)) {
            return DeathBySignal.of(output.exitCode().orElse(0))
                    .map(signal -> failure(Kind.CRASHED, signal.message(when())))
                    .orElseGet(() -> failure(
                            Kind.EXITED,
                            "The fork ended before JMH had finished with it: did the benchmark call System.exit?",
                            ""));
        }
        if (printed.isEmpty()) {
            // The fork sent nothing: the failure happened in the host.
            if (root instanceof IOException) {
                return failure(Kind.NOT_STARTED, "The fork cannot be started: " + text);
            }
            if (root instanceof InterruptedException) {
                return failure(Kind.STOPPED, "The run was interrupted; the fork was killed.");
            }
            if (text.contains(LOCK_MARK)) {
                return failure(Kind.NOT_STARTED, LOCK_MESSAGE);
            }
        }
        if (root instanceof InterruptedException && output.interrupted()) {
            String message = "An iteration had not ended after its time-out of "
                    + Durations.text(planned.plan().timeout()) + ", and JMH interrupted it (" + root
                    + "). Set a longer time-out with -Dmicrobench.timeout=30m or @Timeout.";
            return failure(Kind.TIMED_OUT, message, trace(root));
        }
        Kind kind = root instanceof OutOfMemoryError ? Kind.OUT_OF_MEMORY : Kind.THREW;
        return failure(kind, firstLine(root.toString()) + MissingArgument.advice(root), trace(root));
    }

    private Failure explainExit(int code) {
        Optional<String> memory = outOfMemory(tail.lines());
        if (memory.isPresent()) {
            return failure(Kind.OUT_OF_MEMORY, memory.get());
        }
        Optional<String> refusal = tail.lines().stream()
                .filter(line -> NOT_STARTED_MARKS.stream().anyMatch(line::contains))
                .findFirst();
        if (refusal.isPresent()) {
            String reason = tail.lines().stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("<"))
                    .findFirst()
                    .orElse(refusal.get());
            return failure(Kind.NOT_STARTED, "The fork did not start: " + reason);
        }
        String message = DeathBySignal.crash(when(), tail.lines())
                .or(() -> DeathBySignal.of(code).map(signal -> signal.message(when())))
                .orElseGet(() -> "The fork died with exit code " + code + " " + when());
        return failure(Kind.CRASHED, message);
    }

    private String when() {
        return output.iterations().isEmpty()
                ? "before the end of its first iteration"
                : "after " + Counted.of(output.iterations().size(), "iteration");
    }

    /** Returns the {@code OutOfMemoryError} that a fork has printed; empty if there is none. */
    static Optional<String> outOfMemory(List<String> lines) {
        return lines.stream()
                .map(OUT_OF_MEMORY::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst();
    }

    /** Returns the exit code in a message of JMH; empty if the message has none. */
    static OptionalInt exitCode(String message) {
        Matcher matcher = EXIT_CODE.matcher(message);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /**
     * Returns the benchmark's exception. JMH wraps it, and lists the exceptions of all threads as suppressed; one caused by another
     * thread's exception is the root only if there is no other.
     */
    private static Throwable root(Throwable thrown) {
        Throwable current = thrown;
        while (isWrapper(current)) {
            Throwable next = current.getCause();
            if (current instanceof BenchmarkException && current.getSuppressed().length > 0) {
                Throwable[] all = current.getSuppressed();
                next = Arrays.stream(all)
                        .filter(suppressed -> !followsFromAnother(suppressed))
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
     * Returns whether another thread's exception caused this one: JMH then interrupts the other threads, and its
     * barrier may throw in threads that arrive late ("More threads than expected").
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
     * <p>A process that was ended by signal n has the exit code 128 + n, as does a JVM that shut down normally after
     * the signal. A JVM that crashes writes a report, announces it on its standard output, and aborts. Its exit code is
     * that of SIGABRT; its output names the original signal.
     */
    record DeathBySignal(int number) {

        private static final int SHIFT = 128;

        /** An upper limit for signal numbers. */
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

        /** Returns the signal that an exit code represents; empty if it represents none. */
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
         * @param when the time of the failure, such as "after 2 iterations"
         */
        String message(String when) {
            String what = "The fork was ended by signal " + name() + " " + when + ".";
            return number == KILL
                    ? what + " If no user sent it, the system did because memory ran out (see dmesg, or memory.events"
                            + " of the container). Reduce the heap of the fork with -Xmx, or use a machine with more"
                            + " memory."
                    : what;
        }

        /**
         * Describes the crash of a JVM, regardless of its exit code: a JVM that writes no core dump exits normally.
         *
         * @return the description; empty if the lines do not report a crash
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
