/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.forking;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Failure;
import io.microbench.result.Failure.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.NotSerializableException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

class FailuresTest {

    private static final List<String> COMMAND = List.of("java", "-Xmx64m");

    private static Throwable inJmh(Throwable... causes) {
        return new RunnerException("Benchmark caught the exception", new BenchmarkException("", Arrays.asList(causes)));
    }

    /** JMH's own, around what happened in the host. */
    private static Throwable aroundHost(Throwable cause) {
        return new RunnerException("Benchmark caught the exception", new BenchmarkException(cause));
    }

    private static Throwable exit(int code) {
        return aroundHost(new IllegalStateException("Forked VM failed with exit code " + code));
    }

    private static Failures.Seen seen(Optional<String> printed, int iterations, String... tail) {
        return new Failures.Seen(printed, Optional.empty(), OptionalInt.empty(), iterations, COMMAND, List.of(tail));
    }

    private static Failures.Seen nothing(String... tail) {
        return seen(Optional.empty(), 0, tail);
    }

    @Test
    void anExceptionIsNamedWithItsTrace() {
        Failure failure = Failures.explain(inJmh(new IllegalStateException("boom")), nothing("last words"));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(failure.stackTrace()).contains("FailuresTest.anExceptionIsNamedWithItsTrace");
        assertThat(failure.command()).isEqualTo(COMMAND);
        assertThat(failure.outputTail()).containsExactly("last words");
    }

    @Test
    void theCauseOfTheBenchmarksOwnExceptionStaysInTheTrace() {
        RuntimeException outer = new RuntimeException("outer", new IllegalArgumentException("inner"));
        Failure failure = Failures.explain(inJmh(outer), nothing());

        assertThat(failure.message()).isEqualTo("java.lang.RuntimeException: outer");
        assertThat(failure.stackTrace()).contains("Caused by: java.lang.IllegalArgumentException: inner");
    }

    @Test
    void threadsThatWereInterruptedBecauseAnotherThrewAreNotTheCause() {
        Failure failure = Failures.explain(
                inJmh(new InterruptedException("sleep interrupted"), new IllegalStateException("boom")), nothing());

        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: boom");
    }

    /** Seen with two threads on a loaded machine, from {@code InfraControlL2.awaitWarmdownReady}. */
    @Test
    void threadsThatMissedJmhsMeetingPointBecauseAnotherThrewAreNotTheCause() {
        IllegalStateException missed = new IllegalStateException("More threads than expected");
        missed.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.openjdk.jmh.runner.InfraControlL2", "preSetup", "InfraControl.java", 1)
        });

        assertThat(Failures.explain(inJmh(missed, new IllegalStateException("boom")), nothing())
                        .message())
                .isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(Failures.explain(inJmh(missed), nothing()).message())
                .isEqualTo("java.lang.IllegalStateException: More threads than expected");
    }

    @Test
    void theMessageIsOneLineOfSensibleLength() {
        Failure failure =
                Failures.explain(inJmh(new IllegalStateException("first\nsecond " + "x".repeat(1_000_000))), nothing());
        Failure longLine = Failures.explain(inJmh(new IllegalStateException("x".repeat(1_000_000))), nothing());

        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: first");
        assertThat(failure.stackTrace()).contains("second").hasSizeLessThan(200_000);
        assertThat(longLine.message()).hasSizeLessThan(2_000).endsWith("x ...");
    }

    @Test
    void whatDoesNotSerialiseIsTakenFromTheForksOutput() {
        String printed = "a.b.Strange: odd\n\tat a.b.C.d(C.java:7)\n";
        Failure failure = Failures.explain(
                inJmh(new NotSerializableException("java.lang.Object")), seen(Optional.of(printed), 0));
        Failure brokenLink = Failures.explain(exit(1), seen(Optional.of(printed), 0));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("a.b.Strange: odd");
        assertThat(failure.stackTrace()).contains("C.java:7");
        assertThat(brokenLink.message()).isEqualTo("a.b.Strange: odd");
    }

    @Test
    void memoryThatRanOutIsNamedWhereverItShows() {
        String text = "java.lang.OutOfMemoryError: Java heap space";
        assertThat(List.of(
                        Failures.explain(inJmh(new OutOfMemoryError("Java heap space")), nothing()),
                        Failures.explain(exit(1), seen(Optional.of(text + "\n\tat x.Y.z(Y.java:1)"), 0)),
                        Failures.explain(exit(3), nothing("Terminating due to " + text))))
                .allSatisfy(failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
                    assertThat(failure.message()).isEqualTo(text);
                });
    }

    @Test
    void anExitIsNotACrash() {
        Failure failure = Failures.explain(
                aroundHost(new IllegalStateException("<failure: VM prematurely exited before JMH had finished with it,"
                        + " explicit System.exit was called?>")),
                nothing());

        assertThat(failure.kind()).isEqualTo(Kind.EXITED);
        assertThat(failure.message()).contains("System.exit");
    }

    @Test
    void aForkThatDidNotStartSaysWhy() {
        Failure failure = Failures.explain(
                exit(1),
                nothing(
                        "Unrecognized VM option 'NoSuchFlag'",
                        "Error: Could not create the Java Virtual Machine.",
                        "Error: A fatal exception has occurred. Program will exit."));

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).isEqualTo("The fork did not start: Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void aCommandThatIsNotThereSaysSo() {
        Failure failure = Failures.explain(
                aroundHost(new IOException("Cannot run program \"/no/java\": error=2, No such file")), nothing());

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).startsWith("The fork cannot be started: ").contains("/no/java");
    }

    /** A file that the benchmark's set-up misses is the benchmark's own failure. */
    @Test
    void anIoExceptionOfTheBenchmarkIsNotTakenForAFailedStart() {
        Failure failure = Failures.explain(
                inJmh(new FileNotFoundException("data.bin")),
                seen(Optional.of("java.io.FileNotFoundException: data.bin\n"), 0));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.io.FileNotFoundException: data.bin");
    }

    @Test
    void aDeathSaysWithWhatCodeAndWhen() {
        Failure failure = Failures.explain(exit(7), seen(Optional.empty(), 1));

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message()).isEqualTo("The fork died with exit code 7 after 1 iteration");
        assertThat(Failures.explain(exit(300), nothing()).message())
                .isEqualTo("The fork died with exit code 300 before the end of its first iteration");
    }

    @Test
    void aSignalIsNamed() {
        assertThat(Failures.explain(exit(143), seen(Optional.empty(), 3)))
                .extracting(Failure::kind, Failure::message)
                .containsExactly(Kind.CRASHED, "The fork was ended by signal 15 (SIGTERM) after 3 iterations.");
        assertThat(Failures.explain(exit(128 + 33), nothing()).message())
                .isEqualTo("The fork was ended by signal 33 before the end of its first iteration.");
    }

    @Test
    void aKillIsPerhapsForLackOfMemory() {
        assertThat(Failures.explain(exit(137), nothing()).message())
                .startsWith("The fork was ended by signal 9 (SIGKILL) before the end of its first iteration.")
                .contains("memory ran out", "dmesg", "-Xmx");
    }

    /** A JVM that ends itself in order upon a signal runs JMH's hook, which takes it for a System.exit. */
    @Test
    void aSignalIsNotTakenForAnExitOfTheBenchmark() {
        Throwable thrown = aroundHost(new IllegalStateException(
                "<failure: VM prematurely exited before JMH had finished with it, explicit System.exit was called?>"));
        Failures.Seen seen = new Failures.Seen(
                Optional.of("VM prematurely exited"), Optional.empty(), OptionalInt.of(143), 2, COMMAND, List.of());
        Failure failure = Failures.explain(thrown, seen);

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message()).isEqualTo("The fork was ended by signal 15 (SIGTERM) after 2 iterations.");
    }

    /** With a core dump it aborts, without one its exit code is 1. */
    @ParameterizedTest
    @ValueSource(ints = {134, 1})
    void aCrashOfTheJvmIsToldFromItsReport(int code) {
        Failure failure = Failures.explain(
                exit(code),
                nothing(
                        "#",
                        "# A fatal error has been detected by the Java Runtime Environment:",
                        "#",
                        "#  SIGSEGV (0xb) at pc=0x00007f2f3c5d2b1e, pid=4711, tid=4712",
                        "#",
                        "# An error report file with more information is saved as:",
                        "# /home/me/my project/hs_err_pid4711.log",
                        "#"));

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message())
                .isEqualTo("The fork's JVM crashed before the end of its first iteration:"
                        + " SIGSEGV (0xb) at pc=0x00007f2f3c5d2b1e, pid=4711, tid=4712."
                        + " Its report: /home/me/my project/hs_err_pid4711.log");
    }

    @Test
    void anInterruptionAfterTheTimeOutIsATimeOut() {
        Failures.Seen late = new Failures.Seen(
                Optional.of("java.lang.InterruptedException: sleep interrupted"),
                Optional.of(Duration.ofSeconds(2)),
                OptionalInt.empty(),
                1,
                COMMAND,
                List.of());
        Failure failure = Failures.explain(inJmh(new InterruptedException("sleep interrupted")), late);

        assertThat(failure.kind()).isEqualTo(Kind.TIMED_OUT);
        assertThat(failure.message())
                .contains("time-out of 2 s", "InterruptedException: sleep interrupted", "-Dmicrobench.timeout=30m");
        assertThat(failure.stackTrace()).contains("FailuresTest");
    }

    @Test
    void anInterruptionOfTheHostStopsTheRun() {
        Failure failure = Failures.explain(aroundHost(new InterruptedException()), nothing());

        assertThat(failure.kind()).isEqualTo(Kind.STOPPED);
        assertThat(failure.message()).contains("interrupted");
    }

    @Test
    void aJmhThatWasUsedBeforeSaysWhatToDo() {
        Failure failure = Failures.explain(
                new RunnerException("ERROR: Another JMH instance might be running. Unable to acquire the JMH lock"
                        + " (/tmp/jmh.lock), exiting. Use -Djmh.ignoreLock=true to forcefully continue."),
                nothing());

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).contains("JVM of their own", "-Djmh.ignoreLock=true");
    }

    @Test
    void whatJmhItselfThrowsIsTakenAsItIs() {
        Failure failure = Failures.explain(new RunnerException("No benchmarks to run"), nothing());

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).contains("No benchmarks to run");
    }
}
