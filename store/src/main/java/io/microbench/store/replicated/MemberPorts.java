// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.MemberLocation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/**
 * Checks the ports of a member. A store would ignore that a port is in use, retry for a long time, or end the process.
 */
final class MemberPorts {

    /** The time to wait for a recently closed member, whose selector closes the port a moment later. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final long PAUSE_MILLIS = 20;

    private MemberPorts() {}

    /**
     * Checks that the ports of a member are free, and waits up to 3 s for ports that are being closed.
     *
     * @throws IOException if a port remains in use; the message names the first such port
     */
    static void requireFree(MemberLocation place) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int port : place.ports()) {
            awaitFree(place, port, deadline);
        }
    }

    private static void awaitFree(MemberLocation place, int port, long deadline) throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket()) {
                // Otherwise, the port of recently closed connections would be in use.
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(place.host(), port));
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new IOException(
                            "member " + place.number() + " cannot listen on " + place.host() + " port " + port + ": "
                                    + e.getMessage()
                                    + "; end the process that uses the port, or give the member another one",
                            e);
                }
                pause();
            }
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a port");
        }
    }
}
