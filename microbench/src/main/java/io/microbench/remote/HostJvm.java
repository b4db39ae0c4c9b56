// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.plan.ForkArguments;
import io.microbench.plan.ListedClasses;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ChildProcess;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Starts JVMs that host forks, with arguments of their own; forks do not get them, as JMH is given each of their arguments.
 *
 * <p>Benchmarks that need preview features or an incubator module in their forks also need them in the host, which reads their
 * annotations and calls their hooks.
 */
final class HostJvm {

    /** The first JDK with warnings about {@code sun.misc.Unsafe}, which JMH uses, and an option to suppress them. */
    private static final int WARNS = 24;

    private HostJvm() {}

    /** Returns the arguments that suppress warnings about JMH's use of Unsafe on the JDK of this JVM. */
    static List<String> quiet() {
        return quiet(Runtime.version().feature());
    }

    /**
     * Returns all arguments of a host that loads the benchmarks of a class path.
     *
     * @param properties its system properties, the settings among them
     */
    static List<String> of(List<String> classPath, Path directory, Map<String, String> properties) {
        List<String> forks = new ArrayList<>(ListedClasses.forkArguments(classPath, directory));
        forks.addAll(List.of(properties.getOrDefault("microbench.jvmArgs", "").split("\\s+", -1)));
        List<String> host = new ArrayList<>(quiet());
        host.addAll(ForkArguments.ofHost(forks));
        return host;
    }

    /**
     * Starts a JVM on the class path of benchmarks, which ends with its standard input.
     *
     * @param own arguments before those of every host
     * @param classPath that of the launch with the harness
     * @param output receives what the JVM prints
     * @param main returns the main class and its arguments; given the files from which the JVM reads its arguments
     * @throws PreflightException if it cannot be started
     */
    static ChildProcess start(
            Launch launch,
            List<String> own,
            List<String> classPath,
            ProcessBuilder.Redirect output,
            Function<List<String>, List<String>> main) {
        List<String> command = new ArrayList<>(List.of(ChildProcess.java()));
        command.addAll(own);
        command.addAll(of(launch.classPath(), launch.directory(), launch.properties()));
        try {
            ArgumentFiles files = ArgumentFiles.of(launch.properties(), String.join(File.pathSeparator, classPath));
            command.addAll(files.arguments());
            command.addAll(main.apply(files.files()));
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(launch.directory().toFile());
            return ChildProcess.startTied(builder.redirectOutput(output).redirectError(output), files);
        } catch (IOException e) {
            throw new PreflightException("The JVM for " + launch.name() + " cannot be started in " + launch.directory()
                    + ": " + e.getMessage());
        }
    }

    /** Returns the same for a JDK of the given version, such as 25. */
    static List<String> quiet(int feature) {
        return feature < WARNS ? List.of() : List.of("--sun-misc-unsafe-memory-access=allow");
    }
}
