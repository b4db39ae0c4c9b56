// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.forks.HarnessPath;
import io.microbench.process.ChildProcess;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs a host, a {@link ForkServer} or another {@link HostKind}, in a separate JVM on this machine.
 *
 * <p>A program that relays the lines, such as a node, passes them on unchanged. Class path and directory of the launch are on this
 * machine.
 */
public final class HostProcess implements HostLines {

    /** Arguments of the host only; JMH is given each argument of a fork. */
    private static final List<String> OWN_ARGUMENTS =
            List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djmh.ignoreLock=true");

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

    /**
     * Starts a host. It accepts commands when it has reported that it is ready, and may end before.
     *
     * @param launch what to start
     * @param taker receives its lines
     * @throws PreflightException if the process cannot be started
     */
    public static HostProcess start(ForkServerClient.Launch launch, Taker taker) {
        ChildProcess child = HostJvm.start(
                launch,
                OWN_ARGUMENTS,
                HarnessPath.complete(launch.classPath()),
                ProcessBuilder.Redirect.PIPE,
                files -> List.of(launch.kind().mainClass()));
        return new HostProcess(launch.name(), child, taker);
    }

    private synchronized void answered(String line) {
        if (line.startsWith(HostReply.MARK)) {
            // It has read its arguments when it prints its first line.
            child.hasStarted();
            taker.replied(line.substring(HostReply.MARK.length()));
        } else {
            taker.printed(line);
        }
    }

    private synchronized void printed(String line) {
        taker.printed(line);
    }

    private synchronized void ended(HostEnd end) {
        taker.ended(end);
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
        ended(how);
    }

    @Override
    public void send(String line) throws IOException {
        child.send(line);
    }

    /** Returns the process of the host. */
    public ProcessHandle handle() {
        return child.process().toHandle();
    }

    @Override
    public void close() {
        child.leave(GOODBYE);
        child.close();
    }

    /** The kind of a host. A request to a node names one of these, never a class: a node starts no others. */
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
}
