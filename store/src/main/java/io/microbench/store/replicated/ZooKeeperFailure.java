// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Detects the end of a thread that a member cannot run without, such as the one that writes its log. ZooKeeper logs
 * that, and continues with the next election, or ends its JVM.
 */
final class ZooKeeperFailure extends Handler {

    /** Referenced here, because a logger without references loses its handlers. */
    private static final List<Logger> LOGGERS = Stream.of("ZooKeeperCriticalThread", "ZooKeeperServer")
            .map(name -> Logger.getLogger("org.apache.zookeeper.server." + name))
            .toList();

    /** The beginning of their log message when the member fails. */
    private static final String END = "Severe unrecoverable error";

    private final MemberThreads threads;
    private final CompletableFuture<String> reason = new CompletableFuture<>();

    private ZooKeeperFailure(MemberThreads threads) {
        this.threads = threads;
    }

    /** Starts to watch the threads of a member. */
    static ZooKeeperFailure of(MemberThreads threads) {
        ZooKeeperFailure failure = new ZooKeeperFailure(threads);
        LOGGERS.forEach(logger -> {
            if (!logger.isLoggable(Level.SEVERE)) {
                logger.setLevel(Level.SEVERE);
            }
            logger.addHandler(failure);
        });
        return failure;
    }

    /** Returns a stage that completes when such a thread has ended. */
    CompletionStage<String> reason() {
        return reason;
    }

    @Override
    public void publish(LogRecord line) {
        Thread thread = Thread.currentThread();
        if (String.valueOf(line.getMessage()).startsWith(END) && threads.isOneOf(thread)) {
            reason.complete("its thread " + thread.getName() + " has ended: " + line.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGERS.forEach(logger -> logger.removeHandler(this));
    }
}
