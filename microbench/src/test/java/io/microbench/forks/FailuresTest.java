// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.process.OutputTail;
import io.microbench.result.Failure;
import io.microbench.result.Failure.Kind;
import io.microbench.run.JmhFixtures;
import io.microbench.run.TestClock;
import io.microbench.run.TestPlans;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedActionException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

class FailuresTest {

    private static Throwable inJmh(Throwable... causes) {
        return new RunnerException("Benchmark caught the exception", new BenchmarkException("", Arrays.asList(causes)));
    }

    /** JMH's exception for a failure in the host. */
    private static Throwable aroundHost(Throwable cause) {
        return new RunnerException("Benchmark caught the exception", new BenchmarkException(cause));
    }

    private static Throwable exit(int code) {
        return aroundHost(new IllegalStateException("Forked VM failed with exit code " + code));
    }

    private static final PlannedCase PLANNED = TestPlans.of(FailuresTest.class, "run")
            .timeout(Duration.ofSeconds(2))
            .jvmArgs("-Xmx64m")
            .planned();

    /** Output of a fork before it failed. */
    private static final class Seen {

        private final TestClock clock = new TestClock();
        private final OutputTail tail = new OutputTail();
        private final ForkOutput output = new ForkOutput(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                tail,
                new SilenceLimit(clock, Duration.ofMinutes(1)),
                Clock.systemUTC(),
                new Progress(clock, Duration.ofSeconds(1)),
                Optional.empty(),
                false);

        Seen printed(String trace) {
            output.println("<failure>");
            output.println(trace);
            return this;
        }

        Seen measured(int iterations) {
            for (int i = 1; i <= iterations; i++) {
                output.iterationResult(
                        JmhFixtures.params(),
                        JmhFixtures.MEASUREMENT,
                        i,
                        JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 10));
            }
            return this;
        }

        Failure explain(Throwable thrown, String... lines) {
            List.of(lines).forEach(tail::add);
            return new FailureCause(PLANNED, output, tail).explain(thrown);
        }
    }

    private static Failure explain(Throwable thrown, String... lines) {
        return new Seen().explain(thrown, lines);
    }

    static Stream<Throwable> wrappers() {
        IllegalStateException root = new IllegalStateException("boom");
        return Stream.of(
                new ExceptionInInitializerError(root),
                new InvocationTargetException(root),
                new CompletionException(root),
                new ExecutionException(root),
                new UndeclaredThrowableException(root),
                new PrivilegedActionException(root),
                new BootstrapMethodError(root),
                new NoClassDefFoundError("Could not initialize class a.B")
                        .initCause(new ExceptionInInitializerError(root)),
                new InvocationTargetException(new ExceptionInInitializerError(root)));
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void unwrapsExceptionsOfJdk(Throwable wrapper) {
        assertThat(explain(inJmh(wrapper)).message()).isEqualTo("java.lang.IllegalStateException: boom");
    }

    @Test
    void returnsWrapperWithoutCause() {
        // The exception that a second thread gets from a class whose initializer has failed.
        Throwable second = new NoClassDefFoundError("Could not initialize class a.B")
                .initCause(new ExceptionInInitializerError(
                        "Exception java.lang.NullPointerException [in thread \"main\"]"));

        assertThat(explain(inJmh(second)).message())
                .isEqualTo("java.lang.ExceptionInInitializerError: Exception java.lang.NullPointerException [in thread"
                        + " \"main\"]");
    }

    @Test
    void namesMissingArgument() {
        assertThat(explain(inJmh(new NoClassDefFoundError("jdk/incubator/vector/IntVector")))
                        .message())
                .endsWith("IntVector. Add --add-modules=jdk.incubator.vector to @Fork(jvmArgsAppend = ...) or to"
                        + " microbench.jvmArgs.");
    }

    @Test
    void reportsCodeGeneratedByAnotherJmh() {
        NoSuchFieldError thrown = new NoSuchFieldError("measuredOps");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("acme.jmh_generated.Plain_inc_jmhTest", "inc_Throughput", "Plain.java", 97)
        });

        assertThat(explain(inJmh(thrown)).message())
                .isEqualTo(
                        "java.lang.NoSuchFieldError: measuredOps. The code was generated by another JMH than the one on"
                                + " the class path: give jmh-core and jmh-generator-annprocess the same version, and run mvn"
                                + " clean.");
        assertThat(explain(inJmh(new NoSuchFieldError("mine"))).message())
                .isEqualTo("java.lang.NoSuchFieldError: mine");
    }

    @Test
    void returnsExceptionWithItsTrace() {
        Failure failure = explain(inJmh(new IllegalStateException("boom")), "last words");

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(failure.stackTrace()).contains("FailuresTest.returnsExceptionWithItsTrace");
        assertThat(failure.command()).hasSize(2).endsWith("-Xmx64m");
        assertThat(failure.outputTail()).containsExactly("last words");
    }

    @Test
    void keepsCauseOfBenchmarkExceptionInTrace() {
        RuntimeException outer = new RuntimeException("outer", new IllegalArgumentException("inner"));
        Failure failure = explain(inJmh(outer));

        assertThat(failure.message()).isEqualTo("java.lang.RuntimeException: outer");
        assertThat(failure.stackTrace()).contains("Caused by: java.lang.IllegalArgumentException: inner");
    }

    @Test
    void ignoresThreadsInterruptedAfterFailureOfAnother() {
        Failure failure =
                explain(inJmh(new InterruptedException("sleep interrupted"), new IllegalStateException("boom")));

        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: boom");
    }

    /** Seen with two threads on a loaded machine, from {@code InfraControlL2.awaitWarmdownReady}. */
    @Test
    void ignoresThreadsThatMissedBarrierAfterFailureOfAnother() {
        IllegalStateException missed = new IllegalStateException("More threads than expected");
        missed.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.openjdk.jmh.runner.InfraControlL2", "preSetup", "InfraControl.java", 1)
        });

        assertThat(explain(inJmh(missed, new IllegalStateException("boom"))).message())
                .isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(explain(inJmh(missed)).message())
                .isEqualTo("java.lang.IllegalStateException: More threads than expected");
    }

    @Test
    void shortensMessageToOneLine() {
        Failure failure = explain(inJmh(new IllegalStateException("first\nsecond " + "x".repeat(1_000_000))));
        Failure longLine = explain(inJmh(new IllegalStateException("x".repeat(1_000_000))));

        assertThat(failure.message()).isEqualTo("java.lang.IllegalStateException: first");
        assertThat(failure.stackTrace()).contains("second").hasSizeLessThan(200_000);
        assertThat(longLine.message()).hasSizeLessThan(2_000).endsWith("x ...");
    }

    @Test
    void readsUnserializableExceptionFromOutputOfFork() {
        String printed = "a.b.Strange: odd\n\tat a.b.C.d(C.java:7)\n";
        Failure failure = new Seen().printed(printed).explain(inJmh(new NotSerializableException("java.lang.Object")));
        Failure brokenLink = new Seen().printed(printed).explain(exit(1));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("a.b.Strange: odd");
        assertThat(failure.stackTrace()).contains("C.java:7");
        assertThat(brokenLink.message()).isEqualTo("a.b.Strange: odd");
    }

    @Test
    void detectsOutOfMemoryInAnyOutput() {
        String text = "java.lang.OutOfMemoryError: Java heap space";
        assertThat(List.of(
                        explain(inJmh(new OutOfMemoryError("Java heap space"))),
                        new Seen().printed(text + "\n\tat x.Y.z(Y.java:1)").explain(exit(1)),
                        explain(exit(3), "Terminating due to " + text)))
                .allSatisfy(failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
                    assertThat(failure.message()).isEqualTo(text);
                });
    }

    @Test
    void distinguishesExitFromCrash() {
        Failure failure = explain(
                aroundHost(new IllegalStateException("<failure: VM prematurely exited before JMH had finished with it,"
                        + " explicit System.exit was called?>")));

        assertThat(failure.kind()).isEqualTo(Kind.EXITED);
        assertThat(failure.message()).contains("System.exit");
    }

    @Test
    void explainsForkThatDidNotStart() {
        Failure failure = explain(
                exit(1),
                "Unrecognized VM option 'NoSuchFlag'",
                "Error: Could not create the Java Virtual Machine.",
                "Error: A fatal exception has occurred. Program will exit.");

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).isEqualTo("The fork did not start: Unrecognized VM option 'NoSuchFlag'");
    }

    @Test
    void explainsMissingCommand() {
        Failure failure =
                explain(aroundHost(new IOException("Cannot run program \"/no/java\": error=2, No such file")));

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).startsWith("The fork cannot be started: ").contains("/no/java");
    }

    /** A file missing in the benchmark's set-up is a failure of the benchmark. */
    @Test
    void distinguishesIoExceptionOfBenchmarkFromFailedStart() {
        Failure failure = new Seen()
                .printed("java.io.FileNotFoundException: data.bin\n")
                .explain(inJmh(new FileNotFoundException("data.bin")));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).isEqualTo("java.io.FileNotFoundException: data.bin");
    }

    @Test
    void reportsExitCodeAndIteration() {
        Failure failure = new Seen().measured(1).explain(exit(7));

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message()).isEqualTo("The fork died with exit code 7 after 1 iteration");
        assertThat(explain(exit(300)).message())
                .isEqualTo("The fork died with exit code 300 before the end of its first iteration");
    }

    @Test
    void namesSignal() {
        assertThat(new Seen().measured(3).explain(exit(143)))
                .extracting(Failure::kind, Failure::message)
                .containsExactly(Kind.CRASHED, "The fork was ended by signal 15 (SIGTERM) after 3 iterations.");
        assertThat(explain(exit(128 + 33)).message())
                .isEqualTo("The fork was ended by signal 33 before the end of its first iteration.");
    }

    @Test
    void suggestsMemoryForSigkill() {
        assertThat(explain(exit(137)).message())
                .startsWith("The fork was ended by signal 9 (SIGKILL) before the end of its first iteration.")
                .contains("memory ran out", "dmesg", "-Xmx");
    }

    /** A JVM that exits normally on a signal runs JMH's hook, which reports a System.exit. */
    @Test
    void distinguishesSignalFromExitOfBenchmark() {
        Throwable thrown = aroundHost(new IllegalStateException(
                "<failure: VM prematurely exited before JMH had finished with it, explicit System.exit was called?>"));
        Seen seen = new Seen().measured(2).printed("VM prematurely exited");
        seen.output.println("Forked VM failed with exit code 143");
        Failure failure = seen.explain(thrown);

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message()).isEqualTo("The fork was ended by signal 15 (SIGTERM) after 2 iterations.");
    }

    /** The JVM aborts with a core dump; without one its exit code is 1. */
    @ParameterizedTest
    @ValueSource(ints = {134, 1})
    void describesCrashFromItsReport(int code) {
        Failure failure = explain(
                exit(code),
                "#",
                "# A fatal error has been detected by the Java Runtime Environment:",
                "#",
                "#  SIGSEGV (0xb) at pc=0x00007f2f3c5d2b1e, pid=4711, tid=4712",
                "#",
                "# An error report file with more information is saved as:",
                "# /home/me/my project/hs_err_pid4711.log",
                "#");

        assertThat(failure.kind()).isEqualTo(Kind.CRASHED);
        assertThat(failure.message())
                .isEqualTo("The fork's JVM crashed before the end of its first iteration:"
                        + " SIGSEGV (0xb) at pc=0x00007f2f3c5d2b1e, pid=4711, tid=4712."
                        + " Its report: /home/me/my project/hs_err_pid4711.log");
    }

    @Test
    void reportsInterruptionAfterTimeoutAsTimeout() {
        Seen late = new Seen().measured(1).printed("java.lang.InterruptedException: sleep interrupted");
        late.output.print("(benchmark timed out, interrupted 1 times) ");
        Failure failure = late.explain(inJmh(new InterruptedException("sleep interrupted")));

        assertThat(failure.kind()).isEqualTo(Kind.TIMED_OUT);
        assertThat(failure.message())
                .contains("time-out of 2 s", "InterruptedException: sleep interrupted", "-Dmicrobench.timeout=30m");
        assertThat(failure.stackTrace()).contains("FailuresTest");
    }

    @Test
    void stopsRunWhenHostIsInterrupted() {
        Failure failure = explain(aroundHost(new InterruptedException()));

        assertThat(failure.kind()).isEqualTo(Kind.STOPPED);
        assertThat(failure.message()).contains("interrupted");
    }

    @Test
    void explainsHeldJmhLock() {
        Failure failure = explain(
                new RunnerException("ERROR: Another JMH instance might be running. Unable to acquire the JMH lock"
                        + " (/tmp/jmh.lock), exiting. Use -Djmh.ignoreLock=true to forcefully continue."));

        assertThat(failure.kind()).isEqualTo(Kind.NOT_STARTED);
        assertThat(failure.message()).contains("separate JVM", "-Djmh.ignoreLock=true");
    }

    @Test
    void keepsOtherExceptionsOfJmh() {
        Failure failure = explain(new RunnerException("No benchmarks to run"));

        assertThat(failure.kind()).isEqualTo(Kind.THREW);
        assertThat(failure.message()).contains("No benchmarks to run");
    }
}
