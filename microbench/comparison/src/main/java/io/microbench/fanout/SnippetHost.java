// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.LocalForks;
import io.microbench.forks.RunLock;
import io.microbench.process.TemporaryFolders;
import io.microbench.remote.HostProcess.HostStreams;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs a snippet in forks on the machine of a node, together with the hosts of other nodes: its coordinator says when.
 *
 * <p>It is sent {@link SnippetCommand}s on standard input, and answers with {@link SnippetReply}s. When its input ends the coordinator or the
 * node is gone: then the fork cleans up and ends, and this JVM, too.
 */
public final class SnippetHost {

    /** How long a fork may take for its clean-up when the coordinator is gone. */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final HostStreams streams;
    private final PrintStream output = System.err;
    private final Path folder;
    private final LocalForks forks;
    private Optional<RunLock> lock = Optional.empty();
    private Optional<HostFork> fork = Optional.empty();
    private boolean closed;

    private SnippetHost(HostStreams streams) throws IOException {
        this.streams = streams;
        this.folder = TemporaryFolders.create();
        List<String> classPath =
                List.of(System.getProperty("java.class.path", "").split(File.pathSeparator));
        this.forks = LocalForks.open(folder, classPath, folder);
    }

    /**
     * Serves until standard input ends; takes no arguments.
     *
     * @throws IOException if it cannot create a temporary folder
     */
    public static void main(String[] arguments) throws IOException {
        SnippetHost host = new SnippetHost(HostStreams.take());
        Runtime.getRuntime().addShutdownHook(new Thread(host::close, "microbench-stop"));
        host.streams.read(SnippetCommand.class, host::take);
        System.exit(0);
    }

    private void take(SnippetCommand command) {
        switch (command.kind()) {
            // While it waits for the lock it has to notice when its coordinator ends.
            case OPEN -> {
                Thread waiting = new Thread(() -> open(command), "microbench-lock");
                waiting.setDaemon(true);
                waiting.start();
            }
            case PREPARE -> prepare(command.order().orElseThrow());
            case GO -> fork.ifPresent(HostFork::go);
            case STOP -> fork.ifPresent(HostFork::stop);
        }
    }

    private void open(SnippetCommand command) {
        try {
            RunLock taken = command.lockWait().isEmpty()
                    ? RunLock.none()
                    : RunLock.acquireShared(
                            command.run(), folder, command.lockWait().get(), output::println);
            if (keep(taken)) {
                reply(SnippetReply.opened(EnvironmentProbe.here()));
            }
        } catch (IOException | PreflightException e) {
            reply(SnippetReply.problem(String.valueOf(e.getMessage())));
        }
    }

    private synchronized boolean keep(RunLock taken) {
        if (closed) {
            taken.close();
        } else {
            lock = Optional.of(taken);
        }
        return !closed;
    }

    private void prepare(ForkOrder order) {
        try {
            Path own = Files.createTempDirectory(folder, "fork-");
            fork = Optional.of(HostFork.start(order, own, forks, this::reply, output::println));
        } catch (IOException | IllegalArgumentException e) {
            reply(SnippetReply.problem("The snippet cannot be prepared: " + e));
        }
    }

    private void reply(SnippetReply reply) {
        streams.reply(reply);
    }

    private void close() {
        forks.stop(PATIENCE);
        synchronized (this) {
            closed = true;
            lock.ifPresent(RunLock::close);
        }
        TemporaryFolders.remove(folder);
    }
}
