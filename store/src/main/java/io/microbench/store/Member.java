// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A member of a replicated store that was started in this JVM. */
public interface Member extends AutoCloseable {

    /**
     * Returns whether this member is the current leader; empty if the store has no leader. Two members may claim it for
     * a while after one of them was cut off.
     */
    Optional<Boolean> leads();

    /** Returns the number of forces of the member's disk since its start; empty if unknown. */
    OptionalLong forces();

    /** Returns the processes of the member outside this JVM; empty if it runs in this JVM. */
    default List<ProcessHandle> processes() {
        return List.of();
    }

    /**
     * Returns a stage that completes with the reason when the member has failed, including the last lines of its log
     * file, if any. By default it fails with one of its processes. The stage is ignored while the member is being
     * closed.
     */
    default CompletionStage<String> failure() {
        return CompletableFuture.anyOf(
                        processes().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .thenApply(ended -> "process " + ((ProcessHandle) ended).pid() + " has ended");
    }

    /**
     * Stops the member; none of its threads, processes and ports remain.
     *
     * @throws IOException if acknowledged writes may be lost
     */
    @Override
    void close() throws IOException;
}
