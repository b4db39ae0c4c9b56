// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.nodes;

import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Passes on what comes from a host to whoever had it started.
 *
 * <p>A host may be ready before the news that it was started are on their way; what comes from it waits for them.
 */
final class HostCarrier implements HostLines.Taker {

    private final Consumer<HostNews> caller;
    private final Runnable hangUp;
    private final CountDownLatch announced = new CountDownLatch(1);

    /**
     * Passes on to a caller.
     *
     * @param caller receives all news, those of the start first
     * @param hangUp is run when the host has ended
     */
    HostCarrier(Consumer<HostNews> caller, Runnable hangUp) {
        this.caller = caller;
        this.hangUp = hangUp;
    }

    /** Tells how the start went, and then all that the host tells. */
    void announce(HostNews start) {
        try {
            caller.accept(start);
        } finally {
            announced.countDown();
        }
    }

    @Override
    public void replied(String line) {
        carry(HostNews.of(HostNews.Kind.REPLIED, line));
    }

    @Override
    public void printed(String line) {
        carry(HostNews.of(HostNews.Kind.PRINTED, line));
    }

    @Override
    public void ended(HostEnd end) {
        carry(HostNews.ended(end instanceof HostEnd.Exited exited ? Optional.of(exited.exitCode()) : Optional.empty()));
        hangUp.run();
    }

    private void carry(HostNews news) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    announced.await();
                    caller.accept(news);
                    return;
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
}
