// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.fanout.SnippetCommand.ForkOrder;
import io.microbench.fanout.SnippetReply.CallCount;
import io.microbench.forks.ForkListener;
import io.microbench.forks.LocalForks;
import io.microbench.forks.RunLock;
import io.microbench.plan.PlannedCase;
import io.microbench.process.TemporaryFolders;
import io.microbench.remote.HostProcess.HostStreams;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.snippet.SnippetCasePlans;
import io.microbench.snippet.fork.LiveBoard;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Runs a snippet in forks on the machine of a node, together with the hosts of other nodes, controlled by a
 * coordinator.
 *
 * <p>It receives {@link SnippetCommand}s on standard input, and answers with {@link SnippetReply}s. The end of its
 * input means that the coordinator or the node is gone: then the fork cleans up, and both JVMs end.
 */
public final class SnippetHost {

    /** How long a fork may take to clean up when the coordinator is gone. */
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
        this.forks = new LocalForks(folder, classPath, folder);
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
            // The lock is taken in a separate thread, because this host must notice the end of the coordinator while
            // waiting.
            case OPEN -> daemon(() -> open(command), "microbench-lock");
            case PREPARE -> prepare(command.order().orElseThrow());
            case GO -> fork.ifPresent(current -> current.phases.go());
            case STOP -> fork.ifPresent(current -> current.phases.stop(current.board.read()));
        }
    }

    private static void daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void open(SnippetCommand command) {
        try {
            RunLock taken = command.lockWait().isEmpty()
                    ? RunLock.none()
                    : RunLock.acquireShared(
                            command.run(), folder, command.lockWait().get(), output::println);
            if (keep(taken)) {
                streams.reply(SnippetReply.opened(EnvironmentProbe.here()));
            }
        } catch (IOException | PreflightException e) {
            streams.reply(SnippetReply.problem(String.valueOf(e.getMessage())));
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
            fork = Optional.of(HostFork.start(order, own, forks, streams::reply, output::println));
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            streams.reply(SnippetReply.problem("The snippet cannot be prepared: " + e));
        }
    }

    private void close() {
        forks.stop(PATIENCE);
        synchronized (this) {
            closed = true;
            lock.ifPresent(RunLock::close);
        }
        TemporaryFolders.remove(folder);
    }

    static final class HostFork {

        private static final long POLL_MILLIS = 5;
        private static final String CLASSES = "classes";

        private final ForkOrder order;
        private final Path folder;
        private final LiveBoard board;
        private final ForkPhases phases;
        private final Consumer<SnippetReply> reply;
        private volatile boolean ended;

        private HostFork(ForkOrder order, Path folder, Consumer<SnippetReply> reply) throws IOException {
            this.order = order;
            this.folder = folder;
            this.reply = reply;
            this.board = LiveBoard.open(folder.resolve(LiveBoard.FILE));
            this.phases = new ForkPhases(order.workers(), order.warmup().toNanos(), board::want, reply);
        }

        /** Starts a fork in an empty folder that only this fork uses. */
        static HostFork start(
                ForkOrder order, Path folder, LocalForks forks, Consumer<SnippetReply> reply, Consumer<String> printed)
                throws IOException {
            HostFork fork = new HostFork(order, folder, reply);
            fork.writeClasses();
            daemon(() -> fork.run(forks, printed), "microbench-fork");
            daemon(fork::watch, "microbench-board");
            return fork;
        }

        private void writeClasses() throws IOException {
            Path classes = Files.createDirectories(folder.resolve(CLASSES));
            for (Map.Entry<String, String> file : order.classes().entrySet()) {
                Path target = classes.resolve(file.getKey()).normalize();
                if (!target.startsWith(classes) || target.equals(classes)) {
                    throw new IOException("\"" + file.getKey() + "\" is not the name of a class file");
                }
                Files.createDirectories(target.resolveSibling("."));
                Files.write(target, Base64.getDecoder().decode(file.getValue()));
            }
            SnippetCasePlans.handOver(folder, classes, order.inputs());
        }

        private void run(LocalForks forks, Consumer<String> printed) {
            ForkListener listener = new ForkListener() {
                @Override
                public void printed(String line) {
                    printed.accept(line);
                }
            };
            ForkResult fork;
            try {
                fork = forks.run(planned(), order.number(), String.valueOf(folder.getFileName()), listener)
                        .fork();
            } catch (RuntimeException e) {
                fork = ForkResult.builder(order.number())
                        .failure(Optional.of(Failure.of(Failure.Kind.NOT_STARTED, e.toString())))
                        .build();
            }
            ended = true;
            reply.accept(SnippetReply.ended(fork));
        }

        private PlannedCase planned() {
            List<String> arguments = new ArrayList<>(order.arguments());
            arguments.add(SnippetCasePlans.argument(folder));
            return SnippetCasePlans.live(order.inputs(), order.workers(), Optional.empty(), arguments);
        }

        private void watch() {
            try {
                while (!ended) {
                    phases.read(board.read());
                    Thread.sleep(POLL_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Controls a fork from its warm-up through the barrier to its end, based on the readings of its board and the
     * commands of the coordinator. Thread-safe.
     */
    static final class ForkPhases {

        private enum Phase {
            WARMING,
            PAUSING,
            READY,
            STARTING,
            MEASURING,
            STOPPING,
            OVER
        }

        /** A reading counts as newer than another one only if it is at least this many rounds later. */
        private static final int ROUNDS = 4;

        private final int workers;
        private final long warmup;
        private final IntConsumer want;
        private final Consumer<SnippetReply> reply;
        private final List<CallCount> readings = new ArrayList<>();
        private Phase phase = Phase.WARMING;
        private long busySince = -1;
        private long stopRound;

        /** Starts the warm-up, which ends when all workers have run for the given number of nanoseconds. */
        ForkPhases(int workers, long warmup, IntConsumer want, Consumer<SnippetReply> reply) {
            this.workers = workers;
            this.warmup = warmup;
            this.want = want;
            this.reply = reply;
            want.accept(workers);
        }

        /** Handles the current reading of the board; called repeatedly. */
        synchronized void read(LiveBoard.Reading now) {
            switch (phase) {
                case WARMING -> warm(now);
                case PAUSING -> {
                    if (now.workers() == 0) {
                        phase = Phase.READY;
                        reply.accept(SnippetReply.of(SnippetReply.Kind.READY));
                    }
                }
                case STARTING -> {
                    if (now.workers() == workers) {
                        phase = Phase.MEASURING;
                        add(now);
                        reply.accept(SnippetReply.of(SnippetReply.Kind.STARTED));
                    }
                }
                case MEASURING -> add(now);
                case STOPPING -> {
                    add(now);
                    if (now.round() - stopRound >= ROUNDS) {
                        end();
                    }
                }
                case READY, OVER -> {}
            }
        }

        private void warm(LiveBoard.Reading now) {
            if (now.workers() == workers && busySince < 0) {
                busySince = now.nanos();
            }
            if (busySince >= 0 && now.nanos() - busySince >= warmup) {
                phase = Phase.PAUSING;
                want.accept(0);
            }
        }

        private void add(LiveBoard.Reading now) {
            if (readings.isEmpty()
                    || now.nanos() > readings.get(readings.size() - 1).nanos()) {
                readings.add(new CallCount(now.nanos(), now.calls()));
            }
        }

        private void end() {
            phase = Phase.OVER;
            reply.accept(SnippetReply.measured(readings));
            want.accept(LiveBoard.END);
        }

        synchronized void go() {
            if (phase == Phase.READY) {
                phase = Phase.STARTING;
                want.accept(workers);
            }
        }

        /** Ends the fork: after one more reading if it is measuring, otherwise at once. */
        synchronized void stop(LiveBoard.Reading now) {
            if (phase == Phase.MEASURING) {
                phase = Phase.STOPPING;
                stopRound = now.round();
            } else if (phase != Phase.STOPPING && phase != Phase.OVER) {
                end();
            }
        }
    }
}
