// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.forks.LoadedClasses;
import io.microbench.forks.Prewarm;
import io.microbench.process.ArgumentFiles;
import io.microbench.remote.SuiteProcess;
import io.microbench.result.Environment;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.text.PreflightException;
import io.microbench.text.Printable;
import io.microbench.text.StandardOutput;
import io.microbench.text.UserException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs every benchmark class of its class path through the engine, and ends with a {@link SuiteStatus}; the program
 * that {@link SuiteProcess} starts.
 *
 * <p>Settings are system properties. This JVM and its fork end when the starter ends, or writes to the standard input
 * of this JVM.
 */
public final class SuiteMain {

    private static final int KILLED = 143;
    private static final long LOOK_MILLIS = 100;
    private static final long LAST_WORDS_SECONDS = 10;

    private static Optional<Prewarm> prepared = Optional.empty();

    private final CountDownLatch done = new CountDownLatch(1);

    private SuiteMain() {}

    /**
     * Runs the suite in its own JVM.
     *
     * @param arguments the files from which this JVM has read its arguments, to be deleted
     */
    public static void main(String[] arguments) {
        ArgumentFiles.delete(arguments);
        Long starter = Long.getLong(SuiteProcess.STARTER);
        if (starter != null) {
            Thread watch = new Thread(() -> leaveWith(starter), "microbench-starter");
            watch.setDaemon(true);
            watch.start();
        }
        System.exit(inThisJvm());
    }

    /** Runs the suite, and returns the exit status of its process. */
    public static int inThisJvm() {
        StandardOutput out = StandardOutput.underSystemOut();
        int status = new SuiteMain().run().exitCode();
        return out.exitStatus(status, "microbench", System.err);
    }

    private SuiteStatus run() {
        // The run itself stops its fork; this waits for the table of results so far, which is printed after that.
        Runtime.getRuntime().addShutdownHook(new Thread(this::awaitEnd, "microbench-last-words"));
        try {
            return runAll();
        } finally {
            System.out.flush();
            done.countDown();
        }
    }

    private static SuiteStatus runAll() {
        if (NoPlatform.isMissing(SuiteMain.class.getClassLoader())) {
            System.err.println("microbench: " + NoPlatform.MESSAGE);
            return SuiteStatus.UNUSABLE;
        }
        Prewarm early = Prewarm.begin(LoadedClasses::readClassPath, prepare()::close);
        Optional<EngineNode> benchmarks;
        try {
            benchmarks = SuiteEngine.discover(Configuration.of(SuiteEngine.SuiteRequest.NO_PARAMETERS)
                    .settings()
                    .cases());
        } catch (PreflightException e) {
            System.err.println(Printable.lines("microbench: " + e.getMessage()));
            return SuiteStatus.UNUSABLE;
        }
        if (benchmarks.isEmpty()) {
            String first = System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), 2)[0];
            System.err.println(Printable.lines(
                    "microbench: No benchmarks found in " + Path.of(first).toAbsolutePath()
                            + " or elsewhere on the class path: expected classes with @Benchmark methods in a folder, or a"
                            + " META-INF/BenchmarkList of JMH's annotation processor. Compile the benchmarks, and name their"
                            + " jar or folder, such as target/test-classes."));
            return SuiteStatus.UNUSABLE;
        }
        return SuiteEngine.run(benchmarks.get(), early);
    }

    /** Initializes in advance, in another thread, the classes that every suite needs; later calls do nothing. */
    public static synchronized Prewarm prepare() {
        Prewarm use = prepared.orElseGet(() -> Prewarm.begin(SuiteMain::useRecord, Prewarm::ofForks));
        prepared = Optional.of(use);
        return use;
    }

    private static void useRecord() {
        RecordJson.line(new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "",
                Instant.EPOCH,
                Optional.empty(),
                Environment.builder().build(),
                List.of(),
                List.of(),
                Optional.empty()));
    }

    private void awaitEnd() {
        try {
            if (!done.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(KILLED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Polls the starter, instead of waiting for the end of standard input: HotSpot exits 0.3 s later if a thread reads. */
    private static void leaveWith(long starter) {
        Optional<ProcessHandle> parent = ProcessHandle.current().parent().filter(process -> process.pid() == starter);
        try {
            while (parent.filter(ProcessHandle::isAlive).isPresent() && System.in.available() == 0) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            // An error is treated like the end of input.
        }
        System.exit(KILLED);
    }

    /** The outcome of a suite, with the exit status of its process. */
    enum SuiteStatus {
        /** Every case was measured, and none is worse than its baseline or bounds. */
        FINE(0),
        /** A benchmark failed, or the JVM that ran the benchmarks did. */
        FAILED(UserException.FAILED),
        /** Nothing was measured: a setting, a class path or a filter is invalid. */
        UNUSABLE(UserException.USAGE),
        /** A case is slower than its baseline, or outside of the bounds that its class declares. */
        WORSE(3);

        private final int exitCode;

        SuiteStatus(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }

        /** Returns the status of a suite that ended with this exception. */
        static SuiteStatus of(UserException cause) {
            return cause.exitStatus() == UserException.USAGE ? UNUSABLE : FAILED;
        }
    }

    /** Reports that the class path has no JUnit Platform. */
    static final class NoPlatform {

        /** The JUnit version that the harness is built with; a test checks that it is up to date. */
        static final String VERSION = "6.1.3";

        static final String MESSAGE = """
                The class path has no JUnit Platform, which runs the benchmarks. The harness does not include JUnit, so that each \
                project can choose its version. Add it to the pom, in any version from 5.10 on:
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>%s</version>
                  <scope>test</scope>
                </dependency>
                """.formatted(VERSION);

        private NoPlatform() {}

        static boolean isMissing(ClassLoader loader) {
            try {
                Class.forName("org.junit.platform.engine.TestEngine", false, loader);
                return false;
            } catch (ClassNotFoundException e) {
                return true;
            }
        }
    }
}
