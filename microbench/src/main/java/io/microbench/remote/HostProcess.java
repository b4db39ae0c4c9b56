// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.HarnessPath;
import io.microbench.plan.ForkArguments;
import io.microbench.plan.ListedClasses;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ChildProcess;
import io.microbench.process.Programs;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs a host, a {@link ForkServer} or another {@link HostKind}, in a separate JVM on this machine.
 *
 * <p>A program that relays the lines, such as a node, passes them on unchanged. Class path and directory of the launch are on this
 * machine.
 */
public final class HostProcess implements HostLines {

    /**
     * Arguments of a host that starts and ends sooner, with a small initial heap. Forks do not inherit them, because
     * JMH is given the arguments of forks explicitly.
     */
    static final List<String> QUICK_START = List.of(
            "-Xshare:auto",
            // The class archive of the JDK is mapped at the address that it was created for, so its pages need not be
            // relocated.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xms24m");

    /** The first JDK with warnings about {@code sun.misc.Unsafe}, which JMH uses, and an option to suppress them. */
    private static final int WARNS = 24;

    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final ChildProcess child;
    private final Taker taker;

    private HostProcess(String name, ChildProcess child, Taker taker) {
        this.child = child;
        this.taker = taker;
        Process process = child.process();
        Thread pump = ChildProcess.read(process.getErrorStream(), "microbench-output-" + name, this::printed, () -> {});
        Thread answers =
                ChildProcess.read(process.getInputStream(), "microbench-replies-" + name, this::answered, () -> {});
        Thread end = new Thread(() -> finish(pump, answers), "microbench-end-" + name);
        end.setDaemon(true);
        end.start();
    }

    /** Starts a host. It accepts commands when it has reported that it is ready, and may end before that. */
    public static HostProcess start(Launch launch, Taker taker) {
        ChildProcess child = startJvm(
                launch,
                Stream.concat(QUICK_START.stream(), Stream.of("-Djmh.ignoreLock=true"))
                        .toList(),
                HarnessPath.complete(launch.classPath()),
                ProcessBuilder.Redirect.PIPE,
                files -> List.of(launch.kind().mainClass()));
        return new HostProcess(launch.name(), child, taker);
    }

    private synchronized void answered(String line) {
        if (line.startsWith(HostReply.MARK)) {
            // The host has read its arguments when it prints its first line.
            child.hasStarted();
            taker.replied(line.substring(HostReply.MARK.length()));
        } else {
            taker.printed(line);
        }
    }

    private synchronized void printed(String line) {
        taker.printed(line);
    }

    /** Reports the end of the process; does not wait for a child process that holds its streams open. */
    private void finish(Thread... pumps) {
        HostEnd how = new HostEnd.Unknown();
        try {
            how = new HostEnd.Exited(child.process().waitFor());
            child.close();
            for (Thread pump : pumps) {
                pump.join(GOODBYE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            taker.ended(how);
        }
    }

    @Override
    public void send(String line) throws IOException {
        child.send(line);
    }

    public ProcessHandle handle() {
        return child.process().toHandle();
    }

    @Override
    public void close() {
        child.leave(GOODBYE);
        child.close();
    }

    /** The kind of a host. A request to a node names a kind, never a class: a node starts no other programs. */
    public enum HostKind {
        /** Starts forks of the benchmarks on its class path, see {@link ForkServer}. */
        FORKS(ForkServer.class.getName()),
        /** Runs a snippet together with other nodes. Its class is in a higher package, and on the class path of the request. */
        SNIPPETS("io.microbench.fanout.SnippetHost");

        private final String mainClass;

        HostKind(String mainClass) {
            this.mainClass = mainClass;
        }

        /** Returns the name of the class whose {@code main} the host runs. */
        public String mainClass() {
            return mainClass;
        }
    }

    /** Returns whether this JVM can be the host of the benchmarks of a class path: they need no additional arguments. */
    public static boolean needsNoArguments(List<String> classPath, Path directory, Map<String, String> properties) {
        List<String> none = new ArrayList<>(quiet(Runtime.version().feature()));
        none.addAll(ForkArguments.ofHost(List.of()));
        return arguments(classPath, directory, properties).equals(none);
    }

    /** Makes this JVM the host of a class path, as if it had been started for it. */
    public static void becomeHost(List<String> classPath, Map<String, String> properties) {
        properties.forEach(System::setProperty);
        System.setProperty(ForkArguments.OWN_HOST, "true");
        System.setProperty("java.class.path", String.join(File.pathSeparator, HarnessPath.forSuite(classPath)));
    }

    /**
     * Returns the arguments of a JVM that loads the benchmarks of a class path. Forks do not inherit them, because JMH
     * is given the arguments of forks explicitly.
     *
     * <p>Benchmarks that need preview features or an incubator module in their forks also need them in the host, which reads their
     * annotations and calls their hooks.
     */
    static List<String> arguments(List<String> classPath, Path directory, Map<String, String> properties) {
        List<String> forks = new ArrayList<>(ListedClasses.forkArguments(classPath, directory));
        forks.addAll(List.of(properties.getOrDefault("microbench.jvmArgs", "").split("\\s+", -1)));
        List<String> host = new ArrayList<>(quiet(Runtime.version().feature()));
        host.addAll(ForkArguments.ofHost(forks));
        return host;
    }

    /** Returns the arguments that suppress warnings about JMH's use of Unsafe on a JDK of the given version, such as 25. */
    static List<String> quiet(int feature) {
        return feature < WARNS ? List.of() : List.of("--sun-misc-unsafe-memory-access=allow");
    }

    /**
     * Starts a JVM on the class path of benchmarks; it ends when its standard input ends.
     *
     * @param own arguments before the arguments of every host
     * @param classPath the class path of the launch, with the harness
     * @param main returns the main class and its arguments; given the files from which the JVM reads its arguments
     */
    static ChildProcess startJvm(
            Launch launch,
            List<String> own,
            List<String> classPath,
            ProcessBuilder.Redirect output,
            Function<List<String>, List<String>> main) {
        List<String> command = new ArrayList<>(List.of(Programs.ofJdk("java")));
        command.addAll(own);
        command.addAll(arguments(launch.classPath(), launch.directory(), launch.properties()));
        try {
            List<String> hidden = new ArrayList<>();
            launch.properties().forEach((name, value) -> hidden.add("-D" + name + "=" + value));
            hidden.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
            ArgumentFiles files = ArgumentFiles.of(hidden);
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

    /** The standard streams of a host, on which it reads commands and writes replies, each a line of JSON. */
    public static final class HostStreams {

        private final PrintStream replies;

        private HostStreams(PrintStream replies) {
            this.replies = replies;
        }

        /** Takes the standard output of this JVM; {@code System.out} becomes standard error, because benchmarks print. */
        public static HostStreams take() {
            PrintStream replies =
                    new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            System.setOut(System.err);
            return new HostStreams(replies);
        }

        /** Passes on each command, on this thread, until standard input ends or a command cannot be read. */
        public <C> void read(Class<C> type, Consumer<C> commands) {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    RecordJson.read(line, type).ifPresent(commands);
                }
            } catch (IOException | MalformedJsonException e) {
                System.err.println("Commands cannot be read: " + e);
            }
        }

        /** Writes a reply, from any thread. */
        public synchronized void reply(Object reply) {
            replies.println(HostReply.MARK + RecordJson.line(reply));
        }
    }
}
