/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import io.microbench.cds.HarnessPath;
import io.microbench.environment.PreflightException;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ProcessTree;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a host, a {@link ForkServer} or another {@link HostKind}, in a JVM of its own on this machine.
 *
 * <p>A program that carries the lines for somebody else, as a node does, passes them on as they are. Class path and directory of the
 * launch are those of this machine.
 */
public final class HostProcess implements HostLines {

    /** What the host runs with; none of it reaches a fork, whose arguments JMH gets one by one. */
    private static final List<String> OWN_ARGUMENTS =
            List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djmh.ignoreLock=true");

    private static final long GOODBYE_SECONDS = 2;

    private final Process process;
    private final ProcessTree tree;
    private final ArgumentFiles properties;
    private final Taker taker;

    private HostProcess(String name, Process process, ProcessTree tree, ArgumentFiles properties, Taker taker) {
        this.process = process;
        this.tree = tree;
        this.properties = properties;
        this.taker = taker;
        Thread pump = pump(process.getErrorStream(), "microbench-output-" + name, this::printed);
        Thread answers = pump(process.getInputStream(), "microbench-replies-" + name, this::answered);
        Thread end = new Thread(() -> finish(pump, answers), "microbench-end-" + name);
        end.setDaemon(true);
        end.start();
    }

    /**
     * Starts a host. It answers once it has said that it is ready, and may end before.
     *
     * @param launch what to start
     * @param taker takes its lines
     * @throws PreflightException if there can be no such process
     */
    public static HostProcess start(ForkServerClient.Launch launch, Taker taker) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OWN_ARGUMENTS);
        command.addAll(HostArguments.of(launch.classPath(), launch.directory(), launch.properties()));
        ProcessTree tree = new ProcessTree();
        try {
            ArgumentFiles properties = ArgumentFiles.of(
                    launch.properties(), String.join(File.pathSeparator, HarnessPath.complete(launch.classPath())));
            command.addAll(properties.arguments());
            command.add(launch.kind().mainClass());
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(launch.directory().toFile());
            tree.mark(builder);
            return new HostProcess(launch.name(), start(builder, properties), tree, properties, taker);
        } catch (IOException e) {
            throw new PreflightException("The JVM for " + launch.name() + " cannot be started in " + launch.directory()
                    + ": " + e.getMessage());
        }
    }

    private static Process start(ProcessBuilder builder, ArgumentFiles properties) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            properties.close();
            throw e;
        }
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
            // It has read its arguments if it talks.
            properties.close();
            reply(line.substring(HostReply.MARK.length()));
        } else {
            printed(line);
        }
    }

    private synchronized void reply(String line) {
        taker.replied(line);
    }

    private synchronized void printed(String line) {
        taker.printed(line);
    }

    private synchronized void ended(HostEnd end) {
        taker.ended(end);
    }

    /** The process has gone; a child of it may hold its streams open, and nobody waits for that. */
    private void finish(Thread... pumps) {
        HostEnd how = new HostEnd.Unknown();
        try {
            how = new HostEnd.Exited(process.waitFor());
            properties.close();
            tree.end(Optional.empty());
            for (Thread pump : pumps) {
                pump.join(TimeUnit.SECONDS.toMillis(GOODBYE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended(how);
    }

    @Override
    public void send(String line) throws IOException {
        OutputStream commands = process.getOutputStream();
        commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    /** Returns the process of the host. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

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
