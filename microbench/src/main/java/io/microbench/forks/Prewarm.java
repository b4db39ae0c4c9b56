// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import joptsimple.OptionParser;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Initializes in advance the classes that a host needs to start a fork.
 *
 * <p>Most of a command's start-up time is spent on initializing classes and interpreting their methods. While one
 * thread reads the command line, another can initialize the next classes. Nothing depends on it: whichever thread comes
 * first does the initialization.
 */
public final class Prewarm implements AutoCloseable {

    /** An initialization without side effects. */
    public interface Use {
        /**
         * Runs the initialization.
         *
         * @throws IOException if it cannot be used; the run needs the same class and reports the error
         */
        void run() throws IOException;
    }

    /** Classes that JMH sends between host and fork; other versions of JMH may not have all of them. */
    private static final List<String> SENT = List.of(
            "runner.link.HandshakeInitFrame",
            "runner.link.HandshakeResponseFrame",
            "runner.link.InfraFrame",
            "runner.link.InfraFrame$Type",
            "runner.link.ActionPlanFrame",
            "runner.ActionPlan",
            "runner.Action",
            "runner.ActionMode",
            "infra.BenchmarkParams",
            "infra.IterationParams",
            "runner.WorkloadParams",
            "runner.options.TimeValue",
            "runner.link.OutputFormatFrame",
            "runner.link.ClassConventions",
            "results.IterationResult",
            "results.IterationResultMetaData",
            "results.ScalarResult",
            "results.ThroughputResult",
            "results.BenchmarkResultMetaData",
            "runner.link.ResultsFrame",
            "runner.link.ResultMetadataFrame");

    private final Thread thread;

    private Prewarm(Use... uses) {
        thread = new Thread(() -> run(uses), "microbench-first-use");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts a thread that runs the initializations in order, and returns at once. */
    public static Prewarm begin(Use... uses) {
        return new Prewarm(uses);
    }

    private static void run(Use... uses) {
        try {
            for (Use use : uses) {
                use.run();
            }
        } catch (IOException | RuntimeException e) {
            // The run needs the same class and reports the error.
        }
    }

    @Override
    public void close() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Initializes the serialization of JMH's link, so that a fork does not wait for its host. */
    public static void ofLink() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (String name : SENT) {
                out.writeObject(Class.forName("org.openjdk.jmh." + name));
            }
        } catch (ClassNotFoundException e) {
            return;
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (String ignored : SENT) {
                in.readObject();
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void ofForks() throws IOException {
        Blackholes.preset();
        OutputFormat nowhere = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        BenchmarkList.defaultList().getAll(nowhere, List.of());
        ManagementFactory.getThreadMXBean();
        new OptionParser().accepts("n");
        // These classes are used for names of temporary folders, the port of the link, and the output of JMH.
        new SecureRandom().nextLong();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Formatter formatter = new Formatter(Locale.ROOT)) {
            formatter.format("%.1f %d", 0.0, socket.getLocalPort());
        }
        ProcessHandle.current().info();
    }
}
