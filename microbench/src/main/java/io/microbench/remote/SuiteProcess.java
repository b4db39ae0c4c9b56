// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.HarnessPath;
import io.microbench.plan.ForkArguments;
import io.microbench.process.ChildProcess;
import io.microbench.process.ShutdownHook;
import io.microbench.remote.ForkServerClient.Launch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs the benchmarks of a class path in a separate JVM, with the engine, settings, verdicts and reports of a test run.
 *
 * <p>None of their classes is loaded here. The other JVM prints to this one's standard output and error; it ends, with
 * its fork, when this JVM ends for any reason.
 */
public final class SuiteProcess implements AutoCloseable {

    /** The system property with the process id of the JVM that started a suite. */
    public static final String STARTER = "io.microbench.starter";

    private static final Duration GOODBYE = Duration.ofSeconds(15);

    private final ChildProcess child;
    private final ShutdownHook onShutdown;

    private SuiteProcess(ChildProcess child) {
        this.child = child;
        this.onShutdown = ShutdownHook.of("microbench-suite-end", this::end);
    }

    /**
     * Starts the JVM.
     *
     * @param classPath class path of the benchmarks; the harness is added if missing
     */
    public static SuiteProcess start(
            Class<?> program, List<String> classPath, Path directory, Map<String, String> properties) {
        return new SuiteProcess(HostProcess.startJvm(
                new Launch("the benchmarks", classPath, directory, properties),
                Stream.concat(
                                HostProcess.QUICK_START.stream(),
                                Stream.of("-D" + STARTER + "="
                                        + ProcessHandle.current().pid()))
                        .toList(),
                HarnessPath.forSuite(classPath),
                ProcessBuilder.Redirect.INHERIT,
                // The other JVM deletes the files when it starts, as this JVM may be killed first.
                files -> Stream.concat(Stream.of(program.getName()), files.stream())
                        .toList()));
    }

    /**
     * Returns the time since the start of the command that runs the suite in this JVM; zero if the suite was not
     * started by a command.
     */
    public static Duration sinceCommand() {
        if (!Boolean.getBoolean(ForkArguments.OWN_HOST)) {
            return Duration.ZERO;
        }
        Duration here = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        return Optional.ofNullable(Long.getLong(STARTER))
                .flatMap(ProcessHandle::of)
                .flatMap(starter -> between(starter, ProcessHandle.current()))
                .map(here::plus)
                .orElse(here);
    }

    /** Returns the time between the starts of two processes; the time of the machine's start, which is imprecise, cancels out. */
    private static Optional<Duration> between(ProcessHandle first, ProcessHandle second) {
        return first.info()
                .startInstant()
                .flatMap(start -> second.info().startInstant().map(later -> Duration.between(start, later)));
    }

    /**
     * Waits for the JVM to end.
     *
     * @return 0 for success, 1 if a benchmark failed, 2 if nothing could be measured, 3 if a case is worse than its
     *     baseline or bounds; another number if the JVM was killed
     */
    public int await() throws InterruptedException {
        return child.process().waitFor();
    }

    /** Asks the JVM to end, and kills it after a while. */
    private void end() {
        if (child.process().isAlive()) {
            try {
                child.send("end");
            } catch (IOException e) {
                // The JVM has ended.
            }
        }
        child.leave(GOODBYE);
        child.close();
    }

    @Override
    public void close() {
        end();
        onShutdown.close();
    }
}
