// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The plan of the members of a store, with their ports and folders.
 *
 * @param backend the kind of store
 * @param durability one of its durabilities
 * @param places the addresses of all members, by number
 * @param folder contains a folder for each member
 */
record MembersPlan(ReplicatedBackend backend, Durability durability, List<MemberLocation> places, Path folder) {

    private static final String HOST = "127.0.0.1";

    public MembersPlan {
        places = List.copyOf(places);
    }

    /**
     * Plans members on free ports of the loopback device.
     *
     * @param count the number of members, at least 1
     * @throws IOException if there are not enough free ports
     */
    public static MembersPlan of(ReplicatedBackend backend, Durability durability, int count, Path folder)
            throws IOException {
        int each = backend.ports();
        List<Integer> ports = FreePorts.find(count * each);
        List<MemberLocation> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(new MemberLocation(i + 1, HOST, ports.subList(i * each, (i + 1) * each)));
        }
        return new MembersPlan(backend, durability, places, folder);
    }

    /**
     * Returns the parameters for starting a member; creates its folder if it does not exist.
     *
     * @throws IOException if it cannot be created
     */
    public MemberStart start(int number) throws IOException {
        Path own = Files.createDirectories(folder.resolve("member-" + number));
        return new MemberStart(number, places, own, durability);
    }

    /** Describes the store, such as {@code etcd (safe) with 3 members}. */
    public String text() {
        return backend.name() + " (" + durability.word() + ") with " + places.size()
                + (places.size() == 1 ? " member" : " members");
    }

    /**
     * Finds free TCP ports of the loopback device. They are below the range of ephemeral ports, so outgoing connections
     * do not occupy them. Another program may still do so before they are used.
     */
    static final class FreePorts {
        private static final int LOWEST = 20_000;
        private static final int HIGHEST = 32_000;
        private static final int TRIES = 10_000;

        private FreePorts() {}

        /**
         * Returns the given number of different ports.
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
}
