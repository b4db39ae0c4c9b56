// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberStart;
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

/** Starts a member of JGroups-raft again while the others still have it in their view. */
@Tag("processes")
@Timeout(120)
class RaftRejoinTest {

    private static final long REJECTED_MILLIS = 1000;

    @TempDir
    private Path folder;

    @Test
    void joinsWhenTheOthersHaveForgottenItsPredecessor() throws Exception {
        ReplicatedBackend backend = Backends.of(RaftRejoinTest.class.getClassLoader(), System.err::println)
                .named(ReplicatedBackend.class, "jgroupsraft", Durability.PROCESS);
        Ensemble ensemble = new Ensemble(backend, Durability.PROCESS, 2, folder.resolve("ensemble"));
        MemberStart first = ensemble.start(1);
        MemberStart other = new Ensemble(backend, Durability.PROCESS, 2, folder.resolve("other")).start(2);
        MemberStart predecessor =
                new MemberStart(2, List.of(first.own(), other.own()), other.folder(), other.durability());
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Member ignored = backend.start(first)) {
            Future<Member> joining;
            try (Member present = backend.start(predecessor)) {
                joining = thread.submit(() -> backend.start(ensemble.start(2)));
                TimeUnit.MILLISECONDS.sleep(REJECTED_MILLIS);
                assertThat(joining).isNotDone();
            }
            joining.get().close();
        } finally {
            thread.shutdown();
        }
    }
}
