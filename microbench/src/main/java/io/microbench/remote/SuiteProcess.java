// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.cds.HarnessPath;
import io.microbench.environment.PreflightException;
import io.microbench.environment.ShutdownHook;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the benchmarks of a class path in a JVM of their own, with the engine, settings, judgement and reports of a test
 * run.
 *
 * <p>No class of theirs is loaded here. The other JVM prints to this one's standard output and error; it ends, with its
 * fork, when this one does, however this one does.
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
     * @param classPath what is measured with all it needs; the harness is added where it is not there
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
            // It deletes the file as soon as it runs, as this JVM may be killed before it can.
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
     * Waits for the end.
     *
     * @return 0 if all is well, 1 if a benchmark failed, 2 if nothing could be measured, 3 if a case is worse than its
     *     baseline or bounds; another number where the JVM was killed
     * @throws InterruptedException if the calling thread is interrupted; the JVM goes on
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
