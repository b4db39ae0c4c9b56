// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Finds free TCP ports of the loopback device. They are below the ephemeral ports, so that no connection takes one
 * before it is used; another program still may.
 */
final class FreePorts {

    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;
    private static final int TRIES = 10_000;

    private FreePorts() {}

    /**
     * Returns a number of different ports.
     *
     * @throws IOException if there are not enough
     */
    static List<Integer> find(int count) throws IOException {
        SplittableRandom random = new SplittableRandom();
        Set<Integer> found = new TreeSet<>();
        for (int tries = 0; tries < TRIES && found.size() < count; tries++) {
            int port = random.nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                found.add(port);
            }
        }
        if (found.size() < count) {
            throw new IOException(count + " free TCP ports from " + LOWEST + " to " + HIGHEST
                    + " are needed on loopback, but only " + found.size() + " were found");
        }
        return List.copyOf(found);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
