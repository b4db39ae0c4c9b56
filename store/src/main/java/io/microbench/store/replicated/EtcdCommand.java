// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.MemberPlace;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command that starts a member of etcd. */
final class EtcdCommand {

    private static final int CLIENTS = 0;
    private static final int PEERS = 1;

    /** The space for the writes between two compactions; etcd refuses writes beyond it. */
    private static final long QUOTA = 8L << 30;

    /** The revisions that a compaction keeps, every five minutes. */
    private static final int KEPT_REVISIONS = 1000;

    private EtcdCommand() {}

    static List<String> of(Path binary, MemberStart start) {
        MemberPlace own = start.own();
        List<String> words = new ArrayList<>(List.of(
                binary.toString(),
                "--name=" + name(own),
                "--data-dir=" + start.folder().resolve("data"),
                "--listen-client-urls=" + clients(own),
                "--advertise-client-urls=" + clients(own),
                "--listen-peer-urls=" + url(own, PEERS),
                "--initial-advertise-peer-urls=" + url(own, PEERS),
                "--initial-cluster="
                        + start.members().stream()
                                .map(place -> name(place) + "=" + url(place, PEERS))
                                .collect(Collectors.joining(",")),
                "--initial-cluster-state=new",
                "--auto-compaction-mode=revision",
                "--auto-compaction-retention=" + KEPT_REVISIONS,
                "--quota-backend-bytes=" + QUOTA,
                "--logger=zap",
                "--log-level=warn",
                "--log-outputs=stderr"));
        if (start.durability() != Durability.SAFE) {
            words.add("--unsafe-no-fsync");
        }
        return words;
    }

    static int peerPort(MemberPlace place) {
        return place.ports().get(PEERS);
    }

    /** Returns the address for clients. */
    static String clients(MemberPlace place) {
        return url(place, CLIENTS);
    }

    private static String name(MemberPlace place) {
        return "member" + place.number();
    }

    private static String url(MemberPlace place, int port) {
        return "http://" + place.host() + ":" + place.ports().get(port);
    }
}
