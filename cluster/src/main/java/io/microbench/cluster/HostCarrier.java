// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Passes on the lines of a host to the caller that had it started.
 *
 * <p>A host may be ready before the report of its start was sent; its lines wait for that report.
 */
final class HostCarrier implements HostLines.Taker {

    private final Consumer<HostNews> caller;
    private final Runnable hangUp;
    private final CountDownLatch announced = new CountDownLatch(1);

    /**
     * Creates a carrier for a caller.
     *
     * @param caller receives all news, starting with the report of the start
     * @param hangUp is called when the host has ended
     */
    HostCarrier(Consumer<HostNews> caller, Runnable hangUp) {
        this.caller = caller;
        this.hangUp = hangUp;
    }

    /** Reports the result of the start, and then passes on all lines of the host. */
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
