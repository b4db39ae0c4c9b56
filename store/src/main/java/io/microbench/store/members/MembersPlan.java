// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Durability;
import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import io.microbench.store.ReplicatedBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The members of a store that are to be started, or were.
 *
 * @param backend the kind of store
 * @param durability one of its
 * @param places of all members, by number
 * @param folder has a folder for each member
 */
public record MembersPlan(ReplicatedBackend backend, Durability durability, List<MemberPlace> places, Path folder) {

    private static final String HOST = "127.0.0.1";

    /** Copies the places. */
    public MembersPlan {
        places = List.copyOf(places);
    }

    /**
     * Plans members on free ports of the loopback device.
     *
     * @param count at least 1
     * @throws IOException if there are not as many free ports
     */
    public static MembersPlan of(ReplicatedBackend backend, Durability durability, int count, Path folder)
            throws IOException {
        int each = backend.ports();
        List<Integer> ports = FreePorts.find(count * each);
        List<MemberPlace> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(new MemberPlace(i + 1, HOST, ports.subList(i * each, (i + 1) * each)));
        }
        return new MembersPlan(backend, durability, places, folder);
    }

    /**
     * Returns what a member is started with; its folder is made if it is not there.
     *
     * @throws IOException if it cannot be made
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
}
