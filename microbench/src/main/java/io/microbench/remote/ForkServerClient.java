/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import io.microbench.archive.HarnessPath;
import io.microbench.environment.PreflightException;
import io.microbench.forking.ForkReport;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.OutputTail;
import io.microbench.process.ProcessTree;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Measures single forks of the benchmarks on a class path other than this JVM's, through a {@link ForkServer} of its
 * own.
 *
 * <p>For one thread at a time; {@link #close} may be called from any. Holds no lock of the machine: see
 * {@link io.microbench.run.MachineLock}.
 */
public final class ForkServerClient implements AutoCloseable {

    /** What the host runs with; none of it reaches a fork, whose arguments JMH gets one by one. */
    private static final List<String> OWN_ARGUMENTS =
            List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djmh.ignoreLock=true");

    private static final long GOODBYE_SECONDS = 2;

    /**
     * What to start.
     *
     * @param name what messages call it
     * @param classPath what is measured with all it needs; the harness is added where it is not there
     * @param directory working directory of the host and its forks
     * @param properties system properties of the host, the settings among them
     */
    public record Launch(String name, List<String> classPath, Path directory, Map<String, String> properties) {

        public Launch {
            classPath = List.copyOf(classPath);
            properties = Map.copyOf(properties);
        }
    }

    private final String name;
    private final Process process;
    private final ProcessTree tree;
    private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();
    private final OutputTail tail = new OutputTail();
    private final Consumer<String> output;

    private ForkServerClient(String name, Process process, ProcessTree tree, Consumer<String> output) {
        this.name = name;
        this.process = process;
        this.tree = tree;
        this.output = output;
        Thread pump = pump(process.getErrorStream(), "microbench-output-" + name, this::printed);
        Thread answers = pump(process.getInputStream(), "microbench-replies-" + name, this::answered);
        Thread end = new Thread(() -> finish(pump, answers), "microbench-end-" + name);
        end.setDaemon(true);
        end.start();
    }

    private static Thread pump(InputStream in, String thread, Consumer<String> taker) {
        Thread pump = new Thread(
                () -> {
                    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            taker.accept(line);
                        }
                    } catch (IOException e) {
                        // The process is gone, and its stream with it.
                    }
                },
                thread);
        pump.setDaemon(true);
        pump.start();
        return pump;
    }

    private void answered(String line) {
        if (line.startsWith(HostReply.MARK)) {
            replies.add(Optional.of(line.substring(HostReply.MARK.length())));
        } else {
            printed(line);
        }
    }

    /** The process has gone; a child of it may hold its streams open, and nobody waits for that. */
    private void finish(Thread... pumps) {
        try {
            process.waitFor();
            tree.end(Optional.empty());
            for (Thread pump : pumps) {
                pump.join(TimeUnit.SECONDS.toMillis(GOODBYE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        replies.add(Optional.empty());
    }

    /**
     * Starts a host and waits until it is ready.
     *
     * @param output takes each line that the host, JMH and the forks print
     * @throws PreflightException if it does not start
     */
    public static ForkServerClient start(Launch launch, Consumer<String> output) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OWN_ARGUMENTS);
        command.addAll(HostArguments.quiet());
        try (ArgumentFiles properties = ArgumentFiles.ofProperties(launch.properties())) {
            command.addAll(properties.arguments());
            command.add("-cp");
            command.add(String.join(File.pathSeparator, HarnessPath.complete(launch.classPath())));
            command.add(ForkServer.class.getName());
            ProcessTree tree = new ProcessTree();
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(launch.directory().toFile());
            tree.mark(builder);
            ForkServerClient host = new ForkServerClient(launch.name(), builder.start(), tree, output);
            host.awaitReady();
            return host;
        } catch (IOException e) {
            throw new PreflightException("The JVM for " + launch.name() + " cannot be started in " + launch.directory()
                    + ": " + e.getMessage());
        }
    }

    private void awaitReady() {
        HostReply hello = receive();
        int version = hello.hello().orElse(0);
        if (version != HostReply.VERSION) {
            close();
            throw new PreflightException("The harness on the class path of " + name
                    + " is of another version (it speaks " + version + ", this one " + HostReply.VERSION
                    + "). Take it off the class path, or use its own command.");
        }
    }

    /**
     * Lists what there is to measure.
     *
     * @param defaults settings that hold where no property sets another value
     * @throws PreflightException if a setting cannot be used or the chosen cases cannot deliver numbers
     */
    public HostCases list(Map<String, String> defaults) {
        return ask(HostCommand.list(defaults)).cases().orElseThrow();
    }

    /**
     * Runs one fork; a benchmark that fails is in the report, not an exception.
     *
     * @param plan how to measure it; the number of forks in it is not looked at
     * @param number the fork's number within its case, from 1
     * @param folder the run's folder
     * @throws PreflightException if the host has gone
     */
    public ForkReport run(CaseId id, CasePlan plan, int number, Path folder) {
        return ask(HostCommand.run(
                        id.text(), plan, number, folder.toAbsolutePath().toString()))
                .fork()
                .orElseThrow();
    }

    private HostReply ask(HostCommand command) {
        try {
            OutputStream commands = process.getOutputStream();
            commands.write((RecordJson.line(command) + "\n").getBytes(StandardCharsets.UTF_8));
            commands.flush();
        } catch (IOException e) {
            throw gone();
        }
        HostReply reply = receive();
        reply.error().ifPresent(problem -> {
            throw new PreflightException(name + ": " + problem);
        });
        return reply;
    }

    private HostReply receive() {
        String line = take().orElseThrow(this::gone);
        try {
            return RecordJson.read(line, HostReply.class).orElseThrow();
        } catch (MalformedJsonException e) {
            throw new PreflightException(name + ": its JVM answered something unreadable: " + e.reason());
        }
    }

    private Optional<String> take() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Optional<String> next = replies.take();
                    if (next.isEmpty()) {
                        // Nothing else will come, however often somebody asks.
                        replies.add(next);
                    }
                    return next;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private PreflightException gone() {
        String how = "has gone";
        try {
            if (process.waitFor(GOODBYE_SECONDS, TimeUnit.SECONDS)) {
                how = "ended with exit code " + process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<String> last = tail.lines();
        return new PreflightException("The JVM that starts the forks of " + name + " " + how
                + (last.isEmpty() ? "." : ". Its last lines: " + String.join(System.lineSeparator() + "  ", last)));
    }

    private synchronized void printed(String line) {
        tail.add(line);
        output.accept(line);
    }

    /** Ends the host, and the busy fork with it. */
    @Override
    public void close() {
        try {
            // Its end is the word to go.
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has gone already.
        }
        try {
            process.waitFor(GOODBYE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tree.end(Optional.of(process.toHandle()));
    }
}
