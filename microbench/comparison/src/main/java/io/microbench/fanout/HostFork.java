// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.forks.ForkListener;
import io.microbench.forks.LocalForks;
import io.microbench.plan.PlannedCase;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.snippet.SnippetCasePlans;
import io.microbench.snippet.fork.LiveBoard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One fork of a {@link SnippetHost}. */
final class HostFork {

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

    /**
     * Starts a fork.
     *
     * @param folder that is empty and of this fork alone
     * @param reply takes replies to the coordinator
     * @param printed takes what the fork prints
     * @throws IOException if the classes cannot be written
     */
    static HostFork start(
            ForkOrder order, Path folder, LocalForks forks, Consumer<SnippetReply> reply, Consumer<String> printed)
            throws IOException {
        HostFork fork = new HostFork(order, folder, reply);
        fork.writeClasses();
        daemon(() -> fork.run(forks, printed), "microbench-fork").start();
        daemon(fork::watch, "microbench-board").start();
        return fork;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
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

    /** Measures, if it is ready. */
    void go() {
        phases.go();
    }

    /** Delivers the measured values, and ends the fork when its calls have ended. */
    void stop() {
        phases.stop(board.read());
    }
}
