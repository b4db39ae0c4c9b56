/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.forks;

import java.io.IOException;
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
 * Uses for the first time what a host needs to start a fork.
 *
 * <p>The start of a command consists of first uses: classes are initialized, and their methods are interpreted. While one
 * processor reads the command line, another one can make those that come next. Nothing depends on it: whoever comes earlier makes
 * the first use.
 */
public final class FirstUse {

    private FirstUse() {}

    /**
     * Uses all of it, and starts nothing.
     *
     * @throws IOException if something cannot be used; whoever needs it finds that out again
     */
    public static void run() throws IOException {
        Blackholes.preset();
        OutputFormat nowhere = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        BenchmarkList.defaultList().getAll(nowhere, List.of());
        ManagementFactory.getThreadMXBean();
        new OptionParser().accepts("n");
        // Names of temporary folders, the port of the link, and what JMH prints.
        new SecureRandom().nextLong();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Formatter formatter = new Formatter(Locale.ROOT)) {
            formatter.format("%.1f %d", 0.0, socket.getLocalPort());
        }
        ProcessHandle.current().info();
    }
}
