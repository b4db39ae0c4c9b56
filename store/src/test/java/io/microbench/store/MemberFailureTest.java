// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the failures that members report. Their log is a link to a full device. */
@Tag("processes")
@Timeout(120)
class MemberFailureTest {

    private static final Path FULL = Path.of("/dev/full");
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    static boolean hasDevice() {
        return Files.exists(FULL);
    }

    private static ReplicatedBackend backend(String name) {
        return Backends.of(MemberFailureTest.class.getClassLoader(), System.err::println).all().stream()
                .filter(backend -> backend.name().equals(name))
                .map(ReplicatedBackend.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static String failure(Member member) throws Exception {
        return member.failure().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private MemberStart start(ReplicatedBackend backend) throws IOException {
        return new Ensemble(backend, Durability.PROCESS, 1, folder).start(1);
    }

    private static void linkToFullDevice(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, FULL);
    }

    /** Writes to a member until it fails, and returns the reason. */
    private static String failureOfWrites(Member member, Store client) throws Exception {
        Thread writer = new Thread(() -> writeUntilInterrupted(client), "writer");
        writer.start();
        try {
            return failure(member);
        } finally {
            writer.interrupt();
            writer.join();
        }
    }

    private static void writeUntilInterrupted(Store client) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    client.put(1, new byte[100]);
                } catch (IOException e) {
                    // The member is not ready, or its disk is full.
                    Thread.sleep(20);
                }
            }
        } catch (InterruptedException e) {
            // Enough writes.
        }
    }

    @Test
    @EnabledIf("hasDevice")
    void reportsAnUnwritableLogOfJGroupsRaft() throws Exception {
        ReplicatedBackend backend = backend("jgroupsraft");
        MemberStart start = start(backend);
        linkToFullDevice(start.folder().resolve("entries.raft"));
        try (Member member = backend.start(start);
                Store client = backend.connect(start.own(), Reads.LOCAL)) {
            assertThat(failureOfWrites(member, client))
                    .startsWith("the log in " + start.folder() + " cannot be written: ");
        }
    }

    @Test
    @EnabledIf("hasDevice")
    void reportsAnUnwritableLogOfZooKeeper() throws Exception {
        ReplicatedBackend backend = backend("zookeeper");
        MemberStart start = start(backend);
        try (Member member = backend.start(start)) {
            // The file of the first change, which is the session of a client.
            linkToFullDevice(start.folder().resolve("version-2/log.100000001"));
            try (Store client = backend.connect(start.own(), Reads.LOCAL)) {
                assertThat(failureOfWrites(member, client))
                        .isEqualTo("its thread SyncThread:1 has ended: java.io.IOException: No space left on device");
            }
        }
    }

    @Test
    void reportsTheEndOfEtcd() throws Exception {
        ReplicatedBackend backend = backend("etcd");
        Optional<String> reason = backend.unavailable();
        assumeThat(reason).isEmpty();
        try (Member member = backend.start(start(backend))) {
            member.processes().forEach(ProcessHandle::destroyForcibly);

            assertThat(failure(member)).startsWith("etcd ended with exit code 137; last output: ");
        }
    }
}
