// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.HarnessPath;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ChildProcess;
import io.microbench.process.ShutdownHook;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the benchmarks of a class path in a separate JVM, with the engine, settings, verdicts and reports of a test run.
 *
 * <p>None of their classes is loaded here. The other JVM prints to this one's standard output and error; it ends, with
 * its fork, however this one ends.
 */
public final class SuiteProcess implements AutoCloseable {

    private static final Duration GOODBYE = Duration.ofSeconds(15);

    private final Process process;
    private final ArgumentFiles properties;
    private final ShutdownHook onShutdown;

    private SuiteProcess(Process process, ArgumentFiles properties) {
        this.process = process;
        this.properties = properties;
        this.onShutdown = ShutdownHook.of("microbench-suite-end", this::end);
    }

    /**
     * Starts the JVM.
     *
     * @param program the class whose main method runs the suite
     * @param classPath class path of the benchmarks; the harness is added if missing
     * @param directory working directory of the JVM and its forks
     * @param properties its system properties, the settings among them
     * @throws PreflightException if it cannot be started
     */
    public static SuiteProcess start(
            Class<?> program, List<String> classPath, Path directory, Map<String, String> properties) {
        List<String> command = new ArrayList<>();
        command.add(ChildProcess.java());
        command.add("-Xshare:auto");
        command.addAll(HostArguments.of(classPath, directory, properties));
        try {
            ArgumentFiles file =
                    ArgumentFiles.of(properties, String.join(File.pathSeparator, HarnessPath.forSuite(classPath)));
            command.addAll(file.arguments());
            command.add(program.getName());
            // The other JVM deletes the file when it starts, as this JVM may be killed first.
            command.addAll(file.files());
            return start(command, directory, file);
        } catch (IOException e) {
            throw new PreflightException(
                    "The JVM for the benchmarks cannot be started in " + directory + ": " + e.getMessage());
        }
    }

    private static SuiteProcess start(List<String> command, Path directory, ArgumentFiles file) throws IOException {
        try {
            return new SuiteProcess(
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start(),
                    file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Waits for the end of the JVM.
     *
     * @return 0 for success, 1 if a benchmark failed, 2 if nothing could be measured, 3 if a case is worse than its
     *     baseline or bounds; another number if the JVM was killed
     * @throws InterruptedException if the calling thread is interrupted; the JVM continues
     */
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Requests that the JVM ends, and after a while kills it. */
    private void end() {
        properties.close();
        if (!ChildProcess.leave(process, GOODBYE)) {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        end();
        onShutdown.close();
    }
}
