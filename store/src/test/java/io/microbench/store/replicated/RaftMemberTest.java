// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("processes")
class RaftMemberTest {

    private static final long REJECTED_MILLIS = 1000;

    @TempDir
    private Path folder;

    private MemberStart start(int number, String own, MemberLocation... members) throws IOException {
        return new MemberStart(number, List.of(members), Files.createDirectory(folder.resolve(own)), Durability.MEMORY);
    }

    private static MemberLocation location(int number) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket peers = new ServerSocket(0, 1, loopback);
                ServerSocket clients = new ServerSocket(0, 1, loopback)) {
            return new MemberLocation(
                    number, loopback.getHostAddress(), List.of(peers.getLocalPort(), clients.getLocalPort()));
        }
    }

    @Test
    void joinsWhenTheOthersHaveForgottenItsPredecessor() throws Exception {
        MemberLocation first = location(1);
        MemberStart predecessor = start(2, "predecessor", first, location(2));
        MemberStart successor = start(2, "successor", first, location(2));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (RaftMember ignored = RaftMember.start(start(1, "first", first, successor.own()))) {
            Future<RaftMember> joining;
            try (RaftMember present = RaftMember.start(predecessor)) {
                joining = thread.submit(() -> RaftMember.start(successor));
                TimeUnit.MILLISECONDS.sleep(REJECTED_MILLIS);
                assertThat(joining).isNotDone();
            }
            joining.get().close();
        } finally {
            thread.shutdown();
        }
    }
}
